// What each report shows: figures first, then who.
import { t } from './language.js';
import { drawNomination } from './nominations.js';
import { drawScores, scores, sparkline } from './summary.js';
import {
  compare,
  formatDay,
  formatMean,
  formatMonth,
  formatNumber,
  formatPercent,
  formatShortDay,
  formatTime,
} from './text.js';
import { badge, bar, cards, empty, html, nothing, person, score, table } from './ui.js';

/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {import('./visit.d.ts').Me} Me */

/** A share in whole per cent. @param {number} part @param {number} whole */
export const percent = (part, whole) => (whole ? Math.round((part / whole) * 100) : 0);
/** The newest weeks fit a window. */
const shownWeeks = 8;

/** Figures that lead a report: number and what it counts. @param {readonly (readonly [value: Drawn, title: string])[]} figures */
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

/**
 * @template {{ user: Schemas['UserRef'] }} Row
 * @param {Row[]} rows
 * @param {(row: Row) => string | undefined} note
 * @param {Drawn} [none]
 */
const drawPeople = (rows, note, none) => cards(rows, (row) => person(row.user, note(row)), none, 'people');

/** @param {number[]} values */
const mean = (values) =>
  values.length ? Math.round((values.reduce((sum, one) => sum + one, 0) / values.length) * 10) / 10 : null;

/** @param {Schemas['WeeklyDigest']} digest */
export function drawDigest({ weekStart, rows }) {
  /** @param {Schemas['DigestRow']} row */
  const findMean = ({ scores: values }) => mean(Object.values(values ?? {})) ?? 0;
  const written = rows.filter(({ submitted }) => submitted).toSorted((a, b) => findMean(a) - findMean(b));
  const missing = rows.filter(({ submitted }) => !submitted);
  return html`<p class="note">${t.weeks.of(formatDay(weekStart))}</p>
    ${drawFigures([
      [formatPercent(percent(written.length, rows.length)), t.digest.checkedIn(written.length, rows.length)],
      ...scores.map((name) => {
        const values = written.flatMap((row) => row.scores?.[name] ?? []);
        return /** @type {const} */ ([score(mean(values)), t.scores[name].title]);
      }),
    ])}
    ${
      missing.length
        ? html`<h2>${t.digest.missing} <span class="note">${missing.length}</span></h2>
            ${drawPeople(missing, ({ user, department }) => user.team ?? department)}`
        : nothing
    }
    <h2>${t.digest.title} <span class="note">${t.digest.lowest}</span></h2>
    ${table(
      t.digest.caption,
      [
        [t.common.person, ({ user }) => person(user)],
        [t.common.department, ({ department }) => department ?? ''],
        [t.digest.scores, (row) => drawScores(row.scores)],
      ],
      written,
    )}`;
}

/** The key of the row of everyone in sight. No department has an empty name. */
const everyone = '';

/** @param {Schemas['CheckInReport']} report */
export function drawCheckIns({ rows }) {
  const weeks = [...new Set(rows.map(({ week }) => week))].sort().slice(-shownWeeks);
  const byDepartment = Map.groupBy(rows, ({ scope, department }) =>
    scope === 'everyone' ? everyone : (department ?? t.checkIns.noDepartment),
  );
  /** @param {string} name @param {string} week */
  const find = (name, week) => byDepartment.get(name)?.find((row) => row.week === week);
  /**
   * @param {string} title
   * @param {string} note
   * @param {(row: Schemas['CheckInReportRow'] | undefined) => Drawn} draw
   */
  const drawMap = (title, note, draw) =>
    html`<h2>${title}</h2>
      <p class="note">${note}</p>
      ${table(
        title,
        [
          [t.common.department, (name) => name || t.checkIns.everyone],
          ...weeks.map(
            (week) =>
              /** @type {[string, (name: string) => Drawn, string]} */ ([
                formatShortDay(week),
                (name) => draw(find(name, week)),
                'number',
              ]),
          ),
        ],
        [...byDepartment.keys()].sort((a, b) => Number(b === everyone) - Number(a === everyone) || compare(a, b)),
        'wide weeks-in-columns',
      )}`;
  /** @param {Schemas['CheckInReportRow'] | undefined} row */
  const drawRate = (row) =>
    row?.rate !== undefined
      ? html`<span class="score ${row.rate < 50 ? 'poor' : row.rate < 80 ? 'fair' : 'good'}"
          >${formatPercent(Math.round(row.rate))}</span
        >`
      : score(null);
  return html`${drawMap(t.checkIns.share, t.checkIns.shareNote, drawRate)}
  ${scores.map((name) => {
    const { title, low, high } = t.scores[name];
    return drawMap(title, t.checkIns.meanNote(low, high), (row) => score(row?.[name], '', formatMean));
  })}`;
}

