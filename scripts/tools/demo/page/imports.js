// Imports of profiles: those under way, and what was read from a PDF, to confirm or to reject.
import { api, read } from './api.js';
import { texts } from './profile.js';
import { count, formatTime } from './text.js';
import { askingButton, badge, cards, empty, field, form, html, nothing, opening, paged, person } from './ui.js';

const looks = { parsed: 'fair', failed: 'poor', confirmed: 'good' };
const readPage = (cursor) => read(api.GET('/admin/imports', { params: { query: cursor ? { cursor } : {} } }));

export const imports = {
  title: 'Profile imports',
  isFor: ({ permissions }) => permissions.includes('profile:import'),
  load: () => readPage(),
  view(first, visit) {
    const none = empty('Nothing to confirm', 'Upload a profile on the screen of a person, below "Change".');
    return paged(visit, first, readPage, (items) => cards(items, (job) => drawJob(job, visit), none));
  },
};

function drawJob({ jobId, user, status, createdAt }, visit) {
  const params = { path: { userId: user.id, jobId } };
  const heading = html`<b>${user.name}</b>
    <span class="note">${formatTime(createdAt)}</span> ${badge(status, looks[status])}`;
  const readJob = () => read(api.GET('/admin/users/{userId}/insights/import/{jobId}', { params }));
  return opening(visit, jobId, heading, readJob, (job) => drawParsed(job, user, params, visit));
}

function drawParsed({ status, parsedFields, error, warnings = [], evidence = {}, diff = [] }, user, params, visit) {
  if (error) return html`<p class="failure">${error}</p>`;
  if (status !== 'parsed') return html`<p class="note">The PDF is being read. Open this row again in a moment.</p>`;
  const confirm = async (values) => {
    const body = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== (parsedFields[name] ?? '')),
    );
    await read(api.POST('/admin/users/{userId}/insights/import/{jobId}/confirm', { params, body }));
    return `The profile of ${user.name} is saved.`;
  };
  const reject = async () => {
    await read(api.POST('/admin/users/{userId}/insights/import/{jobId}/reject', { params }));
    return 'Rejected.';
  };
  const drawText = ([name, title]) => {
    const { page, confidence } = evidence[name] ?? {};
    const hint = confidence ? `${confidence} confidence${page ? `, page ${page}` : ''}` : '';
    return field(
      title,
      html`<textarea name=${name} rows="4" .defaultValue=${parsedFields[name] ?? ''}></textarea>`,
      hint,
    );
  };
  return html`<p>${person(user)}</p>
    ${warnings.map((warning) => html`<p class="failure">${warning}</p>`)}
    ${diff.length ? html`<p class="note">${count(diff.length, 'difference')} from the saved profile</p>` : nothing}
    ${form(visit, { label: `Profile of ${user.name}`, action: 'Confirm', submit: confirm }, Object.entries(texts).map(drawText))}
    <div class="actions">
      ${askingButton(visit, 'Reject', 'Reject this import?', () => visit.run(reject), `Reject: ${user.name}`)}
    </div>`;
}
