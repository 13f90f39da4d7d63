// Plans of reorganisations: what a plan would change, and its way from draft to applied, and back.
import { api, read } from './api.js';
import { picker } from './picker.js';
import { drawPreview } from './plan-preview.js';
import { count, formatDay, formatTime } from './text.js';
import { askingButton, badge, button, closedCard, empty, field, form, html, nothing, paged } from './ui.js';

const readPage = (cursor) => read(api.GET('/admin/org-plans', { params: { query: cursor ? { cursor } : {} } }));
/** States whose plan can still be previewed. */
const open = ['draft', 'in_review', 'approved', 'scheduled', 'blocked'];
const looks = { applied: 'good', approved: 'good', scheduled: 'good', in_review: 'fair', blocked: 'poor' };
/** `in_review` becomes "In review". */
const name = (status) => status.charAt(0).toUpperCase() + status.slice(1).replace('_', ' ');
const drawStatus = ({ status }) => badge(name(status), looks[status]);
export const plans = {
  title: 'Plans',
  hasHead: true,
  name: ({ plan }) => plan?.name,
  isFor: ({ permissions }) => permissions.includes('plan:manage'),
  load: ({ args: [planId] }) => (planId ? readPlan(planId) : readPage()),
  view: (data, visit) => (data.plan ? drawPlan(data, visit) : drawPlans(data, visit)),
};

async function readPlan(planId) {
  const params = { path: { planId } };
  const plan = await read(api.GET('/admin/org-plans/{planId}', { params }));
  if (!open.includes(plan.status)) return { plan };
  return { plan, preview: await read(api.GET('/admin/org-plans/{planId}/preview', { params })) };
}

function drawPlans(first, visit) {
  const drawItems = (items) =>
    items.length
      ? html`<ul class="rows">
          ${items.map(
            (plan) =>
              html`<li class="card row">
                <a href="#/plans/${plan.id}"><b>${plan.name}</b></a>
                <span class="note">${count(plan.moveCount, 'move')}, changed ${formatTime(plan.updatedAt)}</span>
                ${drawStatus(plan)}
              </li>`,
          )}
        </ul>`
      : empty('No plans yet', 'A plan shows what a reorganisation would change before anybody is moved.');
  return html`${drawNew(visit)} ${paged(visit, first, readPage, drawItems)}`;
}

/** The form of a new plan: its name, and who would report to whom. */
function drawNew(visit) {
  const rows = (visit.parts.rows ??= [0]);
  const submit = async ({ name, effectiveOn, ...values }) => {
    const moves = rows.map((row) => ({ userId: values[`user ${row}`], managerId: values[`manager ${row}`] }));
    const { id } = await read(
      api.POST('/admin/org-plans', { body: { name, ...(effectiveOn && { effectiveOn }), moves } }),
    );
    location.hash = `#/plans/${id}`;
    return 'The draft is stored. Nobody is moved.';
  };
  const add = () => {
    rows.push(rows.at(-1) + 1);
    visit.draw();
  };
  return closedCard(
    'New plan',
    form(
      visit,
      { label: 'New plan', action: 'Store as a draft', submit },
      html`<div class="fields">
          ${field('Name', html`<input name="name" required maxlength="200" autocomplete="off" />`)}
          ${field('Day', html`<input name="effectiveOn" type="date" />`, 'may be left empty')}
        </div>
        ${rows.map(
          (row) =>
            html`<div class="fields">
              ${picker(visit, { key: `user ${row}`, name: `user ${row}`, label: 'Who moves' })}
              ${picker(visit, { key: `manager ${row}`, name: `manager ${row}`, label: 'New manager' })}
            </div>`,
        )}
        <p>${button('Another move', add, { look: 'quiet' })}</p>`,
    ),
  );
}

function drawPlan({ plan, preview }, visit) {
  const { author, approvedBy, reason, effectiveOn, appliedAt, moveCount } = plan;
  const facts = [
    count(moveCount, 'move'),
    author && `written by ${author.name}`,
    approvedBy && `approved by ${approvedBy.name}`,
    effectiveOn && `on ${formatDay(effectiveOn)}`,
    appliedAt && `applied ${formatTime(appliedAt)}`,
  ];
  return html`<p><a href="#/plans">All plans</a></p>
    <div class="row">
      <p class="title">${plan.name}</p>
      ${drawStatus(plan)}
    </div>
    <p class="note">${facts.filter(Boolean).join(', ')}</p>
    ${reason ? html`<p class="card failure">Returned: ${reason}</p>` : nothing} ${drawActions(plan, preview, visit)}
    ${preview ? drawPreview(preview) : nothing}`;
}

function drawActions({ id, status, name }, preview, visit) {
  const params = { path: { planId: id } };
  const { change } = visit;
  const all = {
    apply: () =>
      askingButton(visit, 'Apply now', `Move ${count(preview.moves.length, 'person', 'people')} now?`, () =>
        change(`${name} is applied. Access follows the new lines at once.`, () =>
          api.POST('/admin/org-plans/{planId}/apply', { params }),
        ),
      ),
    submit: () =>
      button('Submit', () => change('Submitted.', () => api.POST('/admin/org-plans/{planId}/submit', { params }))),
    approve: () =>
      button('Approve', () => change('Approved.', () => api.POST('/admin/org-plans/{planId}/approve', { params }))),
    undo: () =>
      askingButton(visit, 'Undo', 'Return everyone to their former manager?', () =>
        change('Everyone is back.', () => api.POST('/admin/org-plans/{planId}/undo', { params })),
      ),
    cancel: () =>
      askingButton(visit, 'Cancel the plan', 'Cancel it for good?', () =>
        change('Cancelled.', () => api.POST('/admin/org-plans/{planId}/cancel', { params })),
      ),
  };
  const byStatus = {
    draft: ['submit', 'apply', 'cancel'],
    in_review: ['approve', 'cancel'],
    approved: ['apply', 'cancel'],
    scheduled: ['apply', 'cancel'],
    blocked: ['apply', 'cancel'],
    applied: ['undo'],
  };
  const send = async ({ reason }) => {
    await read(api.POST('/admin/org-plans/{planId}/reject', { params, body: { reason } }));
    return 'Returned to its author.';
  };
  return html`<div class="actions">${(byStatus[status] ?? []).map((action) => all[action]())}</div>
    ${
      ['in_review', 'approved', 'scheduled', 'blocked'].includes(status)
        ? html`<details>
            <summary>Return to the author</summary>
            <div class="opened">
              ${form(visit, { label: 'Return', action: 'Return', submit: send }, field('Reason', html`<textarea name="reason" rows="2" required maxlength="2000"></textarea>`))}
            </div>
          </details>`
        : nothing
    }`;
}
