// One person: who they are, and what the reader may see of them: scores, weeks, board, profile, line of managers.
import { drawAbsences, readAbsences } from './absences.js';
import { api, read } from './api.js';
import { drawOwnAssistants } from './assistants.js';
import { drawBoard, readBoard } from './board.js';
import { drawDeputies, readDeputies } from './deputies.js';
import { t } from './language.js';
import { drawPartners, readPartners } from './partners.js';
import { drawProfile, readProfile } from './profile.js';
import { drawScores, drawState, drawSummary, readWithAnswers, scores, sparkline } from './summary.js';
import { formatDayOf, formatWeek, listWeeks } from './text.js';
import { avatar, cards, empty, html, nothing, opening, paged, person, score, tabs } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['DirectoryUser']} User */
/** @typedef {Schemas['PersonOverview']} Overview */
/** @typedef {'overview' | 'weeks' | 'board' | 'profile' | 'line' | 'away' | 'deputies'} ViewId */

const weeks = 26;
/** @param {string} userId */
const path = (userId) => ({ params: { path: { userId } } });
/** @param {string} author @param {string} [cursor] */
const readWeeks = (author, cursor) =>
  read(api.GET('/summaries', { params: { query: { author, limit: 12, ...(cursor && { cursor }) } } }));

/**
 * The views of a person by the permission that they need. `read` gets the overview, and makes at most two requests.
 *
 * @type {Record<ViewId, { permission: string, read: (id: string, overview: Overview) => Promise<any>,
 *   view: (data: any, visit: Visit, user: User, permitted: Set<string>) => Drawn }>}
 */
const views = {
  overview: {
    permission: 'chain:read',
    view: drawOverview,
    read: async (id, { reports: number, scores: rows }) => {
      const [reports, partners] = await Promise.all([
        number ? read(api.GET('/org/users/{userId}/direct-reports', path(id))) : [],
        readPartners(id),
      ]);
      return { reports, partners, rows: rows ?? [], hasScores: rows !== undefined };
    },
  },
  weeks: { permission: 'summary:read', view: drawWeeks, read: (id) => readWeeks(id) },
  board: { permission: 'board:read', view: drawBoard, read: readBoard },
  profile: { permission: 'profile:read', view: drawProfile, read: readProfile },
  line: {
    permission: 'chain:read',
    view: drawLine,
    read: async (id, { managers }) => ({
      managers,
      history: await read(api.GET('/org/users/{userId}/manager-history', path(id))),
    }),
  },
  away: {
    permission: 'absence:read',
    view: (data, visit, user, permitted) =>
      html`<section class="card">
        <h2>${t.absences.title}</h2>
        ${drawAbsences(data, visit, user, permitted.has('absence:edit'))}
      </section>`,
    read: readAbsences,
  },
  deputies: {
    permission: 'deputy:manage',
    view: (data, visit, user) =>
      html`<section class="card">
        <h2>${t.deputies.title}</h2>
        ${drawDeputies(data, visit, user, true)}
      </section>`,
    read: readDeputies,
  },
};

/**
 * Reads a person and what one view of them shows: at most four requests.
 *
 * @param {string} userId
 * @param {string} [tab]
 */
export async function readPerson(userId, tab) {
  const [user, overview] = await Promise.all([
    read(api.GET('/users/{userId}', path(userId))),
    read(api.GET('/users/{userId}/overview', path(userId))),
  ]);
  /** @type {Set<string>} */
  const permitted = new Set(overview.permissions);
  const all = /** @type {ViewId[]} */ (Object.keys(views));
  const shown = all.filter((id) => permitted.has(views[id].permission));
  const view = shown.find((id) => id === tab) ?? shown[0];
  return { user, permitted, shown, view, data: view && (await views[view].read(userId, overview)) };
}

/**
 * Draws a person. `drawEdit` adds what an admin changes.
 *
 * @param {Awaited<ReturnType<typeof readPerson>>} read
 * @param {Visit} visit
 * @param {((user: User, permitted: Set<string>, visit: Visit) => Drawn) | null} drawEdit
 */
