// Report: how soon summaries are answered.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { agree, pluralize } from '../../platform/lib/pluralize.ts';
import { countBehind, estimateAnswers, findMedianTime, findShareWithin } from './kaplan-meier.ts';
import { findInterval } from './wilson.ts';
import { defineReport, splitIntoPages, toWeekParams, type ReportScope } from './definition.ts';
import type { Figure } from './figures.ts';
import { readNumber, type Row } from './rows.ts';
import type { Words } from './words.ts';

const weeks = 12;
const managersShown = 30;
const hoursPerDay = 24;
const withinDays = [1, 3, 7, 14] as const;
/** The days by which managers are compared. */
const comparedDays = 3;

const en = {
  title: 'Response times',
  description: `how soon managers answer summaries, over ${weeks} weeks: the share answered within some days`,
  columns: {
    managerId: 'Manager ID',
    manager: 'Manager',
    summaries: 'Summaries',
    answered: 'Answered',
    from: 'Within 3 days, lower end',
    to: 'Within 3 days, upper end',
    median: 'Half within',
  },
  hours: 'h',
  within: (days: number): string => `Within ${pluralize(days, 'day')}`,
  /** `share`: of how many summaries there is an answer, as a text. `half`: in how many hours half are answered. */
  says: (answered: number, share: string, half: string): string =>
    `of summaries are answered within 3 days. ${share} ${agree(answered, 'has', 'have')} an answer so far${half}.`,
  half: (hours: string): string => `; half within ${hours} hours`,
  others: (summaries: string, count: number): string =>
    ` ${summaries} more ${agree(count, 'is', 'are')} of people without a manager.`,
  emptyMessage: 'No summary of those weeks has a manager who can respond.',
  total: 'From summary to response',
  aboutTotal: 'The share of all summaries that are answered within some days.',
  byManager: 'Answered within three days',
  aboutManagers:
    'By manager, with the interval in which the share lies with 95 % confidence; whose upper end is lowest comes first',
  answeredSoFar: (part: string): string => `${part} answered so far`,
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
};

const de: typeof en = {
  title: 'Antwortzeiten',
  description: `wie bald Führungskräfte Wochenberichte beantworten, über ${weeks} Wochen: der Anteil, der innerhalb einiger Tage beantwortet ist`,
  columns: {
    managerId: 'ID der Führungskraft',
    manager: 'Führungskraft',
    summaries: 'Wochenberichte',
    answered: 'Beantwortet',
    from: 'Innerhalb von 3 Tagen, unteres Ende',
    to: 'Innerhalb von 3 Tagen, oberes Ende',
    median: 'Die Hälfte innerhalb von',
  },
  hours: 'Std.',
  within: (days) => `Innerhalb von ${pluralize(days, 'Tag', 'Tagen', 'de')}`,
  says: (answered, share, half) =>
    `der Wochenberichte sind innerhalb von 3 Tagen beantwortet. Bisher ${agree(answered, 'ist', 'sind')} ${share} beantwortet${half}.`,
  half: (hours) => `, die Hälfte innerhalb von ${hours} Stunden`,
  others: (summaries, count) =>
    ` ${agree(count, 'Ein weiterer ist', `${summaries} weitere sind`)} von Personen ohne Führungskraft.`,
  emptyMessage: 'Für keinen Wochenbericht dieser Wochen gibt es eine Führungskraft, die antworten kann.',
  total: 'Vom Wochenbericht zur Antwort',
  aboutTotal: 'Der Anteil aller Wochenberichte, die innerhalb einiger Tage beantwortet sind.',
  byManager: 'Innerhalb von drei Tagen beantwortet',
  aboutManagers:
    'Nach Führungskraft, mit dem Bereich, in dem der Anteil mit 95 % Sicherheit liegt, geordnet nach seinem oberen Ende, das niedrigste zuerst',
  answeredSoFar: (part) => `bisher beantwortet: ${part}`,
  method:
    'Der Anteil, der innerhalb einiger Tage beantwortet ist, ist die Schätzung nach Kaplan und Meier (1958, Journal of the American Statistical ' +
    'Association 53, 457–481): Ein Wochenbericht, der noch offen ist, zählt so lange, wie er offen ist. Er fehlt also nicht und gilt auch nicht ' +
    'als einer, der nie beantwortet wird. „Die Hälfte innerhalb von“ ist ihr Median und bleibt leer, bis die Hälfte beantwortet ist. Ein ' +
    'Wochenbericht ohne Antwort zählt für die Führungskraft, die seine Verfasserin oder sein Verfasser am Ende der Woche hatte, oder beim ' +
    'Schreiben, wenn das später war; eine Antwort zählt für die Person, die sie gab. Er zählt nicht, wenn diese Führungskraft in der Woche, in ' +
    'der er geschrieben wurde, oder in der folgenden keinen Arbeitstag hatte. Anteile von weniger Wochenberichten, als die kleinste Gruppe ' +
    'verlangt, werden nicht gezeigt. Der Bereich eines Anteils enthält mit 95 % Sicherheit, was für die Führungskraft typisch ist (Wilson, 1927, ' +
    'Journal of the American Statistical Association 22, 209–212; mit offenen Wochenberichten nach Rothman, 1978, Journal of Chronic Diseases ' +
    '31, 557–560): Bei wenigen Wochenberichten ist er breit. Die Führungskräfte sind nach seinem oberen Ende geordnet.',
};

