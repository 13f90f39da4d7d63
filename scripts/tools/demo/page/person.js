// One person: who they are, and what the reader may see of them: scores, weeks, board, profile, line of managers.
import { drawAbsences, readAbsences } from './absences.js';
import { api, read } from './api.js';
import { drawBoard, readBoard } from './board.js';
import { drawDeputies, readDeputies } from './deputies.js';
import { drawProfile, readProfile } from './profile.js';
import { drawScores, drawState, drawSummary, readWithAnswers, scores, sparkline } from './summary.js';
import { formatDayOf, formatWeek, listWeeks } from './text.js';
import { avatar, cards, empty, html, nothing, opening, paged, person, score, tabs } from './ui.js';

const weeks = 26;
const path = (userId) => ({ params: { path: { userId } } });
const readWeeks = (author, cursor) =>
  read(api.GET('/summaries', { params: { query: { author, limit: 12, ...(cursor && { cursor }) } } }));

/** The views of a person by the permission that they need. `read` gets the overview, and makes at most two requests. */
const views = {
  overview: {
    title: 'Overview',
    permission: 'chain:read',
    view: drawOverview,
    read: async (id, { reports, scores: rows }) => ({
      reports: reports > 0 ? await read(api.GET('/org/users/{userId}/direct-reports', path(id))) : [],
      rows: rows ?? [],
      hasScores: rows !== undefined,
    }),
  },
  weeks: { title: 'Weeks', permission: 'summary:read', view: drawWeeks, read: (id) => readWeeks(id) },
  board: { title: 'Board', permission: 'board:read', view: drawBoard, read: readBoard },
  profile: { title: 'Profile', permission: 'profile:read', view: drawProfile, read: readProfile },
  line: {
    title: 'Managers',
    permission: 'chain:read',
    view: drawLine,
    read: async (id, { managers }) => ({
      managers,
      history: await read(api.GET('/org/users/{userId}/manager-history', path(id))),
    }),
  },
  away: {
    title: 'Away',
    permission: 'absence:read',
    view: (data, visit, user, permitted) =>
      html`<section class="card">
        <h2>Absences</h2>
        ${drawAbsences(data, visit, user, permitted.has('absence:edit'))}
      </section>`,
    read: readAbsences,
  },
  deputies: {
    title: 'Deputies',
    permission: 'deputy:manage',
    view: (data, visit, user) =>
      html`<section class="card">
        <h2>Deputies</h2>
        ${drawDeputies(data, visit, user, true)}
      </section>`,
    read: readDeputies,
  },
};

/** Reads a person and what one view of them shows: at most four requests. */
export async function readPerson(userId, tab) {
  const [user, overview] = await Promise.all([
    read(api.GET('/users/{userId}', path(userId))),
    read(api.GET('/users/{userId}/overview', path(userId))),
  ]);
  const permitted = new Set(overview.permissions);
  const shown = Object.keys(views).filter((id) => permitted.has(views[id].permission));
  const view = shown.includes(tab) ? tab : shown[0];
  return { user, permitted, shown, view, data: view && (await views[view].read(userId, overview)) };
}

/** Draws a person. `drawEdit` adds what an admin changes. */
export function drawPerson({ user, permitted, shown, view, data }, visit, drawEdit) {
  const links = shown.map((id) => [id, views[id].title, `#/people/${user.id}/${id}`]);
  const facts = [user.team, user.department, user.email].filter(Boolean);
  return html`<div class="head">
      ${avatar(user)}
      <div>
        <p class="title">${user.name}</p>
        <p>${user.jobTitle}${user.active === false ? ' · has left' : ''}</p>
        <p class="note">${facts.join(' · ')}</p>
      </div>
      ${user.manager ? html`<div class="manager"><small>Reports to</small>${person(user.manager)}</div>` : nothing}
    </div>
    ${drawEdit ? drawEdit(user, permitted, visit) : nothing}
    ${
      view
        ? html`${tabs(`About ${user.name}`, links, view)} ${views[view].view(data, visit, user, permitted)}`
        : empty('More about colleagues is for those above them', 'Search the people to find somebody else.')
    }`;
}

function drawOverview({ reports, rows, hasScores }, { me }, user) {
  const shown = listWeeks(me.currentWeek, weeks);
  const byWeek = new Map(rows.map((row) => [row.weekStart, row.scores]));
  const drawTrend = ([name, [title]]) => {
    const values = shown.map((monday) => byWeek.get(monday)?.[name] ?? null);
    return html`<div class="card trend">
      <div class="row">
        <h2>${title}</h2>
        ${score(values.findLast((value) => value !== null))}
      </div>
      ${sparkline(values, `${title} of ${user.name} in the last ${weeks} weeks`)}
    </div>`;
  };
  return html`${rows.length ? html`<div class="trends">${Object.entries(scores).map(drawTrend)}</div>` : nothing}
  ${
    reports.length
      ? html`<h2>Direct reports <span class="note">${reports.length}</span></h2>
          ${cards(reports, person, nothing, 'people')}`
      : rows.length
        ? nothing
        : hasScores
          ? empty('No check-ins yet')
          : empty('Nobody reports to them', 'Check-ins are for those above and the People Team.')
  }`;
}

function drawWeeks(first, visit, user) {
  const mayAnswer = user.managerId === visit.me.id;
  const drawWeek = (summary) => {
    const { weekStart, scores: values } = summary;
    const heading = html`<b>${formatWeek(weekStart, visit.me.currentWeek)}</b> ${drawScores(values)}
      ${drawState(summary)}`;
    return opening(
      visit,
      summary.id,
      heading,
      () => readWithAnswers(summary.id),
      (whole) => drawSummary(whole, visit, { mayAnswer }),
    );
  };
  return paged(
    visit,
    first,
    (cursor) => readWeeks(user.id, cursor),
    (items) =>
      items.length
        ? html`<h2 class="hidden">Check-ins</h2>
            ${cards(items, drawWeek)}`
        : empty('No check-ins yet'),
  );
}

function drawLine({ managers, history }) {
  const drawFormer = ({ manager, from, to }) =>
    person(manager, `${formatDayOf(from)} – ${to ? formatDayOf(to) : 'today'}`);
  return html`<div class="columns">
    <section>
      <h2>Everyone above</h2>
      ${cards(managers, person, empty('The top of the chart'))}
    </section>
    <section>
      <h2>Managers so far</h2>
      ${cards(history, drawFormer, empty('None'))}
    </section>
  </div>`;
}
