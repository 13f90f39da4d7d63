// My team: the check-ins and goals of the direct reports by week, answered in place.
import { api, read } from './api.js';
import { drawFirstSteps } from './first-steps.js';
import { t } from './language.js';
import { drawMeans, drawScores, drawSummary, readWithAnswers } from './summary.js';
import { addWeeks, formatShortDay, formatWeek, listWeeks } from './text.js';
import { avatar, badge, cards, empty, html, nothing, opening, paged } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['TeamMember']} Member */
/** @typedef {Schemas['SummaryListEntry']} Entry */

const shownWeeks = 8;
/** So many rows are there at once; a button adds more. */
const shownMembers = 100;

/** @param {string} week @param {string} [cursor] */
const readMembers = (week, cursor) =>
  read(api.GET('/home/team', { params: { query: { week, limit: shownMembers, ...(cursor && { cursor }) } } }));

/** Nobody of whom there could be a week. @param {Visit} visit */
const load = async (visit) =>
  visit.me.isManager || visit.me.permissions.includes('digest:read') ? readTeam(visit) : 'nobody';

/** @param {Visit} visit */
async function readTeam({ me, args: [chosen = addWeeks(me.currentWeek, -1)] }) {
  let last = me.currentWeek;
  while (chosen <= addWeeks(last, -shownWeeks)) last = addWeeks(last, -shownWeeks);
  const weeks = listWeeks(last, shownWeeks);
  const query = { direct: true, weekFrom: weeks[0], weekTo: last, limit: 200 };
  const [first, { rows }, { items, nextCursor }] = await Promise.all([
    readMembers(chosen),
    read(api.GET('/summaries/reports/weekly-digest', { params: { query: { weekStart: chosen } } })),
    read(api.GET('/summaries', { params: { query } })),
  ]);
  const expected = new Set(rows.map(({ user }) => user.id));
  // of a large team, the page of summaries ends before its earliest week
  const known = weeks.filter((monday) => !nextCursor || monday > (items.at(-1)?.weekStart ?? last));
  return { chosen, weeks, known, first, expected, byPerson: Map.groupBy(items, ({ user }) => user.id), items };
}

/** @typedef {Awaited<ReturnType<typeof readTeam>>} Loaded */

export const team = {
  load,
  /**
   * @param {Loaded | 'nobody'} data
   * @param {Visit} visit
   */
  view: (data, visit) =>
    data === 'nobody'
      ? html`${drawFirstSteps(visit.me)} ${empty(t.team.nobody)}`
      : html`${drawFirstSteps(visit.me)} ${drawWeeks(data, visit.me)}
        ${paged(
          visit,
          data.first,
          (cursor) => readMembers(data.chosen, cursor),
          (members, hasMore) => drawMembers(members, hasMore, data, visit),
        )}`,
};

/**
 * Those of a week by what they wait for.
 *
 * @param {Member[]} members
 * @param {boolean} hasMore
 * @param {Loaded} data
 * @param {Visit} visit
 */
function drawMembers(members, hasMore, { chosen, known, expected, byPerson }, visit) {
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
          ${cards(group, (member) => drawRow(member, known, byPerson.get(member.user.id) ?? [], visit))}
        </section>`
      : nothing;
  const written = waiting.length + answered.length;
  return html`<h2>${t.team.checkedIn(formatWeek(chosen, visit.me.currentWeek), written, written + missing.length)}</h2>
    ${hasMore ? html`<p class="note">${t.team.shown(members.length)}</p>` : nothing}
    ${known.length ? html`<p class="note">${t.team.legend}</p>` : nothing} ${drawGroup(waiting, t.team.waiting)}
    ${drawGroup(missing, t.team.missing)} ${drawGroup(answered, t.team.answered)} ${drawGroup(excused, t.team.excused)}
    ${members.length ? nothing : empty(t.team.nobody)}`;
}

/**
 * The weeks to choose from, with what waits in each.
 *
 * @param {Loaded} data
 * @param {Schemas['Me']} me
 */
function drawWeeks({ chosen, weeks, known, items }, { currentWeek }) {
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
        >${formatShortDay(monday)} <small>${number && known.includes(monday) ? t.team.open(number) : '–'}</small></a
      >`;
    })}
    ${last < currentWeek ? html`<a href="#/team/${addWeeks(last, shownWeeks)}" aria-label=${t.team.later}>›</a>` : nothing}
  </nav>`;
}

/**
 * @param {Member} member
 * @param {string[]} weeks
 * @param {Entry[]} own what they wrote in these
 * @param {Visit} visit
 */
function drawRow({ user, summary, goals }, weeks, own, visit) {
  const done = goals.filter(({ status }) => status === 'completed').length;
  const note = [user.jobTitle, goals.length ? t.team.goalsDone(done, goals.length) : t.team.noGoals];
  const heading = html`<span class="line"
    ><span class="person"
      >${avatar(user)}<span
        ><b><bdi>${user.name}</bdi></b
        ><small>${note.filter(Boolean).join(' · ')}</small></span
      ></span
    >
    ${weeks.length ? drawMeans(own, weeks, user.name) : nothing}
    ${summary ? drawScores(summary.scores) : badge(t.week.notWritten, 'fair')}</span
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
