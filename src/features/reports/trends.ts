// Report: the trend flags of a week.
import { agree, pluralize } from '../../platform/lib/pluralize.ts';
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import type { Rows } from '../../platform/graph/client.ts';
import type { TrendFlag } from '../summaries/schema.ts';
import type { Dimension } from '../../platform/schema/scores.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { judgeDisclosure } from '../trends/method/disclosure.ts';
import { defineReport, type WeekScope } from './definition.ts';
import type { Line } from './figures.ts';
import { readNumber, type Row } from './rows.ts';
import type { Words } from './words.ts';

const flagsShown = 40;

const en = {
  title: 'Trends',
  description: 'whose recent scores differ from the scores before by more than chance explains',
  columns: {
    subject: 'Who',
    dimension: 'Score',
    direction: 'Direction',
    n: 'Scores',
    baselineMean: 'Mean before',
    recentMean: 'Mean since',
    startWeek: 'Since',
    effectSize: 'Effect size',
    adjustedP: 'Adjusted p',
  },
  directions: { up: 'up', down: 'down' },
  noDetection: 'No detection has run for that week.',
  /** Before the times at which none ran. */
  missing: 'no detection ran',
  says: (flags: number, down: string, up: string): string =>
    `${agree(flags, 'notable shift', 'notable shifts')}: ${down} down, ${up} up.`,
  emptyMessage: 'No flags: there is no notable shift, or no detection has run for that week ("checkin trends run").',
  shifts: 'Whose scores have shifted',
  aboutShifts:
    'The points are the scores of each week, the lines their means before and since; the dashed line is the week in ' +
    'which the shift most likely began.',
  cut: (part: string): string => ` ${part} are shown.`,
  line: (subject: string, score: string): string => `${subject}: ${score}`,
  up: 'Up',
  down: 'Down',
  means: (before: string, since: string): string => ` from ${before} to ${since}`,
  began: (day: string): string => `, since about ${day}`,
  countScores: (scores: number): string => ` (${pluralize(scores, 'score')})`,
  method:
    'A flag says that recent scores differ from the scores before by more than chance explains, given everything that was ' +
    'tested in that week: of a hundred flags, about five are due to chance. Only the scores count; no text is read. The ' +
    'effect size (Cliff’s delta) and the adjusted p-value (Benjamini–Hochberg) of each flag are in the CSV file.',
};

const de: typeof en = {
  title: 'Veränderungen',
  description: 'wessen Werte zuletzt stärker von den früheren abweichen, als der Zufall erklärt',
  columns: {
    subject: 'Wer',
    dimension: 'Wert',
    direction: 'Richtung',
    n: 'Werte',
    baselineMean: 'Mittel vorher',
    recentMean: 'Mittel seither',
    startWeek: 'Seit',
    effectSize: 'Effektstärke',
    adjustedP: 'Korrigiertes p',
  },
  directions: { up: 'gestiegen', down: 'gesunken' },
  noDetection: 'Für diese Woche lief keine Erkennung.',
  missing: 'keine Erkennung lief in',
  says: (flags, down, up) =>
    `${agree(flags, 'auffällige Veränderung', 'auffällige Veränderungen')}, davon gesunken: ${down}, gestiegen: ${up}.`,
  emptyMessage:
    'Keine Hinweise: Es gibt keine auffällige Veränderung, oder für diese Woche lief keine Erkennung („checkin trends run“).',
  shifts: 'Wessen Werte sich verändert haben',
  aboutShifts:
    'Die Punkte sind die Werte jeder Woche, die Linien ihre Mittel vorher und seither; die gestrichelte Linie ist die Woche, in der die ' +
    'Veränderung am ehesten begann.',
  cut: (part) => ` Gezeigt werden ${part}.`,
  line: (subject, score) => `${subject}: ${score}`,
  up: 'Gestiegen',
  down: 'Gesunken',
  means: (before, since) => ` von ${before} auf ${since}`,
  began: (day) => `, seit etwa ${day}`,
  countScores: (scores) => ` (${pluralize(scores, 'Wert', 'Werte', 'de')})`,
  method:
    'Ein Hinweis besagt, dass die Werte zuletzt stärker von den früheren abweichen, als der Zufall erklärt, gemessen an allem, was in dieser Woche ' +
    'geprüft wurde: Von hundert Hinweisen sind etwa fünf Zufall. Es zählen allein die Werte; kein Text wird gelesen. Die Effektstärke (Cliffs ' +
    'Delta) und der korrigierte p-Wert (Benjamini–Hochberg) jedes Hinweises stehen in der CSV-Datei.',
};

