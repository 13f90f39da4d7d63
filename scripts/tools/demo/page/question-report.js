// The report of a question: what those in sight who are asked have answered, newest week first, and by department. It has no texts.
import { api, read } from './api.js';
import { save } from './reports.js';
import { formatDay, formatShortDay } from './text.js';
import { bar, button, empty, html, nothing, table } from './ui.js';
import { drawFigures, percent } from './report-views.js';

const ask = (questionId, options) => api.GET('/reports/question', { ...options, params: { query: { questionId } } });

/** Reads the report up to the last week: a week that is not over would change with each answer. */
export const readReport = (questionId) => read(ask(questionId));

/** The names of what can be answered; none of a text. */
function listPlaces({ kind, points, low, high, options }) {
  if (kind === 'choice') return options;
  if (kind === 'yes_no') return ['Yes', 'No'];
  const ends = new Map([
    [1, low],
    [points, high],
  ]);
  return Array.from({ length: kind === 'scale' ? points : 0 }, (_, at) => {
    const end = ends.get(at + 1);
    return `${at + 1}${end ? `: ${end}` : ''}`;
  });
}

export function drawReport(report, visit) {
  const { questionId, kind, weekStart, rows, wordings } = report;
  const weeks = rows.filter(({ scope }) => scope === 'everyone').reverse();
  const [newest] = weeks;
  const saveCsv = () => visit.attempt(() => save('question', (options) => ask(questionId, options)));
  return html`<p><a href="#/questions">All questions</a></p>
    <p class="note">
      Up to the week of ${formatDay(weekStart)}: this week is counted when it is over. An answer counts once the week of
      its author is submitted. Those who are asked today count, and in each week those who answered.
      ${kind === 'text' ? 'Texts are read with the weeks of their authors, and only counted here.' : ''}
    </p>
    ${
      newest
        ? html`${drawNewest(report, newest)} ${drawDepartments(report, newest)} ${drawWeeks(report, weeks)}
            ${drawWordings(wordings)}
            <div class="actions">${button('Save as CSV', saveCsv)}</div>`
        : empty('Nothing to count yet', 'The question was not asked in the twelve weeks before this one.')
    }`;
}

function drawNewest(report, row) {
  const places = listPlaces(report);
  const figures = [
    [
      row.answered === undefined ? '–' : `${percent(row.answered, row.people)} %`,
      `answered: ${row.answered ?? '–'} of ${row.people}`,
    ],
    ...(report.kind === 'scale' ? [[row.mean?.toFixed(1) ?? '–', `mean of 1 to ${report.points}`]] : []),
  ];
  return html`${drawFigures(figures)}
  ${
    places.length
      ? html`<h2>Week of ${formatDay(row.week)}</h2>
          ${
            row.count1 === undefined
              ? empty('Too few answers to show', 'What was answered is shown where enough people have answered.')
              : table(
                  'What was answered',
                  [
                    ['Answer', ({ name }) => name],
                    ['Share', ({ number }) => bar(percent(number, row.answered))],
                    ['People', ({ number }) => number, 'number'],
                  ],
                  places.map((name, at) => ({ name, number: row[`count${at + 1}`] ?? 0 })),
                )
          }`
      : nothing
  }`;
}

/** What a row of a week or of a department shows. */
const listColumns = ({ kind, ...report }) => [
  ['Answered', ({ answered, people }) => (answered === undefined ? '–' : `${answered} of ${people}`), 'number'],
  ...(kind === 'scale' ? [['Mean', ({ mean }) => mean?.toFixed(1) ?? '–', 'number']] : []),
  ...listPlaces({ kind, ...report }).map((name, at) => [name, (row) => row[`count${at + 1}`] ?? '–', 'number']),
];

const drawDepartments = (report, { week }) => {
  const all = report.rows.filter((row) => row.scope === 'department' && row.week === week);
  const departments = all.filter(({ answered }) => answered > 0);
  return all.length > 1 && departments.length > 0
    ? html`<h2>By department</h2>
        <p class="note">
          Departments without an answer, or with too few people, are left out. A dash stands where too few have
          answered.
        </p>
        ${table('By department', [['Department', ({ department }) => department], ...listColumns(report)], departments, 'wrapped')}`
    : nothing;
};

const drawWeeks = (report, weeks) =>
  html`<h2>By week</h2>
    ${table('By week', [['Week', ({ week }) => formatShortDay(week)], ...listColumns(report)], weeks, 'wide wrapped')}`;

const drawWordings = (wordings) =>
  wordings.length > 1
    ? html`<h2>Its words</h2>
        <ul class="rows">
          ${wordings.toReversed().map(
            ({ from, question }) =>
              html`<li class="card">
                <p class="text">${question}</p>
                <p class="note">from the week of ${formatDay(from)} on</p>
              </li>`,
          )}
        </ul>`
    : nothing;
