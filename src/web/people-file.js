// People from a file: what it would change, with values old and new, and then the change itself.
import { getTexts } from './admin-texts.js';
import { api, read } from './api.js';
import { t } from './language.js';
import { check, select } from './question-fields.js';
import { formatNumber, nameCode } from './text.js';
import { badge, button, field, form, html, nothing, paged, table } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['OrgImport']} Result */
/** @typedef {Schemas['OrgImportLine']} Line */
/** How the file is read. @typedef {{ emptyClears?: boolean, absent?: 'leave', dateOrder: 'dmy' | 'mdy' }} Options */
/**
 * The file that is looked at, with what an import of it says. `progress` is what is said while it runs.
 *
 * @typedef {{ file: File | null, options: Options, job: Schemas['OrgImportJob'] | null, first: { items: Line[], nextCursor?: string } | null,
 *   progress: string, order: 'dmy' | 'mdy' }} State
 */

const shownLines = 50;
const pauseMs = { first: 250, longest: 2_000 };
/** @type {('created' | 'changed' | 'moved' | 'left' | 'leftOut' | 'unchanged')[]} */
const counts = ['created', 'changed', 'moved', 'left', 'leftOut', 'unchanged'];
/** @type {Readonly<Record<string, string>>} */
const looks = { created: 'good', left: 'poor', changed: 'fair', moved: 'fair' };

/** @param {Visit} visit @returns {State} */
const findState = ({ parts }) =>
  /** @type {State} */ (
    parts['file'] ??= { file: null, options: { dateOrder: 'dmy' }, job: null, first: null, progress: '', order: 'dmy' }
  );

export const file = {
  load: () => Promise.resolve({}),
  /**
   * @param {object} _data
   * @param {Visit} visit
   */
  view(_data, visit) {
    const state = findState(visit);
    return html`<p class="note">${getTexts().file.intro}</p>
      <section class="card">${drawChoice(state, visit)}</section>
      <p role="status" class="note">${state.progress}</p>
      ${state.job ? drawJob(state.job, state, visit) : nothing}`;
  },
};

/** @param {State} state @param {Visit} visit */
function drawChoice(state, visit) {
  /** @param {Record<string, any>} values */
  const submit = async ({ file: chosen, emptyClears, absent }) => {
    Object.assign(state, {
      file: chosen,
      options: {
        dateOrder: state.order,
        ...(emptyClears && { emptyClears: true }),
        ...(absent && { absent: 'leave' }),
      },
    });
    await runImport(state, true, visit);
    return undefined;
  };
  const orders = { dmy: getTexts().file.dayFirst, mdy: getTexts().file.monthFirst };
  return form(
    visit,
    { label: t.screens.file, action: getTexts().file.preview, submit },
    html`${field(getTexts().file.file, html`<input type="file" name="file" accept=".csv,text/csv" required />`, getTexts().file.fileHint)}
    ${select('order', getTexts().file.dateOrder, orders, state.order, (value) => {
      state.order = value === 'mdy' ? 'mdy' : 'dmy';
    })}
    ${check('emptyClears', getTexts().file.emptyClears)} ${check('absent', getTexts().file.absentLeave)}`,
  );
}

/**
 * Sends the file, and asks until the import of it has ended.
 *
 * @param {State} state
 * @param {boolean} dryRun
 * @param {Visit} visit
 */
async function runImport(state, dryRun, visit) {
  const data = new FormData();
  data.append('file', state.file ?? '');
  const query = { ...state.options, dryRun };
  const body = { file: '' }; // what is sent is the form
  /** @param {string} text */
  const say = (text) => {
    state.progress = text;
    visit.draw();
  };
  Object.assign(state, { job: null, first: null });
  say(getTexts().file.waiting);
  try {
    const { importId } = await read(
      api.POST('/admin/organisation/imports', { params: { query }, body, bodySerializer: () => data }),
    );
    const params = { path: { importId } };
    let pause = pauseMs.first;
    for (;;) {
      const job = await read(api.GET('/admin/organisation/imports/{importId}', { params }));
      if (job.status === 'done' || job.status === 'failed') {
        state.job = job;
        return;
      }
      say(job.total ? getTexts().file.prepared(job.done ?? 0, job.total) : getTexts().file.waiting);
      const wait = pause;
      await new Promise((resolve) => setTimeout(resolve, wait));
      pause = Math.min(pause * 1.5, pauseMs.longest);
      if (!location.hash.startsWith('#/file')) return; // the reader has left
    }
  } finally {
    say('');
  }
}

/**
 * @param {Schemas['OrgImportJob']} job
 * @param {State} state
 * @param {Visit} visit
 */
