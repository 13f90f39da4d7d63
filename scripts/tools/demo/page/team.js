// My team: the check-ins and goals of the direct reports by week, answered in place.
import { api, read } from './api.js';
import { drawMeans, drawScores, drawSummary, readWithAnswers } from './summary.js';
import { addWeeks, count, formatShortDay, formatWeek, listWeeks } from './text.js';
import { avatar, badge, cards, empty, html, nothing, opening } from './ui.js';

const shownWeeks = 8;

export const team = {
  title: 'My team',
  isFor: ({ isManager }) => isManager,
  async load({ me, args: [chosen = addWeeks(me.currentWeek, -1)] }) {
    let last = me.currentWeek;
    while (chosen <= addWeeks(last, -shownWeeks)) last = addWeeks(last, -shownWeeks);
    const weeks = listWeeks(last, shownWeeks);
    const query = { direct: true, weekFrom: weeks[0], weekTo: last, limit: 200 };
    const [team, { rows }, { items }] = await Promise.all([
      read(api.GET('/home/team', { params: { query: { week: chosen, limit: 200 } } })),
      read(api.GET('/summaries/reports/weekly-digest', { params: { query: { weekStart: chosen } } })),
      read(api.GET('/summaries', { params: { query } })),
    ]);
    const expected = new Set(rows.map(({ user }) => user.id));
    return { chosen, weeks, members: team.items, expected, items };
  },
  view({ chosen, weeks, members, expected, items }, visit) {
    const findState = ({ user, summary }) => {
      if (summary) return summary.respondedAt ? 'answered' : 'waiting';
      return expected.has(user.id) ? 'missing' : 'excused';
    };
    const { waiting = [], missing = [], answered = [], excused = [] } = Object.groupBy(members, findState);
    const drawGroup = (group, title) =>
      group.length
        ? html`<section>
            <h2>${title} <span class="note">${group.length}</span></h2>
            ${cards(group, (member) => drawRow(member, weeks, items, visit))}
          </section>`
        : nothing;
    const written = waiting.length + answered.length;
    return html`${drawWeeks(chosen, weeks, items, visit.me)}
      <h2>
        ${formatWeek(chosen, visit.me.currentWeek)}: ${written} of
        ${count(written + missing.length, 'person', 'people')} checked in
      </h2>
      <p class="note">
        The line is the mean of eight weeks; the scores are quality of work, personal and professional wellbeing.
      </p>
      ${drawGroup(waiting, 'Waiting for your answer')} ${drawGroup(missing, 'Not checked in')}
      ${drawGroup(answered, 'Answered')} ${drawGroup(excused, 'Not expected this week')}
      ${members.length ? nothing : empty('Nobody reports to you.')}`;
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

function drawRow({ user, summary, goals }, weeks, items, visit) {
  const own = items.filter((one) => one.user.id === user.id);
  const done = goals.filter(({ status }) => status === 'completed').length;
  const note = [user.jobTitle, goals.length ? `${done} of ${count(goals.length, 'goal')} done` : 'no goals'];
  const heading = html`<span class="line"
    ><span class="person"
      >${avatar(user)}<span><b>${user.name}</b><small>${note.filter(Boolean).join(' · ')}</small></span></span
    >
    ${drawMeans(own, weeks, user.name)} ${summary ? drawScores(summary.scores) : badge('Not written', 'fair')}</span
  >`;
  return opening(
    visit,
    summary?.id ?? user.id,
    heading,
    async () => ({ whole: summary && (await readWithAnswers(summary.id)) }),
    ({ whole }) =>
      html`${whole ? drawSummary(whole, visit, { mayAnswer: true }) : nothing} ${drawGoals(goals)}
        <p><a href="#/people/${user.id}">More about ${user.name}</a></p>`,
  );
}

const drawGoals = (goals) =>
  goals.length
    ? html`<h3>Goals of the week</h3>
        <ul class="goals">
          ${goals.map(
            ({ title, status }) =>
              html`<li>${title} ${status === 'completed' ? badge('done', 'good') : badge('open')}</li>`,
          )}
        </ul>`
    : html`<p class="note">No goals of this week.</p>`;
