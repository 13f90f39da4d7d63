// My team: the check-ins of the direct reports by week, answered in place, and their goals.
import { api, read } from './api.js';
import { drawMeans, drawScores, drawSummary, readSummary } from './summary.js';
import { addWeeks, count, formatShortDay, formatWeek, listWeeks } from './text.js';
import { avatar, badge, cards, empty, html, nothing, opening, person } from './ui.js';

const shownWeeks = 8;

export const team = {
  title: 'My team',
  isFor: ({ isManager }) => isManager,
  async load({ me, args: [chosen = addWeeks(me.currentWeek, -1)] }) {
    let last = me.currentWeek;
    while (chosen <= addWeeks(last, -shownWeeks)) last = addWeeks(last, -shownWeeks);
    const weeks = listWeeks(last, shownWeeks);
    const query = { direct: true, weekFrom: weeks[0], weekTo: last, limit: 200 };
    const [reports, { rows }, { items }] = await Promise.all([
      read(api.GET('/org/users/{userId}/direct-reports', { params: { path: { userId: me.id } } })),
      read(api.GET('/summaries/reports/weekly-digest', { params: { query: { weekStart: chosen } } })),
      read(api.GET('/summaries', { params: { query } })),
    ]);
    const expected = new Set(rows.map(({ user }) => user.id));
    return { chosen, weeks, reports: reports.filter(({ id }) => expected.has(id)), items };
  },
  view({ chosen, weeks, reports, items }, visit) {
    const { currentWeek } = visit.me;
    const inWeek = new Map(items.filter(({ weekStart }) => weekStart === chosen).map((one) => [one.user.id, one]));
    const findState = ({ id }) => (inWeek.has(id) ? (inWeek.get(id).respondedAt ? 'answered' : 'waiting') : 'missing');
    const byState = Object.groupBy(reports, findState);
    const drawGroup = (state, title) =>
      byState[state]
        ? html`<section>
            <h2>${title} <span class="note">${byState[state].length}</span></h2>
            ${cards(byState[state], (user) => drawRow(user, inWeek.get(user.id), weeks, items, visit))}
          </section>`
        : nothing;
    return html`${drawWeeks(chosen, weeks, items, visit.me)}
      <h2>
        ${formatWeek(chosen, currentWeek)}: ${inWeek.size} of ${count(reports.length, 'person', 'people')} checked in
      </h2>
      <p class="note">
        The line is the mean of eight weeks; the scores are quality of work, personal and professional wellbeing.
      </p>
      ${drawGroup('waiting', 'Waiting for your answer')} ${drawGroup('missing', 'Not checked in')}
      ${drawGroup('answered', 'Answered')} ${reports.length ? nothing : empty('Nobody was expected to check in.')}`;
  },
};

/** The weeks to choose from, with what waits in each. */
function drawWeeks(chosen, weeks, items, { currentWeek }) {
  const waiting = Map.groupBy(
    items.filter(({ respondedAt }) => !respondedAt),
    ({ weekStart }) => weekStart,
  );
  const last = weeks.at(-1);
  return html`<nav class="weeks" aria-label="Weeks">
    <a href="#/team/${addWeeks(weeks[0], -1)}" aria-label="Earlier weeks">‹</a>
    ${weeks.map((monday) => {
      const number = waiting.get(monday)?.length ?? 0;
      return html`<a href="#/team/${monday}" aria-current=${monday === chosen ? 'page' : nothing}
        >${formatShortDay(monday)} <small>${number ? `${number} open` : '–'}</small></a
      >`;
    })}
    ${last < currentWeek ? html`<a href="#/team/${addWeeks(last, shownWeeks)}" aria-label="Later weeks">›</a>` : nothing}
  </nav>`;
}

function drawRow(user, summary, weeks, items, visit) {
  const own = items.filter((one) => one.user.id === user.id);
  const means = drawMeans(own, weeks, user.name);
  if (!summary) return html`<div class="line">${person(user)} ${means} ${badge('Missing', 'fair')}</div>`;
  const heading = html`<span class="line"
    ><span class="person"
      >${avatar(user)}<span><b>${user.name}</b><small>${user.jobTitle}</small></span></span
    >
    ${means} ${drawScores(summary.scores)}</span
  >`;
  return opening(
    visit,
    summary.id,
    heading,
    () => readSummary(summary.id),
    (whole) =>
      html`${drawSummary(whole, visit, { mayAnswer: true })}
        <p><a href="#/people/${user.id}">More about ${user.name}</a></p>`,
  );
}