function drawJob({ result, error, dryRun }, state, visit) {
  const name = state.file?.name ?? '';
  const heading = html`<h2>${dryRun ? getTexts().file.previewOf(name) : getTexts().file.resultOf(name)}</h2>`;
  if (!result)
    return html`${heading}
      <p class="failure" role="alert">${t.api.says(error ?? '')}</p>`;
  const { faults, faultCount, warnings = [], notes, lines } = result;
  const changes = lines.filter(({ change }) => change !== 'leftOut');
  state.first ??= toPage(changes, 0);
  const apply = () =>
    visit.run(async () => {
      await runImport(state, false, visit);
      return state.job?.result?.applied ? getTexts().file.applied : undefined;
    });
  const willChange = changes.length > 0;
  return html`${heading}
    <dl class="figures">
      ${counts
        .filter((one) => result[one] !== undefined)
        .map(
          (one) =>
            html`<div class="card">
              <dt>${getTexts().file.kinds[one]}</dt>
              <dd>${formatNumber(result[one] ?? 0)}</dd>
            </div>`,
        )}
    </dl>
    ${
      faultCount
        ? html`<div class="card failure" role="alert">
            <h3>${getTexts().file.faults(faultCount)}</h3>
            <ul>
              ${faults.slice(0, shownLines).map(({ row, message }) => html`<li>${row ? getTexts().file.row(row, t.api.says(message)) : t.api.says(message)}</li>`)}
            </ul>
          </div>`
        : nothing
    }
    ${drawTexts(getTexts().file.warnings, warnings)}
    ${
      dryRun && !faultCount
        ? html`<div class="actions">
            ${willChange ? button(getTexts().file.apply, apply, { look: 'main' }) : html`<p>${getTexts().file.nothing}</p>`}
          </div>`
        : nothing
    }
    ${result.applied ? html`<p class="actions"><a href="#/start">${t.start.toStart}</a><a href="#/people">${t.screens.people}</a></p>` : nothing}
    ${willChange ? paged(visit, state.first, (cursor) => Promise.resolve(toPage(changes, Number(cursor))), drawLines) : nothing}
    ${drawTexts(getTexts().file.notes, notes)}`;
}

/** @param {Line[]} lines @param {number} from */
const toPage = (lines, from) => ({
  items: lines.slice(from, from + shownLines),
  ...(lines.length > from + shownLines && { nextCursor: String(from + shownLines) }),
});

/** What the service says of the file, in its own words. @param {string} title @param {string[]} texts */
const drawTexts = (title, texts) =>
  texts.length
    ? html`<h3>${title}</h3>
        <ul>
          ${texts.map((text) => html`<li>${t.api.says(text)}</li>`)}
        </ul>`
    : nothing;

/** @param {Line[]} lines */
const drawLines = (lines) =>
  table(
    getTexts().file.changes,
    [
      [getTexts().file.what, ({ change }) => badge(nameCode(getTexts().file.kinds, change), looks[change])],
      [
        t.common.person,
        ({ name, email }) =>
          html`${
              name
                ? html`<b><bdi>${name}</bdi></b
                    ><br />`
                : nothing
            }<small>${email}</small>`,
      ],
      [getTexts().file.before, (line) => drawValues(line, ({ from }) => from)],
      [getTexts().file.after, (line) => drawValues(line, ({ to }) => to)],
    ],
    lines,
  );

/** The fields of people by their names in the interface, in the language of the page. @returns {Readonly<Record<string, string>>} */
const nameFields = () => ({
  name: t.entry.name,
  email: t.entry.email,
  jobTitle: t.entry.jobTitle,
  roles: t.entry.roles,
  ...getTexts().file.fields,
  team: t.common.team,
  department: t.common.department,
  startDate: t.common.firstDay,
  timezone: t.settings.timezone.title,
  region: t.settings.region.title,
  preferredLanguage: t.settings.language.title,
  workingDays: t.settings.workingDays.title,
});

/**
 * The values of a side, one on a line; the managers of a move stand in its text.
 *
 * @param {Line} line
 * @param {(value: Schemas['OrgImportValue']) => string | undefined} choose
 */
function drawValues({ values, detail, change }, choose) {
  if (values)
    return html`<ul class="plain">
      ${values.map((value) => html`<li><small>${nameCode(nameFields(), value.field)}:</small> ${choose(value) ?? t.common.none}</li>`)}
    </ul>`;
  if (!detail) return nothing;
  const [before, after] = change === 'moved' ? detail.split(' → ') : ['', detail];
  return choose({ field: '', from: before ?? '', to: after ?? '' });
}
