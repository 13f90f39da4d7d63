// My week: this week's summary, or the form to submit it, and the earlier weeks, which can be edited and written later.
import { api, read } from './api.js';
import { drawForm, drawMeans, drawScores, drawState, drawSummary, readSummary } from './summary.js';
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
    return { weeks, items, current: current && (await readSummary(current.id)) };
  },
  view({ weeks, items, current }, visit) {
    const { me } = visit;
    const byWeek = new Map(items.map((summary) => [summary.weekStart, summary]));
    const earlier = weeks.slice(0, -1).reverse();
    return html`<section class="card">
        <div class="row">
          <h2>${current ? 'Your week is in' : 'How was your week?'}</h2>
          <span class="note">Week of ${formatDay(me.currentWeek)}</span>
        </div>
        ${current ? drawWritten(current, visit) : drawNew(me.currentWeek, visit)}
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
  const read = () => (summary ? readSummary(summary.id) : Promise.resolve(monday));
  return opening(visit, summary?.id ?? monday, heading, read, (found) =>
    summary ? drawWritten(found, visit) : drawNew(monday, visit),
  );
}

const drawNew = (weekStart, visit) =>
  drawForm(visit, {
    label: `Week of ${formatDay(weekStart)}`,
    action: 'Submit',
    async submit(texts) {
      await read(api.POST('/summaries', { body: { weekStart, ...texts } }));
      return 'Submitted. Your manager is notified.';
    },
  });

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
