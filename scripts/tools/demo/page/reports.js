// The reports of the people in sight, each as a table in colour and as a file for a spreadsheet.
import { api, read } from './api.js';
import * as draw from './report-views.js';
import { button, empty, html, nothing, tabs } from './ui.js';

/** The reports by the permission that they need. `csv` reads the file. */
const views = {
  digest: {
    title: 'Last week',
    permission: 'digest:read',
    view: draw.drawDigest,
    read: () => read(api.GET('/summaries/reports/weekly-digest')),
  },
  'check-ins': {
    title: 'Check-ins',
    permission: 'check-ins:read',
    view: draw.drawCheckIns,
    read: () => read(api.GET('/reports/check-ins')),
    csv: (options) => api.GET('/reports/check-ins', options),
  },
  'response-times': {
    title: 'Answers',
    permission: 'response-times:read',
    view: draw.drawResponseTimes,
    read: () => read(api.GET('/reports/response-times')),
    csv: (options) => api.GET('/reports/response-times', options),
  },
  trends: {
    title: 'Shifts',
    permission: 'trends:read',
    view: draw.drawTrends,
    read: () => read(api.GET('/summaries/insights/trends')),
  },
  goals: {
    title: 'Goals',
    permission: 'non-setters:read',
    view: draw.drawNonSetters,
    read: () => read(api.GET('/goals/reports/non-setters')),
  },
  nominations: {
    title: 'Nominations',
    permission: 'nominations:read',
    view: draw.drawNominations,
    read: (me) => read(api.GET('/mvp/nominations', { params: { query: { period: me.currentWeek.slice(0, 7) } } })),
    csv: (options) => api.GET('/reports/nominations', options),
  },
  organisation: {
    title: 'Organisation',
    permission: 'org:read',
    view: draw.drawOrganisation,
    read: () => read(api.GET('/reports/org')),
    csv: (options) => api.GET('/reports/org', options),
  },
};
const listViews = ({ permissions }) => Object.keys(views).filter((id) => permissions.includes(views[id].permission));

export const reports = {
  title: 'Reports',
  isFor: (me) => listViews(me).length > 0,
  async load({ me, args: [chosen] }) {
    const shown = listViews(me);
    const view = shown.includes(chosen) ? chosen : shown[0];
    return { shown, view, data: view && (await views[view].read(me)) };
  },
  view({ shown, view, data }, visit) {
    if (!view) return empty('There are no reports for you', 'They are for managers and the People Team.');
    const { csv } = views[view];
    const links = shown.map((id) => [id, views[id].title, `#/reports/${id}`]);
    return html`${tabs('Reports', links, view)} ${views[view].view(data, visit)}
    ${csv ? html`<div class="actions">${button('Save as CSV', () => visit.attempt(() => save(view, csv)))}</div>` : nothing}`;
  },
};

/** Saves a report as a file. `csv` reads it. */
export async function save(name, csv) {
  const file = await read(csv({ headers: { Accept: 'text/csv' }, parseAs: 'blob' }));
  const link = document.createElement('a');
  Object.assign(link, { href: URL.createObjectURL(file), download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(link.href);
}
