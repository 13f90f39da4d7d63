// My week: this week's summary, or the form to submit it, and the earlier weeks, which can be edited and written later.
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
    const { items } = await read(api.GET('/summaries', { params: { query } }));
    const current = items.find(({ weekStart }) => weekStart === me.currentWeek);
    if (current) return { weeks, items, current: await readSummary(current.id) };
    return { weeks, items, draft: await readDraft(me.currentWeek) };
  },
  view({ weeks, items, current, draft }, visit) {
    const { me } = visit;
    const byWeek = new Map(items.map((summary) => [summary.weekStart, summary]));
    const earlier = weeks.slice(0, -1).reverse();
    return html`<section class="card">
        <div class="row">
          <h2>${current ? 'Your week is in' : 'How was your week?'}</h2>
          <span class="note">Week of ${formatDay(me.currentWeek)}</span>
        </div>
        ${current ? drawWritten(current, visit) : drawNew(me.currentWeek, draft, visit)}
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
  const read = async () => (summary ? readSummary(summary.id) : { draft: await readDraft(monday) });
  return opening(visit, summary?.id ?? monday, heading, read, (found) =>
    summary ? drawWritten(found, visit) : drawNew(monday, found.draft, visit),
  );
}

function drawNew(weekStart, draft, visit) {
  const { settle, watch, note } = keepDraft(visit, weekStart, draft, readForm);
  return drawForm(visit, {
    label: `Week of ${formatDay(weekStart)}`,
    action: 'Submit',
    summary: draft,
    watch,
    note,
    async submit(texts) {
      await settle();
      await read(api.POST('/summaries', { body: { weekStart, ...texts } }));
      return 'Submitted. Your manager is notified.';
    },
  });
}

/** A summary of the reader, with its form once they edit it. */
function drawWritten(summary, visit) {
  const { id, weekStart } = summary;
  const key = `edit ${id}`;
  const setEditing = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  if (!visit.parts[key])
    return html`${drawSummary(summary, visit)}
      <div class="actions">
        ${button('Edit', () => setEditing(true), { label: `Edit the week of ${formatDay(weekStart)}` })}
      </div>`;
  return drawForm(visit, {
    label: `Edit the week of ${formatDay(weekStart)}`,
    action: 'Save',
    summary,
    cancel: () => setEditing(false),
    async submit(texts) {
      const params = { path: { summaryId: id } };
      await read(api.PATCH('/summaries/{summaryId}', { params, body: { weekStart, ...texts } }));
      Object.assign(visit.parts, { [key]: false, [id]: undefined });
      return 'Saved.';
    },
  });
}