export const responseTimes = defineReport({ en, de }, readResponseTimes, (own, words) => ({
  name: 'response-times',
  timeParameter: 'week',
  isSeries: true,
  columns: [
    { name: 'managerId', title: own.columns.managerId, fileOnly: true },
    { name: 'manager', title: own.columns.manager },
    { name: 'email', title: words.columns.email, fileOnly: true },
    { name: 'team', title: words.columns.team },
    { name: 'department', title: words.columns.department },
    { name: 'summaries', title: own.columns.summaries, digits: 0 },
    { name: 'answered', title: own.columns.answered, digits: 0 },
    { name: 'share', title: own.columns.answered, unit: '%', digits: 1 },
    ...withinDays.map((days) => ({ name: `within${days}`, title: own.within(days), unit: '%', digits: 1 })),
    { name: 'within3From', title: own.columns.from, unit: '%', digits: 1, fileOnly: true },
    { name: 'within3To', title: own.columns.to, unit: '%', digits: 1, fileOnly: true },
    { name: 'medianHours', title: own.columns.median, unit: own.hours, digits: 1 },
  ],
  time: ({ weekStart }) => weekStart,
  toResponse: ({ weekStart, excused, total }) => ({ weekStart, excused, total }),
  headline(_, { total, withoutManager }) {
    const half = total.medianHours === undefined ? '' : own.half(words.formatNumber(Math.round(total.medianHours)));
    const others = withoutManager === 0 ? '' : own.others(words.formatNumber(withoutManager), withoutManager);
    return {
      figure: words.formatPercent(total.within3 ?? null),
      says: own.says(total.answered, words.formatShare(total.answered, total.summaries), half) + others,
      amount: total.within3 ?? null,
      unit: 'points',
    };
  },
  figures: (rows, _, { total }) => [createTotalFigure(total, own, words), createManagerFigure(rows, own, words)],
}));

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

function createTotalFigure(total: Total, own: typeof en, { formatPercent }: Words): Figure {
  return {
    title: own.total,
    about: own.aboutTotal,
    bars: withinDays.flatMap((days) => {
      const share = total[`within${days}`];
      if (share === undefined) return [];
      return [{ label: own.within(days), text: formatPercent(share), parts: [{ share: share / 100 }] }];
    }),
  };
}

function createManagerFigure(rows: Row[], own: typeof en, words: Words): Figure {
  const shown = rows.slice(0, managersShown);
  return {
    title: own.byManager,
    about: `${own.aboutManagers}${rows.length > shown.length ? `; ${words.formatPart(shown.length, rows.length)}` : ''}.`,
    bars: shown.map((row) => {
      const [within = null, from = 0, to = 0] = ['within3', 'within3From', 'within3To'].map(
        (name) => row[name] as number | null,
      );
      const counts = own.answeredSoFar(words.formatPart(readNumber(row, 'answered'), readNumber(row, 'summaries')));
      const label = String(row['manager']);
      if (within === null) return { label, text: counts, parts: [] };
      return {
        label,
        text: `${words.formatPercent(within)} (${Math.round(from ?? 0)}–${Math.round(to ?? 0)} %); ${counts}`,
        parts: [{ share: within / 100 }],
        interval: { from: (from ?? 0) / 100, to: (to ?? 0) / 100 },
      };
    }),
  };
}
