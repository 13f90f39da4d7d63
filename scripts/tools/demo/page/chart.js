// The org chart as a tree: each manager opens and closes the people below. A search shows whom it finds, with everyone above.
import { api, read } from './api.js';
import { count, fold } from './text.js';
import { button, empty, html, nothing, person } from './ui.js';

/** Managers of so many levels are open at first. */
const openLevels = 2;
const maxFound = 100;

export const chart = {
  title: 'Org chart',
  isFor: ({ isManager, permissions }) => isManager || permissions.includes('chain:read'),
  async load({ opened }) {
    const rows = await read(api.GET('/org/chart'));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const byManager = Map.groupBy(rows, ({ managerId }) => (byId.has(managerId) ? managerId : null));
    for (const { id, depth } of rows) if (depth < openLevels) opened.add(id);
    return { rows, byId, byManager };
  },
  view({ rows, byId, byManager }, visit) {
    const { opened, parts, draw } = visit;
    const setOpen = (isOpen) => {
      opened.clear();
      if (isOpen) for (const id of byManager.keys()) opened.add(id);
      draw();
    };
    const look = ({ currentTarget }) => {
      parts.search = fold(currentTarget.value.trim());
      draw();
    };
    const found = parts.search ? findPeople(rows, byId, parts.search) : null;
    const tree = { byManager, found, opened, draw };
    return html`<div class="row">
        <label class="search"
          ><span class="hidden">Search the chart</span
          ><input type="search" placeholder="Search by name, job title or team" @input=${look}
        /></label>
        <div class="actions">
          ${button('Open all', () => setOpen(true))}${button('Close all', () => setOpen(false))}
        </div>
      </div>
      <p class="note" role="status">
        ${found ? `${count(found.hits.size, 'person', 'people')} found` : `People shown: ${rows.length}`}
      </p>
      ${found && !found.hits.size ? empty('Nobody found', 'Try a part of the name.') : nothing}
      <ul class="tree">
        ${(byManager.get(null) ?? []).map((row) => drawPerson(row, tree))}
      </ul>`;
  },
};

/** The people whom a search finds, and everyone above them. */
function findPeople(rows, byId, search) {
  const matches = rows.filter(({ name, jobTitle = '', team = '' }) =>
    fold(`${name} ${jobTitle} ${team}`).includes(search),
  );
  const hits = new Set(matches.slice(0, maxFound).map(({ id }) => id));
  const shown = new Set();
  for (const id of hits)
    for (let row = byId.get(id); row && !shown.has(row.id); row = byId.get(row.managerId)) shown.add(row.id);
  return { hits, shown };
}

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
  const label = `Below ${name}`;
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
      ${person(row, [jobTitle, reports && `${reports} direct, ${below} in all`].filter(Boolean).join(' · '))}
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
