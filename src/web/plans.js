// Plans of reorganisations: what a plan would change, and its way from draft to applied, and back.
import { api, read } from './api.js';
import { t } from './language.js';
import { picker } from './picker.js';
import { drawPreview } from './plan-preview.js';
import { formatDay, formatTime, nameCode } from './text.js';
import { askingButton, badge, button, closedCard, empty, field, form, html, nothing, paged } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['OrgPlan']} Plan */
/** @typedef {Schemas['OrgPlanPreview']} Preview */

/** @param {string} [cursor] */
const readPage = (cursor) => read(api.GET('/admin/org-plans', { params: { query: cursor ? { cursor } : {} } }));
/** States whose plan can still be previewed. */
const open = ['draft', 'in_review', 'approved', 'scheduled', 'blocked'];
/** @type {Readonly<Record<string, string>>} */
const looks = { applied: 'good', approved: 'good', scheduled: 'good', in_review: 'fair', blocked: 'poor' };
/** @param {{ status: string }} plan */
const drawStatus = ({ status }) => badge(nameCode(t.planStates, status), looks[status]);

/** @param {Visit} visit */
const load = async ({ args: [planId] }) =>
  planId ? { ...(await readPlan(planId)), first: null } : { plan: null, preview: null, first: await readPage() };
/** @typedef {Awaited<ReturnType<typeof load>>} Loaded */

export const plans = {
  hasHead: true,
  /** @param {Loaded} data */
  name: ({ plan }) => plan?.name,
  load,
  /**
   * @param {Loaded} data
   * @param {Visit} visit
   */
  view: ({ plan, preview, first }, visit) =>
    plan ? drawPlan(plan, preview, visit) : first ? drawPlans(first, visit) : nothing,
};

/** A plan, and its preview while it can still be applied. @param {string} planId */
async function readPlan(planId) {
  const params = { path: { planId } };
  const plan = await read(api.GET('/admin/org-plans/{planId}', { params }));
  if (!open.includes(plan.status)) return { plan, preview: null };
  return { plan, preview: await read(api.GET('/admin/org-plans/{planId}/preview', { params })) };
}

/**
 * @param {Schemas['OrgPlanPage']} first
 * @param {Visit} visit
 */
function drawPlans(first, visit) {
  /** @param {Schemas['OrgPlanPage']['items']} items */
  const drawItems = (items) =>
    items.length
      ? html`<ul class="rows">
          ${items.map(
            (plan) =>
              html`<li class="card row">
                <a href="#/plans/${plan.id}"
                  ><b><bdi>${plan.name}</bdi></b></a
                >
                <span class="note">${t.plans.changed(plan.moveCount, formatTime(plan.updatedAt))}</span>
                ${drawStatus(plan)}
              </li>`,
          )}
        </ul>`
      : empty(t.plans.none, t.plans.noneHint);
  return html`${drawNew(visit)} ${paged(visit, first, readPage, drawItems)}`;
}

/** The form of a new plan: its name, and who would report to whom. @param {Visit} visit */
function drawNew(visit) {
  const rows = /** @type {number[]} */ (visit.parts['rows'] ??= [0]);
  /** @param {Record<string, string>} values */
  const submit = async ({ name = '', effectiveOn, ...values }) => {
    const moves = rows.map((row) => ({
      userId: values[`user ${row}`] ?? '',
      managerId: values[`manager ${row}`] ?? '',
    }));
    const { id } = await read(
      api.POST('/admin/org-plans', { body: { name, ...(effectiveOn && { effectiveOn }), moves } }),
    );
    location.hash = `#/plans/${id}`;
    return t.plans.stored;
  };
  const add = () => {
    rows.push(rows.length);
    visit.draw();
  };
  return closedCard(
    t.plans.new,
    form(
      visit,
      { label: t.plans.new, action: t.plans.store, submit },
      html`<div class="fields">
          ${field(t.plans.name, html`<input name="name" required maxlength="200" autocomplete="off" />`)}
          ${field(t.plans.day, html`<input name="effectiveOn" type="date" />`, t.plans.dayHint)}
        </div>
        ${rows.map(
          (row) =>
            html`<div class="fields">
              ${picker(visit, { key: `user ${row}`, name: `user ${row}`, label: t.plans.whoMoves })}
              ${picker(visit, { key: `manager ${row}`, name: `manager ${row}`, label: t.plans.newManager })}
            </div>`,
        )}
        <p>${button(t.plans.another, add, { look: 'quiet' })}</p>`,
    ),
  );
}