export const trends = defineReport(
  { en, de },
  (scope) => readTrends(scope),
  (own, words) => ({
    name: 'trends',
    timeParameter: 'week',
    columns: [
      { name: 'scope', title: words.columns.scope, words: words.scopes },
      { name: 'userId', title: words.columns.userId, fileOnly: true },
      { name: 'subject', title: own.columns.subject },
      { name: 'department', title: words.columns.department },
      { name: 'dimension', title: own.columns.dimension, words: words.scoreTitles },
      { name: 'direction', title: own.columns.direction, words: own.directions },
      { name: 'n', title: own.columns.n, digits: 0 },
      { name: 'baselineMean', title: own.columns.baselineMean, digits: 2 },
      { name: 'recentMean', title: own.columns.recentMean, digits: 2 },
      { name: 'startWeek', title: own.columns.startWeek, holds: 'week' },
      { name: 'effectSize', title: own.columns.effectSize, digits: 2, fileOnly: true },
      { name: 'adjustedP', title: own.columns.adjustedP, digits: 4, fileOnly: true },
    ],
    time: ({ week }) => week,
    toItem: ({ flag }) => flag,
    toRow: (found) => toRow(found, words),
    headline(rows, { isDetected }) {
      if (!isDetected) return { figure: '–', says: own.noDetection, amount: null, missing: own.missing };
      const up = rows.filter(({ direction }) => direction === 'up').length;
      return {
        figure: words.formatNumber(rows.length),
        says: own.says(rows.length, words.formatNumber(rows.length - up), words.formatNumber(up)),
        amount: rows.length,
      };
    },
    figures: (rows) => [
      {
        title: own.shifts,
        about: own.aboutShifts + (rows.length > flagsShown ? own.cut(words.formatPart(flagsShown, rows.length)) : ''),
        lines: rows.slice(0, flagsShown).map((row) => toLine(row, own, words)),
      },
    ],
  }),
);

/** `department` is the department of the person, or the one that the flag is about. */
type FoundFlag = { flag: TrendFlag; department?: string; unreadable?: number[] };
type Heading = { week: string | null; settings: TenantSettings; isDetected: boolean };

/**
 * Reads the flags of a week, without what would tell of scores that the reader may not read. Without `week` it is the newest
 * week with a detection run, without `about` every scope.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
export async function readTrends(
  scope: WeekScope,
  about: TrendFlag['scope'] | null = null,
): Promise<PermittedList<Heading, FoundFlag>> {
  const params = { weekStart: scope.week, now: scope.now, scope: about };
  const { head, rows } = await readInSight<Heading, FoundFlag>(scope, 'trends:read', (sight) => [
    'summaries/trends',
    { ...sight, ...params },
  ]);
  return { head, rows: limitToReader(rows, head.settings) };
}

async function* limitToReader(pages: Rows<FoundFlag>, tenant: TenantSettings): Rows<FoundFlag> {
  const settings = resolveSettings(tenant);
  for await (const page of pages) {
    yield page.flatMap((found) => {
      const shown = judgeDisclosure(found.unreadable ?? [], settings);
      if (shown === 'numbers') return [found];
      return shown === 'direction' ? [{ ...found, flag: omitNumbers(found.flag) }] : [];
    });
  }
}

/** The start is left out too: with it, the direction would be an inequality over known weeks. */
function omitNumbers({ scope, dimension, direction, subject, weekStart }: TrendFlag): TrendFlag {
  return { scope, dimension, direction, weekStart, ...(subject && { subject }) };
}

/** The numbers of a flag whose reader is shown the direction only. */
const withheld = { n: null, recentMean: null, baselineMean: null, effectSize: null, p: null, adjustedP: null };

/** Beside the columns, `series` has the weeks of a flag, oldest first, each as "<Monday> <value>". */
function toRow({ flag, department }: FoundFlag, { everyone }: Words): Row {
  const { subject, start, series = [], weekStart: _, ...figures } = flag;
  return {
    subject: subject?.user?.name ?? department ?? everyone,
    userId: subject?.user?.id ?? null,
    department: department ?? null,
    ...withheld,
    ...figures,
    startWeek: start?.week ?? null,
    series: series.map(({ weekStart, value }) => `${weekStart} ${value}`),
  };
}

function toLine(row: Row, own: typeof en, words: Words): Line {
  const points = ((row['series'] ?? []) as string[]).map((point) => {
    const [at = '', value = ''] = point.split(' ');
    return { at, value: Number(value) };
  });
  const before = readNumber(row, 'baselineMean');
  const since = readNumber(row, 'recentMean');
  const first = points[0]?.at;
  const last = points.at(-1)?.at;
  const start = row['startWeek'] as string | null;
  const began = start === null ? '' : own.began(words.formatDay(start));
  const scores = own.countScores(readNumber(row, 'n'));
  const hasNumbers = typeof row['recentMean'] === 'number';
  const means = hasNumbers ? own.means(words.formatMean(before), words.formatMean(since)) + began + scores : '';
  return {
    title: own.line(String(row['subject']), words.toInner(words.scoreTitles[row['dimension'] as Dimension])),
    text: (row['direction'] === 'up' ? own.up : own.down) + means,
    points,
    domain: [1, 5],
    ...(first !== undefined &&
      last !== undefined &&
      start !== null && {
        start,
        means: [
          { from: first, to: start, value: before },
          { from: start, to: last, value: since },
        ],
      }),
  };
}
