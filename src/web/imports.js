// Imports of profiles: those under way, and what was read from a PDF, to confirm or to reject.
import { api, read } from './api.js';
import { t } from './language.js';
import { profileTexts } from './profile.js';
import { formatTime, nameCode } from './text.js';
import { askingButton, badge, cards, empty, field, form, html, nothing, opening, paged, person } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {{ path: { userId: string, jobId: string } }} Params */

/** @type {Readonly<Record<string, string>>} */
const looks = { parsed: 'fair', failed: 'poor', confirmed: 'good' };
/** @param {string} [cursor] */
const readPage = (cursor) => read(api.GET('/admin/imports', { params: { query: cursor ? { cursor } : {} } }));

export const imports = {
  load: () => readPage(),
  /**
   * @param {Schemas['ImportListEntryPage']} first
   * @param {Visit} visit
   */
  view(first, visit) {
    const none = empty(t.imports.none, t.imports.noneHint);
    return paged(visit, first, readPage, (items) => cards(items, (job) => drawJob(job, visit), none));
  },
};

/**
 * @param {Schemas['ImportListEntry']} job
 * @param {Visit} visit
 */
function drawJob({ jobId, user, status, createdAt }, visit) {
  const params = { path: { userId: user.id, jobId } };
  const heading = html`<b>${user.name}</b>
    <span class="note">${formatTime(createdAt)}</span> ${badge(nameCode(t.importStates, status), looks[status])}`;
  const readJob = () => read(api.GET('/admin/users/{userId}/insights/import/{jobId}', { params }));
  return opening(visit, jobId, heading, readJob, (job) => drawParsed(job, user, params, visit));
}

/** How sure the parser is of a text, and on which page it stands. @param {Partial<Schemas['Evidence']>} evidence */
function describeEvidence({ page, confidence } = {}) {
  if (!confidence) return '';
  const sure = nameCode(t.confidences, confidence);
  return page ? t.imports.evidenceOn(sure, page) : t.imports.evidence(sure);
}

/**
 * @param {Schemas['ImportJob']} job
 * @param {Schemas['UserRef']} user
 * @param {Params} params
 * @param {Visit} visit
 */
function drawParsed({ status, parsedFields, error, warnings = [], evidence = {}, diff = [] }, user, params, visit) {
  /** @type {Readonly<Record<string, unknown>>} */
  const parsed = parsedFields ?? {};
  /** What was read of a text. @param {string} name */
  const readOf = (name) => {
    const text = parsed[name];
    return typeof text === 'string' ? text : '';
  };
  if (error) return html`<p class="failure">${error}</p>`;
  if (status !== 'parsed') return html`<p class="note">${t.imports.isRead}</p>`;
  /** @param {Record<string, string>} values */
  const confirm = async (values) => {
    const body = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== readOf(name)));
    await read(api.POST('/admin/users/{userId}/insights/import/{jobId}/confirm', { params, body }));
    return t.imports.saved(user.name);
  };
  const reject = async () => {
    await read(api.POST('/admin/users/{userId}/insights/import/{jobId}/reject', { params }));
    return t.imports.rejected;
  };
  /** @param {(typeof profileTexts)[0]} name */
  const drawText = (name) => {
    return field(
      t.profile[name],
      html`<textarea name=${name} rows="4" .defaultValue=${readOf(name)}></textarea>`,
      describeEvidence(evidence[name]),
    );
  };
  return html`<p>${person(user)}</p>
    ${warnings.map((warning) => html`<p class="failure">${warning}</p>`)}
    ${diff.length ? html`<p class="note">${t.imports.differences(diff.length)}</p>` : nothing}
    ${form(visit, { label: t.imports.of(user.name), action: t.imports.confirm, submit: confirm }, profileTexts.map(drawText))}
    <div class="actions">
      ${askingButton(visit, t.imports.reject, t.imports.ask, () => visit.run(reject), t.imports.rejectOf(user.name))}
    </div>`;
}
