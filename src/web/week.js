// My week: this week's summary, or the form to submit it, with what is asked; and the earlier weeks, which can be edited and written later.
import { drawQuestions, isAnswer, keepAnswers, readAsked, remindOfRequired, saveAnswers } from './answers.js';
import { api, read } from './api.js';
import { keepDraft, readDraft } from './drafts.js';
import { drawFirstSteps } from './first-steps.js';
import { t } from './language.js';
import { drawForm, drawMeans, drawScores, drawState, drawSummary, readForm, readSummary } from './summary.js';
import { formatDay, formatWeek, listWeeks } from './text.js';
import { badge, button, cards, html, opening } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Awaited<ReturnType<typeof readAsked>>} Asked */

const shownWeeks = 8;

/** @param {Visit} visit */
async function load({ me }) {
  const weeks = listWeeks(me.currentWeek, shownWeeks);
  const query = { author: 'me', weekFrom: weeks[0], weekTo: me.currentWeek, limit: shownWeeks };
  const [{ items }, asked] = await Promise.all([
    read(api.GET('/summaries', { params: { query } })),
    readAsked(me.currentWeek),
  ]);
  const current = items.find(({ weekStart }) => weekStart === me.currentWeek);
  if (current) return { weeks, items, asked, current: await readSummary(current.id), draft: null };
  return { weeks, items, asked, current: null, draft: await readDraft(me.currentWeek) };
}

export const week = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view({ weeks, items, asked, current, draft }, visit) {
    const { me } = visit;
    const byWeek = new Map(items.map((summary) => [summary.weekStart, summary]));
    const earlier = weeks.slice(0, -1).reverse();
    return html`${drawFirstSteps(me)}
      <section class="card">
        <div class="row">
          <h2>${current ? t.week.isIn : t.week.how}</h2>
          <span class="note">${t.weeks.of(formatDay(me.currentWeek))}</span>
        </div>
        ${current ? drawWritten(current, asked, visit) : drawNew(me.currentWeek, draft, asked, visit)}
      </section>
      <section>
        <div class="row">
          <h2>${t.week.earlier}</h2>
          ${drawMeans(items, weeks, null)}
        </div>
        ${cards(earlier, (monday) => drawEarlier(monday, byWeek.get(monday), visit))}
      </section>`;
  },
};

/**
 * @param {string} monday
 * @param {Schemas['SummaryListEntry'] | undefined} summary
 * @param {Visit} visit
 */
function drawEarlier(monday, summary, visit) {
  const title = formatWeek(monday, visit.me.currentWeek);
  const heading = summary
    ? html`<b>${title}</b> ${drawScores(summary.scores)} ${drawState(summary)}`
    : html`<b>${title}</b> ${badge(t.week.notWritten)}`;
  const read = async () => {
    const [asked, written, draft] = await Promise.all([
      readAsked(monday),
      summary ? readSummary(summary.id) : null,
      summary ? null : readDraft(monday),
    ]);
    return { asked, written, draft };
  };
  return opening(visit, summary?.id ?? monday, heading, read, ({ asked, written, draft }) =>
    written ? drawWritten(written, asked, visit) : drawNew(monday, draft, asked, visit),
  );
}

/**
 * @param {string} weekStart
 * @param {Schemas['SummaryDraft'] | null} draft
 * @param {Asked} asked
 * @param {Visit} visit
 */
function drawNew(weekStart, draft, asked, visit) {
  const { settle, watch, note, complete } = keepDraft(visit, weekStart, draft, readForm);
  const answers = keepAnswers(visit, asked);
  return drawForm(visit, {
    label: t.weeks.of(formatDay(weekStart)),
    action: t.week.submit,
    summary: draft ?? undefined,
    questions: drawQuestions(asked, answers.note),
    watch: (event) => (isAnswer(event.target) ? answers.watch(event) : watch(event)),
    note,
    async submit(texts, element) {
      await Promise.all([settle(), answers.save(element)]);
      const body = { weekStart, ...(await complete(texts)) };
      await read(api.POST('/summaries', { body }));
      return t.week.submitted + remindOfRequired(asked);
    },
  });
}

/**
 * A summary of the reader, with its form once they edit it. Readers have the answers already, so these are saved with the form.
 *
 * @param {Schemas['Summary']} summary
 * @param {Asked} asked
 * @param {Visit} visit
 */
function drawWritten(summary, asked, visit) {
  const { id, weekStart } = summary;
  const key = `edit ${id}`;
  /** @param {boolean} value */
  const setEditing = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  if (!visit.parts[key])
    return html`${drawSummary({ ...summary, answers: asked.questions }, visit)}
      <div class="actions">
        ${button(t.common.edit, () => setEditing(true), { label: t.week.edit(formatDay(weekStart)) })}
      </div>`;
  return drawForm(visit, {
    label: t.week.edit(formatDay(weekStart)),
    action: t.common.save,
    summary,
    questions: drawQuestions(asked),
    cancel: () => setEditing(false),
    async submit(texts, element) {
      await saveAnswers(asked, element);
      const params = { path: { summaryId: id } };
      await read(api.PATCH('/summaries/{summaryId}', { params, body: { weekStart, ...texts } }));
      Object.assign(visit.parts, { [key]: false, [id]: undefined });
      return t.common.saved + remindOfRequired(asked);
    },
  });
}
