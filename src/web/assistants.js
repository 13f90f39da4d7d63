// Assistants, such as a chat: at which address they call for the people of a company, what an admin does for that, and which have acted.
import { api, read } from './api.js';
import { t } from './language.js';
import { formatTime } from './text.js';
import { badge, empty, html, nothing, opening, paged, person } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */

/** Where the assistants of the company call. @param {Visit} visit */
function drawAddress({ me }) {
  const address = `${location.origin}/mcp/${encodeURIComponent(me.tenant.slug)}`;
  return html`<p class="address">${t.assistants.address}: <code>${address}</code></p>`;
}

/** @param {{ client: string, lastAt: string }} use */
const describeUse = ({ client, lastAt }) => t.assistants.use(client, formatTime(lastAt));

/** The reader's own assistants, if the company lets them act. @param {Visit} visit */
export function drawOwnAssistants(visit) {
  const { assistants } = visit.me.tenant;
  if (assistants === 'off') return nothing;
  return html`<h2>${t.assistants.own}</h2>
    <section class="card">
      <p>${assistants === 'read' ? t.assistants.readsForYou : t.assistants.changesForYou}</p>
      ${drawAddress(visit)}
      <p>${t.assistants.connect}</p>
      ${opening(
        visit,
        'assistants',
        t.assistants.actedForYou,
        () => read(api.GET('/me/assistants')),
        ({ items }) =>
          items.length
            ? html`<ul>
                ${items.map((use) => html`<li>${describeUse(use)}</li>`)}
              </ul>`
            : empty(t.common.none),
      )}
    </section>`;
}

/** @param {string} [cursor] */
const readUses = (cursor) => read(api.GET('/admin/assistants', { params: { query: { ...(cursor && { cursor }) } } }));

/** What an admin does about them. @param {string} state the setting, as it is stored @param {Visit} visit */
export function drawAssistants(state, visit) {
  const isOn = state !== 'off';
  const known = /** @type {Readonly<Record<string, string>>} */ (t.assistants.states);
  const steps = [
    ...(isOn ? [] : [t.assistants.turnOn]),
    state === 'write' ? t.assistants.registerToChange : t.assistants.register,
    t.assistants.tell,
  ];
  return html`<p>${badge(known[state] ?? state, isOn ? 'good' : '')}</p>
    ${drawAddress(visit)}
    <h3>${t.assistants.next}</h3>
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
    <p><a href="/docs/assistants">${t.assistants.details}</a></p>
    ${opening(
      visit,
      'assistants',
      t.assistants.acted,
      () => readUses(),
      (first) => drawUses(first, visit),
    )}`;
}

/** @param {Schemas['AssistantUsePage']} first @param {Visit} visit */
const drawUses = (first, visit) =>
  paged(visit, first, readUses, (items) =>
    items.length
      ? html`<ul class="rows">
          ${items.map((use) => html`<li>${person(use.user, describeUse(use))}</li>`)}
        </ul>`
      : empty(t.common.none),
  );