/**
 * @param {Plan} plan
 * @param {Preview | null} preview
 * @param {Visit} visit
 */
function drawPlan(plan, preview, visit) {
  const { author, approvedBy, reason, effectiveOn, appliedAt, moveCount } = plan;
  const facts = [
    t.plans.moves(moveCount),
    author && t.plans.writtenBy(author.name),
    approvedBy && t.plans.approvedBy(approvedBy.name),
    effectiveOn && t.plans.on(formatDay(effectiveOn)),
    appliedAt && t.plans.appliedAt(formatTime(appliedAt)),
  ];
  return html`<p><a href="#/plans">${t.plans.all}</a></p>
    <div class="row">
      <p class="title"><bdi>${plan.name}</bdi></p>
      ${drawStatus(plan)}
    </div>
    <p class="note">${facts.filter(Boolean).join(', ')}</p>
    ${reason ? html`<p class="card failure">${t.plans.returned(reason)}</p>` : nothing}
    ${drawActions(plan, preview, visit)} ${preview ? drawPreview(preview, plan) : nothing}`;
}

/**
 * @param {Plan} plan
 * @param {Preview | null} preview
 * @param {Visit} visit
 */
function drawActions({ id, status, name }, preview, visit) {
  const params = { path: { planId: id } };
  const { change } = visit;
  const all = {
    apply: () =>
      askingButton(visit, t.plans.apply, t.plans.askApply(preview?.moves.length ?? 0), () =>
        change(t.plans.applied(name), () => api.POST('/admin/org-plans/{planId}/apply', { params })),
      ),
    submit: () =>
      button(t.plans.submit, () =>
        change(t.plans.submitted, () => api.POST('/admin/org-plans/{planId}/submit', { params })),
      ),
    approve: () =>
      button(t.plans.approve, () =>
        change(t.plans.approved, () => api.POST('/admin/org-plans/{planId}/approve', { params })),
      ),
    undo: () =>
      askingButton(visit, t.plans.undo, t.plans.askUndo, () =>
        change(t.plans.undone, () => api.POST('/admin/org-plans/{planId}/undo', { params })),
      ),
    cancel: () =>
      askingButton(visit, t.plans.cancel, t.plans.askCancel, () =>
        change(t.plans.cancelled, () => api.POST('/admin/org-plans/{planId}/cancel', { params })),
      ),
  };
  /** @type {Readonly<Record<string, (keyof typeof all)[]>>} */
  const byStatus = {
    draft: ['submit', 'apply', 'cancel'],
    in_review: ['approve', 'cancel'],
    approved: ['apply', 'cancel'],
    scheduled: ['apply', 'cancel'],
    blocked: ['apply', 'cancel'],
    applied: ['undo'],
  };
  /** @param {Record<string, string>} values */
  const send = async ({ reason = '' }) => {
    await read(api.POST('/admin/org-plans/{planId}/reject', { params, body: { reason } }));
    return t.plans.returnedToAuthor;
  };
  return html`<div class="actions">${(byStatus[status] ?? []).map((action) => all[action]())}</div>
    ${
      ['in_review', 'approved', 'scheduled', 'blocked'].includes(status)
        ? html`<details>
            <summary>${t.plans.returnToAuthor}</summary>
            <div class="opened">
              ${form(visit, { label: t.plans.return, action: t.plans.return, submit: send }, field(t.plans.reason, html`<textarea name="reason" rows="2" required maxlength="2000"></textarea>`))}
            </div>
          </details>`
        : nothing
    }`;
}
