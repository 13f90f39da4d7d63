// The org chart as a tree: each manager opens and closes the people below.
import { api, read } from './api.js';
import { button, h } from './dom.js';

/** Managers of so many levels are open at first. */
const openLevels = 2;

/** Draws the people that the caller may see. */
export async function showChart(content) {
  const rows = await read(api.GET('/org/chart'));
  const ids = new Set(rows.map(({ id }) => id));
  const byManager = Map.groupBy(rows, ({ managerId }) => managerId);
  const roots = rows.filter(({ managerId }) => !ids.has(managerId));
  const tree = h(
    'ul',
    { class: 'tree' },
    roots.map((row) => drawPerson(row, byManager)),
  );
  const setOpen = (open) => tree.querySelectorAll('details').forEach((details) => (details.open = open));
  content.replaceChildren(
    h(
      'p',
      { class: 'actions' },
      button('Open all', () => setOpen(true)),
      button('Close all', () => setOpen(false)),
    ),
    h('p', { class: 'note' }, `People shown: ${rows.length}`),
    tree,
  );
}

function drawPerson({ id, name, jobTitle, depth, reports, below }, byManager) {
  const label = [h('b', {}, name), h('span', { class: 'note' }, jobTitle ? ` ${jobTitle}` : '')];
  const direct = byManager.get(id) ?? [];
  if (direct.length === 0) return h('li', {}, ...label);
  const people = h('span', { class: 'count' }, `${reports} direct, ${below} in all`);
  return h(
    'li',
    {},
    h(
      'details',
      { open: depth < openLevels },
      h('summary', {}, ...label, ' ', people),
      h(
        'ul',
        {},
        direct.map((row) => drawPerson(row, byManager)),
      ),
    ),
  );
}
