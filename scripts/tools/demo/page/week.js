// My week: this week's summary, or the form to submit it, with what is asked; and the earlier weeks, which can be edited and written later.
import { drawQuestions, isAnswer, keepAnswers, readAsked, remindOfRequired, saveAnswers } from './answers.js';
import { api, read } from './api.js';
import { keepDraft, readDraft } from './drafts.js';
import { drawForm, drawMeans, drawScores, drawState, drawSummary, readForm, readSummary } from './summary.js';
import { formatDay, formatWeek, listWeeks } from './text.js';
import { badge, button, cards, html, opening } from './ui.js';

const shownWeeks = 8;

export const week = {
  title: 'My week',
  async load({ me }) {
    const weeks = listWeeks(me.currentWeek, shownWeeks);
    const query = { author: 'me', weekFrom: weeks[0], weekTo: me.currentWeek, limit: shownWeeks };
    const [{ items }, asked] = await Promise.all([
      read(api.GET('/summaries', { params: { query } })),
      readAsked(me.currentWeek),
    ]);
    const current = items.find(({ weekStart }) => weekStart === me.currentWeek);
    if (current) return { weeks, items, asked, current: await readSummary(current.id) };
    return { weeks, items, asked, draft: await readDraft(me.currentWeek) };
  },
  view({ weeks, items, asked, current, draft }, visit) {
    const { me } = visit;
    const byWeek = new Map(items.map((summary) => [summary.weekStart, summary]));
    const earlier = weeks.slice(0, -1).reverse();
    return html`<section class="card">
        <div class="row">
          <h2>${current ? 'Your week is in' : 'How was your week?'}</h2>
          <span class="note">Week of ${formatDay(me.currentWeek)}</span>
        </div>
        ${current ? drawWritten(current, asked, visit) : drawNew(me.currentWeek, draft, asked, visit)}
      </section>
      <section>
        <div class="row">
          <h2>Earlier weeks</h2>
          ${drawMeans(items, weeks, 'you')}
        </div>
        ${cards(earlier, (monday) => drawEarlier(monday, byWeek.get(monday), visit))}
      </section>`;
  },
};

function drawEarlier(monday, summary, visit) {
  const title = formatWeek(monday, visit.me.currentWeek);
  const heading = summary
    ? html`<b>${title}</b> ${drawScores(summary.scores)} ${drawState(summary)}`
    : html`<b>${title}</b> ${badge('Not written')}`;
  const read = async () => {
    const [asked, found] = await Promise.all([
      readAsked(monday),
      summary ? readSummary(summary.id) : readDraft(monday),
    ]);
    return { asked, found };
  };
  return opening(visit, summary?.id ?? monday, heading, read, ({ asked, found }) =>
    summary ? drawWritten(found, asked, visit) : drawNew(monday, found, asked, visit),
  );
}

function drawNew(weekStart, draft, asked, visit) {
  const { settle, watch, note } = keepDraft(visit, weekStart, draft, readForm);
  const answers = keepAnswers(visit, asked);
  return drawForm(visit, {
    label: `Week of ${formatDay(weekStart)}`,
    action: 'Submit',
    summary: draft,
    questions: drawQuestions(asked, answers.note),
    watch: (event) => (isAnswer(event.target) ? answers.watch(event) : watch(event)),
    note,
    async submit(texts, element) {
      await Promise.all([settle(), answers.save(element)]);
      await read(api.POST('/summaries', { body: { weekStart, ...texts } }));
      return `Submitted. Your manager is notified.${remindOfRequired(asked)}`;
    },
  });
}

/** A summary of the reader, with its form once they edit it. Readers have the answers already, so these are saved with the form. */
function drawWritten(summary, asked, visit) {
  const { id, weekStart } = summary;
  const key = `edit ${id}`;
  const setEditing = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  if (!visit.parts[key])
    return html`${drawSummary({ ...summary, answers: asked.questions }, visit)}
      <div class="actions">
        ${button('Edit', () => setEditing(true), { label: `Edit the week of ${formatDay(weekStart)}` })}
      </div>`;
  return drawForm(visit, {
    label: `Edit the week of ${formatDay(weekStart)}`,
    action: 'Save',
    summary,
    questions: drawQuestions(asked),
    cancel: () => setEditing(false),
    async submit(texts, element) {
      await saveAnswers(asked, element);
      const params = { path: { summaryId: id } };
      await read(api.PATCH('/summaries/{summaryId}', { params, body: { weekStart, ...texts } }));
      Object.assign(visit.parts, { [key]: false, [id]: undefined });
      return `Saved.${remindOfRequired(asked)}`;
    },
  });
}
