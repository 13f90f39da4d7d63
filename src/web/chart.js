// The org chart as a tree: each manager opens and closes the people below. A search shows whom it finds, with everyone above.
import { api, read } from './api.js';
import { drawFirstSteps } from './first-steps.js';
import { t } from './language.js';
import { fold } from './text.js';
import { button, empty, html, nothing, person } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas['ChartRow']} Row */
/** @typedef {{ hits: Set<string>, shown: Set<string> }} Found */
/** @typedef {{ byManager: Map<string | null, Row[]>, found: Found | null, opened: Set<string>, draw: () => void }} Tree */

/** Managers of so many levels are open at first. */
const openLevels = 2;
const maxFound = 100;
/** More people are not opened all at once: nobody would find anybody. */
const maxOpen = 1_000;

/** @param {Visit} visit */
async function load({ opened }) {
  const rows = await read(api.GET('/org/chart'));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byManager = Map.groupBy(rows, ({ managerId }) =>
    managerId !== undefined && byId.has(managerId) ? managerId : null,
  );
  for (const { id, depth } of rows) if (depth < openLevels) opened.add(id);
  const texts = rows.map(({ name, jobTitle = '', team = '' }) => fold(`${name} ${jobTitle} ${team}`)); // of many people, that takes a while
  return { rows, texts, byId, byManager };
}

export const chart = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view({ rows, texts, byId, byManager }, visit) {
    const { opened, parts, draw } = visit;
    /** @param {boolean} isOpen */
    const setOpen = (isOpen) => {
      opened.clear();
      if (isOpen) for (const id of byManager.keys()) if (id !== null) opened.add(id);
      draw();
    };
    /** @param {{ currentTarget: HTMLInputElement }} event */
    const look = ({ currentTarget }) => {
      parts['search'] = fold(currentTarget.value.trim());
      draw();
    };
    const search = /** @type {string | undefined} */ (parts['search']);
    const found = search ? findPeople(rows, texts, byId, search) : null;
    const tree = { byManager, found, opened, draw };
    return html`${drawFirstSteps(visit.me)}
      <div class="row">
        <label class="search"
          ><span class="hidden">${t.chart.search}</span
          ><input type="search" placeholder=${t.chart.searchBy} @input=${look}
        /></label>
        <div class="actions">
          ${rows.length > maxOpen ? nothing : button(t.chart.openAll, () => setOpen(true))}${button(t.chart.closeAll, () => setOpen(false))}
        </div>
      </div>
      <p class="note" role="status">${found ? t.chart.found(found.hits.size) : t.chart.shown(rows.length)}</p>
      ${found && !found.hits.size ? empty(t.common.nobodyFound, t.common.tryPartOfName) : nothing}
      <ul class="tree">
        ${(byManager.get(null) ?? []).map((row) => drawPerson(row, tree))}
      </ul>`;
  },
};

/**
 * The people whom a search finds, and everyone above them.
 *
 * @param {Row[]} rows
 * @param {string[]} texts what is searched of each
 * @param {Map<string, Row>} byId
 * @param {string} search
 */
function findPeople(rows, texts, byId, search) {
  const matches = rows.filter((_row, at) => texts[at]?.includes(search));
  const hits = new Set(matches.slice(0, maxFound).map(({ id }) => id));
  /** @type {Set<string>} */
  const shown = new Set();
  for (const id of hits)
    for (let row = byId.get(id); row && !shown.has(row.id); row = byId.get(row.managerId ?? '')) shown.add(row.id);
  return { hits, shown };
}

/**
 * @param {Row} row
 * @param {Tree} tree
 * @returns {import('./visit.d.ts').Drawn}
 */
function drawPerson(row, tree) {
  const { byManager, found, opened, draw } = tree;
  const { id, name, jobTitle, reports, below } = row;
  if (found && !found.shown.has(id)) return nothing;
  const direct = byManager.get(id) ?? [];
  const isOpen = found !== null || opened.has(id);
  const toggle = () => {
    opened[isOpen ? 'delete' : 'add'](id);
    draw();
  };
  const label = t.chart.below(name);
  return html`<li>
    <div class="node ${found?.hits.has(id) ? 'hit' : ''}">
      ${
        direct.length && !found
          ? html`<button
              type="button"
              class="twist"
              aria-expanded=${isOpen}
              aria-label=${label}
              @click=${toggle}
            ></button>`
          : nothing
      }
      ${person(row, [jobTitle, reports && t.chart.reports(reports, below)].filter(Boolean).join(' · '))}
    </div>
    ${
      direct.length && isOpen
        ? html`<ul>
            ${direct.map((one) => drawPerson(one, tree))}
          </ul>`
        : nothing
    }
  </li>`;
}
