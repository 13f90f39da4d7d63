// Report: how soon summaries are answered.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { agree, pluralize } from '../../platform/lib/pluralize.ts';
import { countBehind, estimateAnswers, findMedianTime, findShareWithin } from './kaplan-meier.ts';
import { findInterval } from './wilson.ts';
import { defineReport, splitIntoPages, toWeekParams, type ReportScope } from './definition.ts';
import type { Figure } from './figures.ts';
import { formatPercent, formatShare, readNumber, type Row } from './rows.ts';

const weeks = 12;
const managersShown = 30;
const hoursPerDay = 24;
const withinDays = [1, 3, 7, 14] as const;
/** The days by which managers are compared. */
const comparedDays = 3;

export const responseTimes = defineReport({
  name: 'response-times',
  title: 'Response times',
  description: `how soon managers answer summaries, over ${weeks} weeks: the share answered within some days`,
  timeParameter: 'week',
  isSeries: true,
  columns: [
    { name: 'managerId', title: 'Manager ID', fileOnly: true },
    { name: 'manager', title: 'Manager' },
    { name: 'email', title: 'Email', fileOnly: true },
    { name: 'team', title: 'Team' },
    { name: 'department', title: 'Department' },
    { name: 'summaries', title: 'Summaries', digits: 0 },
    { name: 'answered', title: 'Answered', digits: 0 },
    { name: 'share', title: 'Answered', unit: '%', digits: 1 },
    ...withinDays.map((days) => ({
      name: `within${days}`,
      title: `Within ${pluralize(days, 'day')}`,
      unit: '%',
      digits: 1,
    })),
    { name: 'within3From', title: 'Within 3 days, lower end', unit: '%', digits: 1, fileOnly: true },
    { name: 'within3To', title: 'Within 3 days, upper end', unit: '%', digits: 1, fileOnly: true },
    { name: 'medianHours', title: 'Half within', unit: 'h', digits: 1 },
  ],
  read: readResponseTimes,
  time: ({ weekStart }) => weekStart,
  toResponse: ({ weekStart, excused, total }) => ({ weekStart, excused, total }),
  headline(_, { total, withoutManager }) {
    const half = total.medianHours === undefined ? '' : `; half within ${Math.round(total.medianHours)} hours`;
    const others =
      withoutManager === 0
        ? ''
        : ` ${withoutManager.toLocaleString('en')} more ${agree(withoutManager, 'is', 'are')} of people without a manager.`;
    return {
      figure: formatPercent(total.within3 ?? null),
      says: `of summaries are answered within 3 days. ${formatShare(total.answered, total.summaries)} ${agree(total.answered, 'has', 'have')} an answer so far${half}.${others}`,
      amount: total.within3 ?? null,
      unit: 'points',
    };
  },
  emptyMessage: 'No summary of those weeks has a manager who can respond.',
  figures: (rows, _, { total }) => [createTotalFigure(total), createManagerFigure(rows)],
  method:
    'The share answered within some days is the Kaplan–Meier estimate (Kaplan and Meier, 1958, Journal of the American ' +
    'Statistical Association 53, 457–481): a summary that is still open counts for as long as it has been open, so it is ' +
    'neither left out nor taken for one that is never answered. “Half within” is its median, blank until half have an ' +
    'answer. A summary without an answer counts for the manager whom its author had at the end of its week, or when it was written ' +
    'if that was later, a response for whoever gave it. One does not count if that manager had no working day in the week in which it was written, or in the ' +
    'next. Shares of fewer summaries than the minimum group are withheld. The interval of a share contains what is typical of ' +
    'the manager with 95 % confidence (Wilson, 1927, Journal of the American Statistical Association 22, 209–212; with open ' +
    'summaries as by Rothman, 1978, Journal of Chronic Diseases 31, 557–560): it is wide where summaries are few. Managers are ' +
    'ordered by its upper end.',
});

type Total = Record<'summaries' | 'answered', number> &
  Partial<
    Record<'share' | `within${(typeof withinDays)[number]}` | 'within3From' | 'within3To' | 'medianHours', number>
  >;
/** `withoutManager`: summaries that nobody can answer. */
type Heading = { weekStart: string; excused: number; total: Total; withoutManager: number };
/** `hours`: from summary to response; `openHours`: from summary to now. `managerId` is absent where nobody can answer. */
type Source = { managerId?: string; manager: string; hours: number[]; openHours: number[]; excused: number };