/** @param {Schemas['ResponseTimeReport']} report */
export function drawResponseTimes({ total, rows }) {
  /** @param {number | undefined} hours */
  const drawHours = (hours) => (hours === undefined ? '–' : t.responseTimes.hours(formatNumber(Math.round(hours))));
  /** @param {{ within3?: number, within3From?: number, within3To?: number }} row */
  const drawShare = ({ within3, within3From = 0, within3To = 100 }) =>
    within3 === undefined
      ? t.responseTimes.tooFew
      : html`<span class="share"
          >${bar(Math.round(within3))} <small>${Math.round(within3From)}–${Math.round(within3To)} %</small></span
        >`;
  return html`<p class="note">${t.responseTimes.note}</p>
    ${drawFigures([
      [t.common.share(total.answered, total.summaries), t.responseTimes.answered],
      [total.within3 === undefined ? '–' : formatPercent(Math.round(total.within3)), t.responseTimes.withinThree],
      [drawHours(total.medianHours), t.responseTimes.half],
    ])}
    ${table(
      t.responseTimes.caption,
      [
        [
          t.common.manager,
          ({ managerId, manager, team }) => person({ id: managerId, name: manager, ...(team && { team }) }),
        ],
        [t.responseTimes.withinThreeTitle, drawShare],
        [t.common.answered, ({ summaries, answered }) => t.common.share(answered, summaries), 'number'],
        [t.responseTimes.halfTitle, ({ medianHours }) => drawHours(medianHours), 'number'],
      ],
      rows.filter(({ summaries }) => summaries > 0),
    )}`;
}

/**
 * Says how a score has changed. A flag of a department has no means where they would say what single people have answered.
 *
 * @param {number | undefined} before
 * @param {number | undefined} after
 * @param {number | undefined} n
 * @param {{ week: string } | undefined} start
 */
function describeChange(before, after, n, start) {
  if (before === undefined || after === undefined || n === undefined)
    return start ? t.trends.since(formatDay(start.week)) : '';
  const [from, to] = [formatMean(before), formatMean(after)];
  return start ? t.trends.changeSince(from, to, n, formatDay(start.week)) : t.trends.change(from, to, n);
}

/** @param {Schemas['TrendFlag'][]} flags */
export function drawTrends(flags) {
  if (!flags.length) return empty(t.trends.none, t.trends.noneHint);
  return html`<p class="note">${t.trends.note}</p>
    <ul class="rows">
      ${flags.map(({ subject, dimension, direction, recentMean, baselineMean, n, start, series = [] }) => {
        const { title } = t.scores[dimension];
        const values = series.map(({ value }) => value);
        return html`<li class="card line">
          ${subject?.user ? person(subject.user) : html`<b>${subject?.department ?? t.trends.company}</b>`}
          ${values.length ? sparkline(values, title) : nothing}
          <span
            >${badge(t.trends[direction](title), direction === 'up' ? 'good' : 'poor')}<br /><small
              >${describeChange(baselineMean, recentMean, n, start)}</small
            ></span
          >
        </li>`;
      })}
    </ul>`;
}

/** @param {Schemas['NonSetters']} report */
export function drawNonSetters({ period, rows }) {
  /** @param {Schemas['NonSetterRow']} row */
  const note = ({ user, lastGoalSetAt }) =>
    [user.team, lastGoalSetAt ? t.nonSetters.last(formatTime(lastGoalSetAt)) : t.nonSetters.never]
      .filter(Boolean)
      .join(' · ');
  return html`<p class="note">${t.nonSetters.note(formatDay(period), rows.length)}</p>
    ${drawPeople(rows, note, empty(t.nonSetters.none))}`;
}

/** @param {Schemas['NominationPage']} page @param {{ me: Me }} visit */
export function drawNominations({ items }, { me }) {
  return html`<p class="note">${formatMonth(me.currentWeek.slice(0, 7))}</p>
    ${cards(items, drawNomination, empty(t.nominationReport.none))}`;
}

/** @param {Schemas['OrgReport']} report */
export function drawOrganisation({ rows }) {
  const managers = rows.filter(({ directReports }) => directReports > 0);
  return html`${drawFigures([
    [formatNumber(rows.length), t.organisation.people],
    [Math.max(0, ...rows.map(({ depth }) => depth + 1)), t.organisation.layers],
    [formatNumber(managers.length), t.organisation.managers],
    [
      managers.length ? formatNumber(mean(managers.map(({ directReports }) => directReports)) ?? 0) : '–',
      t.organisation.meanSpan,
    ],
  ])}
  ${table(
    t.organisation.caption,
    [
      [t.common.manager, (row) => person(row)],
      [t.organisation.directReports, ({ directReports }) => directReports, 'number'],
      [t.organisation.below, ({ below }) => below, 'number'],
      [t.organisation.level, ({ depth }) => depth + 1, 'number'],
    ],
    managers.toSorted((a, b) => b.directReports - a.directReports),
  )}`;
}
