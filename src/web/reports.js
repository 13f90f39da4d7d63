// The reports of the people in sight, each as a table in colour and as a file for a spreadsheet.
import { api, read } from './api.js';
import { drawFirstSteps } from './first-steps.js';
import { t } from './language.js';
import * as draw from './report-views.js';
import { button, empty, html, nothing, tabs } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {import('./visit.d.ts').Me} Me */
/** @typedef {'digest' | 'check-ins' | 'response-times' | 'trends' | 'goals' | 'nominations' | 'organisation'} ViewId */
/**
 * Reads the file of a report with these options.
 *
 * @typedef {(options: { headers: { Accept: 'text/csv' }, parseAs: 'blob' }) => Promise<{ data?: any, error?: unknown, response: Response }>} ReadCsv
 */

/**
 * The reports by the permission that they need. `csv` reads the file.
 *
 * @type {Record<ViewId, { permission: string, view: (data: any, visit: Visit) => Drawn, read: (me: Me) => Promise<any>, csv?: ReadCsv }>}
 */
const views = {
  digest: {
    permission: 'digest:read',
    view: draw.drawDigest,
    read: () => read(api.GET('/summaries/reports/weekly-digest')),
  },
  'check-ins': {
    permission: 'check-ins:read',
    view: draw.drawCheckIns,
    read: () => read(api.GET('/reports/check-ins')),
    csv: (options) => api.GET('/reports/check-ins', options),
  },
  'response-times': {
    permission: 'response-times:read',
    view: draw.drawResponseTimes,
    read: () => read(api.GET('/reports/response-times')),
    csv: (options) => api.GET('/reports/response-times', options),
  },
  trends: {
    permission: 'trends:read',
    view: draw.drawTrends,
    read: () => read(api.GET('/summaries/insights/trends')),
  },
  goals: {
    permission: 'non-setters:read',
    view: draw.drawNonSetters,
    read: () => read(api.GET('/goals/reports/non-setters')),
  },
  nominations: {
    permission: 'nominations:read',
    view: draw.drawNominations,
    read: (me) => read(api.GET('/mvp/nominations', { params: { query: { period: me.currentWeek.slice(0, 7) } } })),
    csv: (options) => api.GET('/reports/nominations', options),
  },
  organisation: {
    permission: 'org:read',
    view: draw.drawOrganisation,
    read: () => read(api.GET('/reports/org')),
    csv: (options) => api.GET('/reports/org', options),
  },
};
/** @param {{ permissions: readonly string[] }} me */
const listViews = ({ permissions }) =>
  /** @type {ViewId[]} */ (Object.keys(views)).filter((id) => permissions.includes(views[id].permission));

/** @param {Visit} visit */
async function load({ me, args: [chosen] }) {
  const shown = listViews(me);
  const view = shown.find((id) => id === chosen) ?? shown[0];
  return { shown, view, data: view && (await views[view].read(me)) };
}

export const reports = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view({ shown, view, data }, visit) {
    const hint = drawFirstSteps(visit.me);
    if (!view) return empty(t.reports.none, t.reports.noneHint);
    const { csv } = views[view];
    const links = shown.map((id) => /** @type {const} */ ([id, t.reports[id], `#/reports/${id}`]));
    return html`${hint} ${tabs(t.screens.reports, links, view)} ${views[view].view(data, visit)}
    ${csv ? html`<div class="actions">${button(t.common.saveAsCsv, () => visit.attempt(() => save(view, csv)))}</div>` : nothing}`;
  },
};

/** Saves a report as a file. @param {string} name @param {ReadCsv} csv reads it */
export async function save(name, csv) {
  const file = await read(csv({ headers: { Accept: 'text/csv' }, parseAs: 'blob' }));
  const link = document.createElement('a');
  Object.assign(link, { href: URL.createObjectURL(file), download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(link.href);
}