/**
 * The managers with the share they answered. Whose share within three days is lowest even at the upper end of its interval comes first:
 * the plain share of few summaries is often low, or high, by chance.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
async function readResponseTimes(scope: ReportScope): Promise<PermittedList<Heading, Row>> {
  const { head, rows } = await readInSight<{ weekStart: string; minimumGroup: number }, Source>(
    scope,
    'response-times:read',
    (sight) => ['reports/response_times', { ...sight, ...toWeekParams(scope, weeks) }],
  );
  const sources: Source[] = [];
  for await (const page of rows) sources.push(...page);
  const counts = ({ hours, openHours }: Source): boolean => hours.length + openHours.length > 0;
  const managers = sources.filter((source) => source.managerId !== undefined && counts(source));
  const excused = sources.reduce((sum, source) => sum + source.excused, 0);
  const minimum = head.minimumGroup;
  const total = measure(
    managers.flatMap(({ hours }) => hours),
    managers.flatMap(({ openHours }) => openHours),
    minimum,
  );
  const measured = managers.map(({ hours, openHours, excused: _excused, ...manager }) => ({
    ...manager,
    ...measure(hours, openHours, minimum),
  }));
  measured.sort((a, b) => (a.within3To ?? Infinity) - (b.within3To ?? Infinity));
  const withoutManager = sources
    .filter(({ managerId }) => managerId === undefined)
    .reduce((sum, { openHours }) => sum + openHours.length, 0);
  return { head: { ...head, excused, total, withoutManager }, rows: splitIntoPages(measured) };
}

/** Figures of fewer summaries than `minimum` are left out, except their counts. */
function measure(hours: number[], openHours: number[], minimum: number): Total {
  const answered = hours.length;
  const summaries = hours.length + openHours.length;
  if (summaries < minimum) return { summaries, answered };
  const curve = estimateAnswers(hours, openHours);
  const medianHours = findMedianTime(curve);
  const shares = withinDays.flatMap((days) => {
    const share = findShareWithin(curve, days * hoursPerDay);
    return share === null ? [] : [[`within${days}`, roundToTenth(100 * share)]];
  });
  const compared = findShareWithin(curve, comparedDays * hoursPerDay);
  const interval = compared === null ? null : findInterval(compared, countBehind(curve, comparedDays * hoursPerDay));
  return {
    summaries,
    answered,
    share: roundToTenth((100 * answered) / summaries),
    ...(Object.fromEntries(shares) as Partial<Total>),
    ...(interval && { within3From: roundToTenth(100 * interval.from), within3To: roundToTenth(100 * interval.to) }),
    ...(medianHours !== null && { medianHours: roundToTenth(medianHours) }),
  };
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

function createTotalFigure(total: Total): Figure {
  return {
    title: 'From summary to response',
    about: 'The share of all summaries that are answered within some days.',
    bars: withinDays.flatMap((days) => {
      const share = total[`within${days}`];
      if (share === undefined) return [];
      return [
        { label: `Within ${pluralize(days, 'day')}`, text: formatPercent(share), parts: [{ share: share / 100 }] },
      ];
    }),
  };
}

function createManagerFigure(rows: Row[]): Figure {
  const shown = rows.slice(0, managersShown);
  return {
    title: 'Answered within three days',
    about:
      'By manager, with the interval in which the share lies with 95 % confidence; whose upper end is lowest comes first' +
      `${rows.length > shown.length ? `; ${shown.length} of ${rows.length}` : ''}.`,
    bars: shown.map((row) => {
      const [within = null, from = 0, to = 0] = ['within3', 'within3From', 'within3To'].map(
        (name) => row[name] as number | null,
      );
      const counts = `${readNumber(row, 'answered')} of ${readNumber(row, 'summaries')} answered so far`;
      const label = String(row['manager']);
      if (within === null) return { label, text: counts, parts: [] };
      return {
        label,
        text: `${formatPercent(within)} (${Math.round(from ?? 0)}–${Math.round(to ?? 0)} %); ${counts}`,
        parts: [{ share: within / 100 }],
        interval: { from: (from ?? 0) / 100, to: (to ?? 0) / 100 },
      };
    }),
  };
}
