// The report of a question: what those in sight who are asked have answered, newest week first, and by department. It has no texts.
import { api, read } from './api.js';
import { t } from './language.js';
import { save } from './reports.js';
import { formatDay, formatMean, formatPercent, formatShortDay } from './text.js';
import { bar, button, empty, html, nothing, table } from './ui.js';
import { drawFigures, percent } from './report-views.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['QuestionReport']} Report */
/** @typedef {Schemas['QuestionReportRow']} Row */
/** @typedef {readonly [title: string, draw: (row: Row) => import('./visit.d.ts').Drawn, look?: string]} Column */

/** @param {string} questionId @param {object} [options] */
const ask = (questionId, options) => api.GET('/reports/question', { ...options, params: { query: { questionId } } });

/** Reads the report up to the last week: a week that is not over would change with each answer. @param {string} questionId */
export const readReport = (questionId) => read(ask(questionId));

/** The names of what can be answered; none of a text. @param {Pick<Report, 'kind' | 'points' | 'lowest' | 'low' | 'high' | 'options'>} report */
function listPlaces({ kind, points = 0, lowest = 1, low, high, options = [] }) {
  if (kind === 'choice') return options;
  if (kind === 'yes_no') return [t.common.yes, t.common.no];
  return Array.from({ length: kind === 'scale' ? points : 0 }, (_, at) => {
    const end = at === 0 ? low : at === points - 1 ? high : undefined;
    return `${at + lowest}${end ? `: ${end}` : ''}`;
  });
}

/**
 * @param {Report} report
 * @param {Visit} visit
 */
export function drawReport(report, visit) {
  const { questionId, kind, weekStart, rows, wordings } = report;
  const weeks = rows.filter(({ scope }) => scope === 'everyone').reverse();
  const [newest] = weeks;
  const saveCsv = () => visit.attempt(() => save('question', (options) => ask(questionId, options)));
  return html`<p><a href="#/questions">${t.questionReport.all}</a></p>
    <p class="note">
      ${t.questionReport.note(formatDay(weekStart))} ${kind === 'text' ? t.questionReport.textsNote : ''}
    </p>
    ${
      newest
        ? html`${drawNewest(report, newest)} ${drawDepartments(report, newest)} ${drawWeeks(report, weeks)}
            ${drawWordings(wordings)}
            <div class="actions">${button(t.common.saveAsCsv, saveCsv)}</div>`
        : empty(t.questionReport.none, t.questionReport.noneHint)
    }`;
}

/** How many have given the answer at a place. @param {Row} row @param {number} place */
const findCount = (row, place) =>
  /** @type {Readonly<Record<string, number | undefined>>} */ (/** @type {unknown} */ (row))[`count${place + 1}`];

/** @param {Report} report @param {Row} row */
function drawNewest(report, row) {
  const { points = 0, lowest = 1 } = report;
  const places = listPlaces(report);
  /** @type {[value: string | number, title: string][]} */
  const figures = [
    [
      row.answered === undefined ? '–' : formatPercent(percent(row.answered, row.people)),
      t.questionReport.answered(row.answered ?? '–', row.people),
    ],
  ];
  if (report.kind === 'scale') figures.push([drawMean(row), t.questionReport.meanOf(lowest, lowest + points - 1)]);
  if (row.score !== undefined) figures.push([row.score, t.questionReport.score]);
  return html`${drawFigures(figures)}
  ${
    places.length
      ? html`<h2>${t.weeks.of(formatDay(row.week))}</h2>
          ${
            row.count1 === undefined
              ? empty(t.questionReport.tooFew, t.questionReport.tooFewHint)
              : table(
                  t.questionReport.caption,
                  [
                    [t.questionReport.answer, ({ name }) => name],
                    [t.questionReport.share, ({ number }) => bar(percent(number, row.answered ?? 0))],
                    [t.questionReport.people, ({ number }) => number, 'number'],
                  ],
                  places.map((name, at) => ({ name, number: findCount(row, at) ?? 0 })),
                )
          }`
      : nothing
  }`;
}

/** @param {{ mean?: number }} row */
const drawMean = ({ mean }) => (mean === undefined ? '–' : formatMean(mean));

/** What a row of a week or of a department shows. @param {Report} report @returns {Column[]} */
const listColumns = ({ kind, ...report }) => [
  [
    t.common.answered,
    ({ answered, people }) => (answered === undefined ? '–' : t.common.share(answered, people)),
    'number',
  ],
  ...(kind === 'scale' ? /** @type {Column[]} */ ([[t.questionReport.mean, drawMean, 'number']]) : []),
  ...listPlaces({ kind, ...report }).map(
    (name, at) => /** @type {Column} */ ([name, (row) => findCount(row, at) ?? '–', 'number']),
  ),
];

/** @param {Report} report @param {Row} newest */
const drawDepartments = (report, { week }) => {
  const all = report.rows.filter((row) => row.scope === 'department' && row.week === week);
  const departments = all.filter(({ answered = 0 }) => answered > 0);
  return all.length > 1 && departments.length > 0
    ? html`<h2>${t.questionReport.byDepartment}</h2>
        <p class="note">${t.questionReport.byDepartmentNote}</p>
        ${table(t.questionReport.byDepartment, [[t.common.department, ({ department }) => department], ...listColumns(report)], departments, 'wrapped')}`
    : nothing;
};

/** @param {Report} report @param {Row[]} weeks */
const drawWeeks = (report, weeks) =>
  html`<h2>${t.questionReport.byWeek}</h2>
    ${table(t.questionReport.byWeek, [[t.questionReport.week, ({ week }) => formatShortDay(week)], ...listColumns(report)], weeks, 'wide wrapped')}`;

/** @param {Schemas['QuestionVersion'][]} wordings */
const drawWordings = (wordings) =>
  wordings.length > 1
    ? html`<h2>${t.questionReport.words}</h2>
        <p class="note">${t.questionReport.wordsNote}</p>
        <ul class="rows">
          ${wordings.toReversed().map(
            ({ from, question }) =>
              html`<li class="card">
                <p class="text">${question}</p>
                <p class="note">${t.questionReport.fromWeek(formatDay(from))}</p>
              </li>`,
          )}
        </ul>`
    : nothing;
