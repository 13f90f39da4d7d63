// My team: the check-ins and goals of the direct reports by week, answered in place.
import { api, read } from './api.js';
import { drawFirstSteps } from './first-steps.js';
import { t } from './language.js';
import { drawMeans, drawScores, drawSummary, readWithAnswers } from './summary.js';
import { addWeeks, formatShortDay, formatWeek, listWeeks } from './text.js';
import { avatar, badge, cards, empty, html, nothing, opening } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['TeamMember']} Member */
/** @typedef {Schemas['SummaryListEntry']} Entry */

const shownWeeks = 8;

/** @param {Visit} visit */
async function load({ me, args: [chosen = addWeeks(me.currentWeek, -1)] }) {
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
}

export const team = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view({ chosen, weeks, members, expected, items }, visit) {
    /** @param {Member} member */
    const findState = ({ user, summary }) => {
      if (summary) return summary.respondedAt ? 'answered' : 'waiting';
      return expected.has(user.id) ? 'missing' : 'excused';
    };
    const { waiting = [], missing = [], answered = [], excused = [] } = Object.groupBy(members, findState);
    /**
     * @param {Member[]} group
     * @param {string} title
     */
    const drawGroup = (group, title) =>
      group.length
        ? html`<section>
            <h2>${title} <span class="note">${group.length}</span></h2>
            ${cards(group, (member) => drawRow(member, weeks, items, visit))}
          </section>`
        : nothing;
    const written = waiting.length + answered.length;
    return html`${drawFirstSteps(visit.me)} ${drawWeeks(chosen, weeks, items, visit.me)}
      <h2>${t.team.checkedIn(formatWeek(chosen, visit.me.currentWeek), written, written + missing.length)}</h2>
      <p class="note">${t.team.legend}</p>
      ${drawGroup(waiting, t.team.waiting)} ${drawGroup(missing, t.team.missing)}
      ${drawGroup(answered, t.team.answered)} ${drawGroup(excused, t.team.excused)}
      ${members.length ? nothing : empty(t.team.nobody)}`;
  },
};

/**
 * The weeks to choose from, with what waits in each.
 *
 * @param {string} chosen
 * @param {[string, ...string[]]} weeks
 * @param {Entry[]} items
 * @param {Schemas['Me']} me
 */
function drawWeeks(chosen, weeks, items, { currentWeek }) {
  const waiting = Map.groupBy(
    items.filter(({ respondedAt }) => !respondedAt),
    ({ weekStart }) => weekStart,
  );
  const last = weeks.at(-1) ?? currentWeek;
  return html`<nav class="weeks" aria-label=${t.team.weeks}>
    <a href="#/team/${addWeeks(weeks[0], -1)}" aria-label=${t.team.earlier}>‹</a>
    ${weeks.map((monday) => {
      const number = waiting.get(monday)?.length ?? 0;
      return html`<a href="#/team/${monday}" aria-current=${monday === chosen ? 'page' : nothing}
        >${formatShortDay(monday)} <small>${number ? t.team.open(number) : '–'}</small></a
      >`;
    })}
    ${last < currentWeek ? html`<a href="#/team/${addWeeks(last, shownWeeks)}" aria-label=${t.team.later}>›</a>` : nothing}
  </nav>`;
}

/**
 * @param {Member} member
 * @param {string[]} weeks
 * @param {Entry[]} items
 * @param {Visit} visit
 */
function drawRow({ user, summary, goals }, weeks, items, visit) {
  const own = items.filter((one) => one.user.id === user.id);
  const done = goals.filter(({ status }) => status === 'completed').length;
  const note = [user.jobTitle, goals.length ? t.team.goalsDone(done, goals.length) : t.team.noGoals];
  const heading = html`<span class="line"
    ><span class="person"
      >${avatar(user)}<span
        ><b><bdi>${user.name}</bdi></b
        ><small>${note.filter(Boolean).join(' · ')}</small></span
      ></span
    >
    ${drawMeans(own, weeks, user.name)} ${summary ? drawScores(summary.scores) : badge(t.week.notWritten, 'fair')}</span
  >`;
  return opening(
    visit,
    summary?.id ?? user.id,
    heading,
    async () => ({ whole: summary && (await readWithAnswers(summary.id)) }),
    ({ whole }) =>
      html`${whole ? drawSummary(whole, visit, { mayAnswer: true }) : nothing} ${drawGoals(goals)}
        <p><a href="#/people/${user.id}">${t.team.more(user.name)}</a></p>`,
  );
}

/** @param {Member['goals']} goals */
const drawGoals = (goals) =>
  goals.length
    ? html`<h3>${t.team.goals}</h3>
        <ul class="goals">
          ${goals.map(
            ({ title, status }) =>
              html`<li>${title} ${status === 'completed' ? badge(t.team.done, 'good') : badge(t.team.goalOpen)}</li>`,
          )}
        </ul>`
    : html`<p class="note">${t.team.noGoalsOfWeek}</p>`;
