// For admins: who changed what, and how the company is connected.
import { api, read } from './api.js';
import { formatTime } from './text.js';
import { askingButton, badge, button, empty, field, form, html, nothing, paged, table } from './ui.js';

const limit = 50;

const readAudit = (cursor) => read(api.GET('/audit', { params: { query: { limit, ...(cursor && { cursor }) } } }));

export const audit = {
  title: 'Audit log',
  isFor: ({ permissions }) => permissions.includes('audit:read'),
  load: () => readAudit(),
  view: (first, visit) =>
    paged(visit, first, readAudit, (items) => (items.length ? drawEntries(items) : empty('Nothing has changed yet'))),
};

function drawEntries(items) {
  const link = (person, id) => (person ? html`<a href="#/people/${person.id}">${person.name}</a>` : (id ?? nothing));
  const drawMove = ({ fromManagerId, fromManager, toManagerId, toManager }) =>
    html`<br /><small
        >from ${fromManagerId ? link(fromManager, fromManagerId) : 'the top'} to ${link(toManager, toManagerId)}</small
      >`;
  const drawDetails = (entry) =>
    html`${entry.action.replace(/[.-]/g, ' ')}${entry.fields ? html` <small>${entry.fields.join(', ')}</small>` : nothing}
    ${entry.toManagerId ? drawMove(entry) : nothing}
    ${entry.planId ? html`<br /><a href="#/plans/${entry.planId}">the plan</a>` : nothing}`;
  return table(
    'Changes',
    [
      ['When', ({ at }) => formatTime(at)],
      ['Who', ({ actor, actorId }) => link(actor, actorId)],
      ['What', drawDetails],
      ['About', ({ user, userId }) => link(user, userId)],
    ],
    items,
  );
}

export const settings = {
  title: 'Connections',
  isFor: ({ permissions }) => permissions.includes('webhook:manage'),
  async load() {
    const [webhooks, providers, pending] = await Promise.all([
      read(api.GET('/admin/webhooks')),
      read(api.GET('/admin/identity-providers')),
      read(api.GET('/admin/pending-managers')),
    ]);
    return { webhooks: webhooks.items, providers: providers.items, pending: pending.items };
  },
  view: ({ webhooks, providers, pending }, visit) =>
    html`<section class="card">
        <h2>Sign-in</h2>
        <p class="note">The identity providers whose tokens this company accepts.</p>
        ${
          providers.length
            ? table(
                'Identity providers',
                [
                  ['Issuer', ({ issuer }) => issuer],
                  ['Audience', ({ audience }) => audience],
                  ['Person by', ({ personClaim }) => personClaim],
                ],
                providers,
              )
            : empty('None')
        }
      </section>
      <section class="card">
        <h2>Webhooks</h2>
        <p class="note">Addresses that are told of changes.</p>
        <ul class="rows">
          ${webhooks.map((webhook) => html`<li>${drawWebhook(webhook, visit)}</li>`)}
        </ul>
        ${drawNewWebhook(visit)}
      </section>
      <section class="card">
        <h2>Waiting for a manager</h2>
        ${
          pending.length
            ? html`<ul>
                ${pending.map(({ user, manager }) => html`<li>${user.name}: ${manager}</li>`)}
              </ul>`
            : empty('Nobody', 'A directory may send people before their managers.')
        }
      </section>`,
};

function drawWebhook({ id, url, status, types }, visit) {
  const params = { path: { webhookId: id } };
  const { change } = visit;
  return html`<div class="row">
    <span><b>${url}</b> <small class="note">${types.join(', ') || 'all changes'}</small></span>
    ${badge(status, status === 'enabled' ? 'good' : 'poor')}
    <div class="actions">
      ${button('Test', () => change('A test event is sent.', () => api.POST('/admin/webhooks/{webhookId}/test', { params })), { label: `Test: ${url}`, look: 'quiet' })}
      ${askingButton(visit, 'Delete', 'Delete this webhook?', () => change('Deleted.', () => api.DELETE('/admin/webhooks/{webhookId}', { params })), `Delete: ${url}`)}
    </div>
  </div>`;
}

function drawNewWebhook(visit) {
  const submit = async ({ url }) => {
    const { secret } = await read(api.POST('/admin/webhooks', { body: { url } }));
    return `Added. Its secret, shown once: ${secret}`;
  };
  const address = html`<input
    name="url"
    type="url"
    required
    maxlength="2000"
    placeholder="https://"
    autocomplete="off"
  />`;
  return form(visit, { label: 'New webhook', action: 'Add', submit }, field('New address', address));
}