export function drawPerson({ user, permitted, shown, view, data }, visit, drawEdit) {
  const links = shown.map((id) => /** @type {const} */ ([id, t.person[id], `#/people/${user.id}/${id}`]));
  const facts = [user.team, user.department, user.email].filter(Boolean);
  return html`<div class="head">
      ${avatar(user)}
      <div>
        <p class="title"><bdi>${user.name}</bdi></p>
        <p>${user.jobTitle}${user.active === false ? ` · ${t.person.hasLeft}` : ''}</p>
        <p class="note">${facts.join(' · ')}</p>
      </div>
      ${user.manager ? html`<div class="manager"><small>${t.person.reportsTo}</small>${person(user.manager)}</div>` : nothing}
    </div>
    ${drawEdit ? drawEdit(user, permitted, visit) : nothing}
    ${
      view
        ? html`${tabs(t.person.about(user.name), links, view)} ${views[view].view(data, visit, user, permitted)}`
        : empty(t.person.notForYou, t.person.searchOthers)
    }`;
}

/**
 * @param {{ reports: Schemas['UserRef'][], partners: Schemas['PartsOfUser'], rows: Schemas['ScoresOfWeek'][], hasScores: boolean }} read
 * @param {Visit} visit
 * @param {User} user
 */
function drawOverview({ reports, partners, rows, hasScores }, visit, user) {
  const { me } = visit;
  const shown = listWeeks(me.currentWeek, weeks);
  const byWeek = new Map(rows.map((row) => [row.weekStart, row.scores]));
  /** @param {keyof Schemas['Scores']} name */
  const drawTrend = (name) => {
    const { title } = t.scores[name];
    const values = shown.map((monday) => byWeek.get(monday)?.[name] ?? null);
    return html`<div class="card trend">
      <div class="row">
        <h2>${title}</h2>
        ${score(values.findLast((value) => value !== null))}
      </div>
      ${sparkline(values, t.person.trend(title, user.name, weeks))}
    </div>`;
  };
  return html`${rows.length ? html`<div class="trends">${scores.map(drawTrend)}</div>` : nothing}
  ${
    reports.length
      ? html`<h2>${t.person.directReports} <span class="note">${reports.length}</span></h2>
          ${cards(reports, (one) => person(one), nothing, 'people')}`
      : rows.length
        ? nothing
        : hasScores
          ? empty(t.person.noCheckIns)
          : empty(t.person.nobodyReports, t.person.checkInsAreFor)
  }
  ${drawPartners(partners, user.id === me.id)} ${user.id === me.id ? drawOwnAssistants(visit) : nothing}`;
}

/**
 * @param {Schemas['SummaryListEntryPage']} first
 * @param {Visit} visit
 * @param {User} user
 */
function drawWeeks(first, visit, user) {
  const mayAnswer = user.managerId === visit.me.id;
  /** @param {Schemas['SummaryListEntry']} summary */
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
        ? html`<h2 class="hidden">${t.person.checkIns}</h2>
            ${cards(items, drawWeek)}`
        : empty(t.person.noCheckIns),
  );
}

/** @param {{ managers: Schemas['UserRef'][], history: Schemas['ManagerPeriod'][] }} read */
function drawLine({ managers, history }) {
  /** @param {Schemas['ManagerPeriod']} period */
  const drawFormer = ({ manager, from, to }) =>
    person(manager, t.person.term(formatDayOf(from), to ? formatDayOf(to) : t.common.today));
  return html`<div class="columns">
    <section>
      <h2>${t.person.above}</h2>
      ${cards(managers, (one) => person(one), empty(t.person.atTop))}
    </section>
    <section>
      <h2>${t.person.managersSoFar}</h2>
      ${cards(history, drawFormer, empty(t.common.none))}
    </section>
  </div>`;
}
