// For admins: who changed what, and how the company is connected.
import { api, read } from './api.js';
import { t } from './language.js';
import { drawProviders } from './providers.js';
import { formatTime, nameCode } from './text.js';
import { askingButton, badge, button, empty, field, form, html, nothing, paged, table } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['AuditEntry']} Entry */

const limit = 50;

/** @param {string} [cursor] */
const readAudit = (cursor) => read(api.GET('/audit', { params: { query: { limit, ...(cursor && { cursor }) } } }));

export const audit = {
  load: () => readAudit(),
  /**
   * @param {Schemas['AuditEntryPage']} first
   * @param {Visit} visit
   */
  view: (first, visit) =>
    paged(visit, first, readAudit, (items) => (items.length ? drawEntries(items) : empty(t.audit.none))),
};

/** @param {Entry[]} items */
function drawEntries(items) {
  /** @param {Schemas['UserRef'] | undefined} person @param {string} [id] */
  const link = (person, id) => (person ? html`<a href="#/people/${person.id}">${person.name}</a>` : (id ?? nothing));
  /** @param {Entry} entry */
  const drawMove = ({ fromManagerId, fromManager, toManagerId, toManager }) =>
    html`<br /><small
        >${t.audit.from} ${fromManagerId ? link(fromManager, fromManagerId) : t.common.top} ${t.audit.to}
        ${link(toManager, toManagerId)}</small
      >`;
  /** What was read, or what a value was and is. @param {Schemas['AuditValue']} value */
  const describeValue = ({ field, before, after = t.audit.nothing }) =>
    before === undefined ? `${field}: ${after}` : `${field}: ${before} → ${after}`;
  /** @param {Entry} entry */
  const drawDetails = (entry) =>
    html`${entry.action.replace(/[.-]/g, ' ')}${entry.fields ? html` <small>${entry.fields.join(', ')}</small>` : nothing}
    ${entry.values ? html`<br /><small>${entry.values.map(describeValue).join(', ')}</small>` : nothing}
    ${entry.toManagerId ? drawMove(entry) : nothing}
    ${entry.planId ? html`<br /><a href="#/plans/${entry.planId}">${t.audit.plan}</a>` : nothing}`;
  return table(
    t.audit.caption,
    [
      [t.audit.when, ({ at }) => formatTime(at)],
      [t.audit.who, ({ actor, actorId }) => link(actor, actorId)],
      [t.audit.what, drawDetails],
      [t.audit.about, ({ user, userId }) => link(user, userId)],
    ],
    items,
  );
}

async function loadSettings() {
  const [webhooks, providers, pending] = await Promise.all([
    read(api.GET('/admin/webhooks')),
    read(api.GET('/admin/identity-providers')),
    read(api.GET('/admin/pending-managers')),
  ]);
  return { webhooks: webhooks.items, providers: providers.items, pending: pending.items };
}

export const settings = {
  load: loadSettings,
  /**
   * @param {Awaited<ReturnType<typeof loadSettings>>} data
   * @param {Visit} visit
   */
  view: ({ webhooks, providers, pending }, visit) =>
    html`${drawProviders(providers, visit)}
      <section class="card">
        <h2>${t.connections.webhooks}</h2>
        <p class="note">${t.connections.webhooksNote}</p>
        <ul class="rows">
          ${webhooks.map((webhook) => html`<li>${drawWebhook(webhook, visit)}</li>`)}
        </ul>
        ${drawNewWebhook(visit)}
      </section>
      <section class="card">
        <h2>${t.connections.waiting}</h2>
        ${
          pending.length
            ? html`<ul>
                ${pending.map(({ user, manager }) => html`<li>${t.connections.waitsFor(user.name, manager)}</li>`)}
              </ul>`
            : empty(t.connections.nobody, t.connections.nobodyHint)
        }
      </section>`,
};

/**
 * @param {Schemas['Webhook']} webhook
 * @param {Visit} visit
 */
function drawWebhook({ id, url, status, types }, visit) {
  const params = { path: { webhookId: id } };
  const { change } = visit;
  return html`<div class="row">
    <span><b>${url}</b> <small class="note">${types.join(', ') || t.connections.allChanges}</small></span>
    ${badge(nameCode(t.webhookStates, status), status === 'enabled' ? 'good' : 'poor')}
    <div class="actions">
      ${button(t.connections.test, () => change(t.connections.testSent, () => api.POST('/admin/webhooks/{webhookId}/test', { params })), { label: t.connections.testOf(url), look: 'quiet' })}
      ${askingButton(visit, t.common.delete, t.connections.ask, () => change(t.common.deleted, () => api.DELETE('/admin/webhooks/{webhookId}', { params })), t.common.deleteOf(url))}
    </div>
  </div>`;
}

/** @param {Visit} visit */
function drawNewWebhook(visit) {
  /** @param {Record<string, string>} values */
  const submit = async ({ url = '' }) => {
    const { secret } = await read(api.POST('/admin/webhooks', { body: { url } }));
    return t.connections.added(secret ?? '');
  };
  const address = html`<input
    name="url"
    type="url"
    required
    maxlength="2000"
    placeholder="https://"
    autocomplete="off"
  />`;
  return form(
    visit,
    { label: t.connections.new, action: t.connections.add, submit },
    field(t.connections.newAddress, address),
  );
}
