// Where an admin goes on whose company has just begun: a hint on the screens that have nothing to show yet.
import { t } from './language.js';
import { html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Me} Me */

/** Whether nobody reports to an admin, and they report to nobody: as far as the page knows, they are alone. @param {Me} me */
export const isAlone = ({ permissions, isManager, manager }) =>
  permissions.includes('organisation:manage') && !isManager && !manager;

/** Leads such an admin to what the company still needs. @param {Me} me */
export const drawFirstSteps = (me) =>
  isAlone(me)
    ? html`<aside class="card steps">
        <p><b>${t.start.begin}</b> ${t.start.beginHint}</p>
        <p><a href="#/start">${t.start.toStart}</a></p>
      </aside>`
    : nothing;
