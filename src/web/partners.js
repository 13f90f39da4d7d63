// HR partners: who has the sight of the People Team for a part of the company, and when. An admin requests one, and another admin approves it.
import { api, read } from './api.js';
import { t } from './language.js';
import { picker } from './picker.js';
import { drawChecked, drawOthers, findFaults, input, select, sendFrom } from './question-fields.js';
import { formatDay } from './text.js';
import { askingButton, button, cards, empty, field, form, html, nothing, opening, paged, person } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['Part']} Part */
/** @typedef {Schemas['Approval']} Approval */

/** @param {string} [cursor] */
const readParts = (cursor) => read(api.GET('/admin/partners', { params: { query: { ...(cursor && { cursor }) } } }));

async function load() {
  const [{ items: teams }, parts, waiting] = await Promise.all([
    read(api.GET('/teams', { params: { query: { limit: 200 } } })),
    readParts(),
    read(api.GET('/admin/approvals', { params: { query: { kind: 'partner', limit: 200 } } })),
  ]);
  const departments = [...new Set(teams.flatMap(({ department }) => department ?? []))].sort();
  /** A request has the department as it is compared. @param {Approval} request */
  const withName = (request) => {
    const department = departments.find((one) => one.toLowerCase() === request.department);
    return department === undefined ? request : { ...request, department };
  };
  return { departments, parts, waiting: waiting.items.map(withName) };
}

/** Says which part of the company it is, and when. @param {{ below?: { name: string }, department?: string, from?: string, to?: string }} part */
const describePart = ({ below, department = '', from = '', to = '' }) =>
  t.partners.term(
    below ? t.partners.below(below.name) : t.partners.ofDepartment(department),
    formatDay(from),
    formatDay(to),
  );

export const partners = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view: ({ departments, parts, waiting }, visit) =>
    html`<p class="note">${t.partners.note}</p>
      <div class="card">
        ${opening(
          visit,
          'new',
          html`<b>${t.partners.new}</b>`,
          () => Promise.resolve(departments),
          (all) => drawNew(all, visit),
        )}
      </div>
      ${
        waiting.length
          ? html`<h2>${t.partners.waiting} <span class="note">${waiting.length}</span></h2>
              ${cards(waiting, (request) => drawWaiting(request, visit))}`
          : nothing
      }
      <h2>${t.partners.now}</h2>
      ${paged(visit, parts, readParts, (items) => cards(items, (part) => drawPart(part, visit), empty(t.partners.none, t.partners.noneHint)))}`,
};

/** @param {Part} part @param {Visit} visit */
function drawPart(part, visit) {
  const { id, partner } = part;
  const end = () =>
    visit.change(t.partners.ended(partner.name), () =>
      api.DELETE('/admin/partners/{partId}', { params: { path: { partId: id } } }),
    );
  return html`<div class="row">
    ${person(partner, describePart(part))}
    ${askingButton(visit, t.common.end, t.partners.askEnd, end, t.common.endOf(`${partner.name}, ${describePart(part)}`))}
  </div>`;
}

/** What waits: who requested it can withdraw it, and every other admin can decide. @param {Approval} request @param {Visit} visit */
function drawWaiting(request, visit) {
  const { id, user, requester, requesterId } = request;
  const params = { path: { approvalId: id } };
  const name = user?.name ?? t.common.somebody;
  /** @param {string} done */
  const reject = (done) => () => visit.change(done, () => api.POST('/admin/approvals/{approvalId}/reject', { params }));
  const approve = () =>
    visit.change(t.partners.approved(name), () => api.POST('/admin/approvals/{approvalId}/approve', { params }));
  const isOwn = requesterId === visit.me.id;
  return html`<div class="row">
    ${user ? person(user, describePart(request)) : describePart(request)}
    <span
      >${
        isOwn
          ? html`<small>${t.partners.waitsForOther}</small> ${button(
                t.partners.withdraw,
                reject(t.partners.withdrawn),
                {
                  label: t.partners.withdrawOf(name),
                  look: 'quiet',
                },
              )}`
          : html`<small>${t.partners.requestedBy(requester?.name ?? t.common.somebody)}</small>
              ${askingButton(visit, t.partners.approve, t.partners.askApprove(name), approve, t.partners.approveOf(name))}
              ${askingButton(visit, t.partners.reject, t.partners.askReject, reject(t.partners.rejected), t.partners.rejectOf(name))}`
      }</span
    >
  </div>`;
}

/** The form of a request. @param {string[]} departments @param {Visit} visit */
function drawNew(departments, visit) {
  const state = /** @type {import('./question-fields.js').Faults & { kind?: string }} */ (findFaults(visit, 'request'));
  const kind = (state.kind ??= 'below');
  /** @param {Record<string, string>} values */
  const submit = ({ userId = '', belowId, department, from = '', to = '' }) =>
    sendFrom(state, async () => {
      const body = { userId, from, to, ...(kind === 'below' ? { belowId } : { department }) };
      await read(api.POST('/admin/approvals/partner', { body: /** @type {Schemas['PartnerRequest']} */ (body) }));
      visit.parts['partner'] = visit.parts['head'] = undefined;
      visit.opened.delete('new');
      return t.partners.requested;
    });
  /** @param {string} name @param {Drawn} content */
  const checked = (name, content) => drawChecked(state, [`/${name}`], content);
  return form(
    visit,
    { label: t.partners.new, action: t.partners.request, submit },
    html`<p class="note">${t.partners.requestNote}</p>
      <div class="fields">
        ${checked('userId', picker(visit, { key: 'partner', name: 'userId', label: t.partners.partner }))}
        ${select('kind', t.partners.part, t.partners.kinds, kind, (value) => {
          state.kind = value;
          visit.draw();
        })}
        ${
          kind === 'below'
            ? checked('belowId', picker(visit, { key: 'head', name: 'belowId', label: t.partners.head }))
            : checked(
                'department',
                field(
                  t.common.department,
                  html`${input('department', { list: 'departments', isRequired: true, maxLength: 200 })}
                    <datalist id="departments">
                      ${departments.map((one) => html`<option value=${one}></option>`)}
                    </datalist>`,
                ),
              )
        }
      </div>
      <div class="fields">
        ${checked('from', field(t.common.firstDay, input('from', { type: 'date', isRequired: true })))}
        ${checked('to', field(t.common.lastDay, input('to', { type: 'date', isRequired: true }), t.partners.toHint))}
      </div>
      ${drawOthers(state)}`,
  );
}

/** Reads the partners of a person, and of which parts they are one. @param {string} userId */
export const readPartners = (userId) => read(api.GET('/users/{userId}/partners', { params: { path: { userId } } }));

/**
 * Draws both; nothing where there is neither.
 *
 * @param {Schemas['PartsOfUser']} read
 * @param {boolean} isReader whether it is the reader
 */
export const drawPartners = ({ partners: own, parts }, isReader) =>
  html`${
    own.length
      ? html`<h2>${t.partners.title}</h2>
          <p class="note">${t.partners.note}</p>
          ${cards(own, (part) => person(part.partner, describePart(part)), nothing, 'people')}`
      : nothing
  }
  ${
    parts.length
      ? html`<h2>${t.partners.for}</h2>
          ${isReader ? html`<p class="note">${t.partners.ownNote} <a href="#/reports">${t.partners.toReports}</a></p>` : nothing}
          ${cards(parts, (part) => (part.below ? person(part.below, describePart(part)) : describePart(part)))}`
      : nothing
  }`;
