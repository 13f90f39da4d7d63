// What each report shows: figures first, then who.
import { drawNomination } from './nominations.js';
import { drawScores, scores, sparkline } from './summary.js';
import { count, formatDay, formatMonth, formatShortDay, formatTime } from './text.js';
import { badge, bar, cards, empty, html, nothing, person, score, table } from './ui.js';

/** A share in whole per cent. */
export const percent = (part, whole) => (whole ? Math.round((part / whole) * 100) : 0);
/** The newest weeks fit a window. */
const shownWeeks = 8;

/** Figures that lead a report: number and what it counts. */
export const drawFigures = (figures) =>
  html`<dl class="figures">
    ${figures.map(
      ([value, title]) =>
        html`<div class="card">
          <dt>${title}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

const drawPeople = (rows, note, none) => cards(rows, (row) => person(row.user, note(row)), none, 'people');

const mean = (values) =>
  values.length ? Math.round((values.reduce((sum, one) => sum + one, 0) / values.length) * 10) / 10 : null;

export function drawDigest({ weekStart, rows }) {
  const findMean = (row) => mean(Object.values(row.scores));
  const written = rows.filter(({ submitted }) => submitted).toSorted((a, b) => findMean(a) - findMean(b));
  const missing = rows.filter(({ submitted }) => !submitted);
  return html`<p class="note">Week of ${formatDay(weekStart)}</p>
    ${drawFigures([
      [`${percent(written.length, rows.length)} %`, `checked in: ${written.length} of ${rows.length}`],
      ...Object.entries(scores).map(([name, [title]]) => [score(mean(written.map((row) => row.scores[name]))), title]),
    ])}
    ${
      missing.length
        ? html`<h2>Not checked in <span class="note">${missing.length}</span></h2>
            ${drawPeople(missing, ({ user, department }) => user.team ?? department)}`
        : nothing
    }
    <h2>Checked in <span class="note">lowest scores first</span></h2>
    ${table(
      'Scores of the week',
      [
        ['Person', ({ user }) => person(user)],
        ['Department', ({ department }) => department ?? ''],
        ['Quality, personal, professional', (row) => drawScores(row.scores)],
      ],
      written,
    )}`;
}

/** The row of everyone in sight. */
const everyone = 'Everyone';

export function drawCheckIns({ rows }) {
  const weeks = [...new Set(rows.map(({ week }) => week))].sort().slice(-shownWeeks);
  const byDepartment = Map.groupBy(rows, ({ scope, department }) =>
    scope === 'everyone' ? everyone : (department ?? 'No department'),
  );
  const find = (name, week) => byDepartment.get(name).find((row) => row.week === week);
  const drawMap = (title, note, draw) =>
    html`<h2>${title}</h2>
      <p class="note">${note}</p>
      ${table(
        title,
        [
          ['Department', (name) => name],
          ...weeks.map((week) => [formatShortDay(week), (name) => draw(find(name, week)), 'number']),
        ],
        [...byDepartment.keys()].sort((a, b) => (b === everyone) - (a === everyone) || a.localeCompare(b)),
        'wide weeks-in-columns',
      )}`;
  const drawRate = (row) =>
    row?.rate !== undefined
      ? html`<span class="score ${row.rate < 50 ? 'poor' : row.rate < 80 ? 'fair' : 'good'}"
          >${Math.round(row.rate)} %</span
        >`
      : score(null);
  return html`${drawMap('Share of people who checked in', 'Green from 80 %, red below 50 %', drawRate)}
  ${Object.entries(scores).map(([name, [title, low, high]]) =>
    drawMap(title, `Mean of the department, from 1 (${low}) to 5 (${high}); blank where too few answered`, (row) =>
      score(row?.[name]?.toFixed(1)),
    ),
  )}`;
}

export function drawResponseTimes({ total, rows }) {
  const drawHours = (hours) => (hours === undefined ? '–' : `${Math.round(hours)} h`);
  const drawShare = ({ within3, within3From, within3To }) =>
    within3 === undefined
      ? 'too few to say'
      : html`<span class="share"
          >${bar(Math.round(within3))} <small>${Math.round(within3From)}–${Math.round(within3To)} %</small></span
        >`;
  return html`<p class="note">
      Of the check-ins of direct reports in twelve weeks. The small figures are the range in which the share lies with
      95 % confidence. Managers are ordered by its upper end, the lowest first.
    </p>
    ${drawFigures([
      [`${total.answered} of ${total.summaries}`, 'answered'],
      [total.within3 === undefined ? '–' : `${Math.round(total.within3)} %`, 'within three days'],
      [drawHours(total.medianHours), 'until half are answered'],
    ])}
    ${table(
      'Answers of managers',
      [
        ['Manager', ({ managerId, manager, team }) => person({ id: managerId, name: manager, team })],
        ['Within three days', drawShare],
        ['Answered', ({ summaries, answered }) => `${answered} of ${summaries}`, 'number'],
        ['Half within', ({ medianHours }) => drawHours(medianHours), 'number'],
      ],
      rows.filter(({ summaries }) => summaries > 0),
    )}`;
}

export function drawTrends(flags) {
  if (!flags.length) return empty('No notable shifts', 'They appear when scores stay above or below what was usual.');
  return html`<p class="note">Scores that have stayed above or below what was usual, unlikely to be chance</p>
    <ul class="rows">
      ${flags.map(({ subject, dimension, direction, recentMean, baselineMean, n, start, series = [] }) => {
        const [title] = scores[dimension];
        const since = start ? ` since about ${formatDay(start.week)}` : '';
        const values = series.map(({ value }) => value);
        return html`<li class="card line">
          ${subject?.user ? person(subject.user) : html`<b>${subject?.department ?? 'The whole company'}</b>`}
          ${values.length ? sparkline(values, title) : nothing}
          <span
            >${badge(`${title} ${direction}`, direction === 'up' ? 'good' : 'poor')}<br /><small
              >${baselineMean.toFixed(1)} → ${recentMean.toFixed(1)}${since}, ${count(n, 'score')}</small
            ></span
          >
        </li>`;
      })}
    </ul>`;
}

export function drawNonSetters({ period, rows }) {
  const note = ({ user, lastGoalSetAt }) =>
    [user.team, lastGoalSetAt ? `last goal ${formatTime(lastGoalSetAt)}` : 'no goal so far']
      .filter(Boolean)
      .join(' · ');
  return html`<p class="note">
      Without a goal in the week of ${formatDay(period)}: ${count(rows.length, 'person', 'people')}
    </p>
    ${drawPeople(rows, note, empty('Everybody has a goal this week'))}`;
}

export function drawNominations({ items }, { me }) {
  return html`<p class="note">${formatMonth(me.currentWeek.slice(0, 7))}</p>
    ${cards(items, drawNomination, empty('No nominations this month'))}`;
}

export function drawOrganisation({ rows }) {
  const managers = rows.filter(({ directReports }) => directReports > 0);
  return html`${drawFigures([
    [rows.length, 'People'],
    [Math.max(0, ...rows.map(({ depth }) => depth + 1)), 'Levels'],
    [managers.length, 'Managers'],
    [mean(managers.map(({ directReports }) => directReports)) ?? '–', 'Direct reports, mean'],
  ])}
  ${table(
    'Managers by direct reports',
    [
      ['Manager', (row) => person(row)],
      ['Direct reports', ({ directReports }) => directReports, 'number'],
      ['All below', ({ below }) => below, 'number'],
      ['Level', ({ depth }) => depth + 1, 'number'],
    ],
    managers.toSorted((a, b) => b.directReports - a.directReports),
  )}`;
}
