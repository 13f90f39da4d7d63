// Report: the weekly digest.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { permitRowsByQuery } from '../../platform/access/permissions.ts';
import { isShowable } from '../../platform/lib/withholding.ts';
import type { DigestRow } from '../summaries/schema.ts';
import { dimensions, mapDimensions, type Dimension } from '../../platform/schema/scores.ts';
import {
  createPersonColumns,
  createScoreColumns,
  createShareHeadline,
  defineReport,
  omitAddress,
  type WeekScope,
} from './definition.ts';
import { sayCountExcused, toPerson, type Bar, type Figure } from './figures.ts';
import { toPercent, type Row } from './rows.ts';
import type { Words } from './words.ts';

const scoreValues = [1, 2, 3, 4, 5];

const en = {
  title: 'Weekly digest',
  description: 'who has checked in, with the scores',
  submitted: 'Checked in',
  says: (missing: string): string => `checked in; ${missing} did not.`,
  emptyMessage: 'Nobody was active in that week.',
  missing: 'Who has not checked in',
  distribution: 'Distribution of scores',
  aboutDistribution: (checkIns: string): string =>
    `How many of ${checkIns} check-ins have each score, from 1 (poor) to 5 (great).`,
  mean: (mean: string, shares: string): string => `mean ${mean} · ${shares}`,
  method:
    'Everyone in sight who is active today and had started by the end of the week is expected to check in. People who had ' +
    'no working day in the week are excused: each of their usual working days was an absence or a public holiday. So are those ' +
    'who need not check in. The ' +
    'distribution of scores is left out when fewer people than the minimum group have checked in, or when all or all but one have given ' +
    'the same score.',
};

const de: typeof en = {
  title: 'Wochenübersicht',
  description: 'wer abgegeben hat, mit den Werten',
  submitted: 'Abgegeben',
  says: (missing) => `haben abgegeben, ${missing} nicht.`,
  emptyMessage: 'In dieser Woche war niemand aktiv.',
  missing: 'Nicht abgegeben',
  distribution: 'Verteilung der Werte',
  aboutDistribution: (checkIns) =>
    `Wie oft jeder Wert vorkommt, von 1 (schlecht) bis 5 (sehr gut). Abgegebene Wochenberichte: ${checkIns}.`,
  mean: (mean, shares) => `Mittel ${mean} · ${shares}`,
  method:
    'Erwartet wird ein Wochenbericht von allen in Sicht, die heute aktiv sind und bis zum Ende der Woche angefangen hatten. Nicht erwartet wird ' +
    'er von Personen, die in der Woche keinen Arbeitstag hatten, weil jeder ihrer üblichen Arbeitstage eine Abwesenheit oder ein Feiertag war, ' +
    'und von denen, die keinen abgeben müssen. Die Verteilung der Werte fehlt, wenn weniger Personen abgegeben haben, als die kleinste Gruppe ' +
    'verlangt, oder wenn alle oder alle bis auf eine Person denselben Wert gegeben haben.',
};

export const digest = defineReport({ en, de }, readDigest, (own, words) => ({
  name: 'digest',
  timeParameter: 'week',
  columns: [
    ...createPersonColumns(words),
    { name: 'submitted', title: own.submitted },
    ...createScoreColumns(0, words),
  ],
  time: ({ weekStart }) => weekStart,
  toResponse: toDigestHead,
  toItem: omitAddress,
  toRow: ({ user, department, scores, submitted, email }) => ({
    userId: user.id,
    name: user.name,
    email,
    team: user.team ?? null,
    department: department ?? null,
    submitted,
    ...mapDimensions((dimension) => scores?.[dimension] ?? null),
  }),
  headline(rows, { excused }) {
    const submitted = rows.filter((row) => row['submitted']).length;
    const says = own.says(words.formatNumber(rows.length - submitted)) + words.sayExcused(excused);
    return createShareHeadline(words, submitted, rows.length, says);
  },
  figures(rows, minimumGroup) {
    const checkIns = rows.filter((row) => row['submitted']);
    const missing = rows.filter((row) => !row['submitted']);
    const distribution: Figure = {
      title: own.distribution,
      about: own.aboutDistribution(words.formatNumber(checkIns.length)),
      bars: dimensions.map((name) => createDistribution(checkIns, name, own, words)),
    };
    return [
      ...(missing.length === 0
        ? []
        : [{ title: own.missing, about: `${words.countPeople(missing.length)}.`, people: missing.map(toPerson) }]),
      ...(isShowable({ size: checkIns.length, distances: measureDistances(checkIns) }, minimumGroup)
        ? [distribution]
        : []),
    ];
  },
}));

type Heading = { weekStart: string; excused: number };
type Source = DigestRow & { email: string };

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export function readDigest(scope: WeekScope): Promise<PermittedList<Heading, Source>> {
  const params = { weekStart: scope.week, now: scope.now, rolesThatReadAbsences: permitRowsByQuery('absence:read') };
  return readInSight(scope, 'digest:read', (sight) => ['summaries/weekly_digest', { ...sight, ...params }]);
}

/** What the response says beside the rows. */
export function toDigestHead({ weekStart, excused }: Heading) {
  return { weekStart, ...sayCountExcused(excused) };
}

/** How many have not given each score, as withholding.ts has it. */
const measureDistances = (checkIns: readonly Row[]): number[] =>
  dimensions.flatMap((name) => scoreValues.map((score) => checkIns.filter((row) => row[name] !== score).length));

function createDistribution(checkIns: Row[], name: Dimension, own: typeof en, words: Words): Bar {
  const counts = scoreValues.map((score) => checkIns.filter((row) => row[name] === score).length);
  const mean = checkIns.reduce((sum, row) => sum + Number(row[name]), 0) / checkIns.length;
  const shares = scoreValues.map(
    (score, at) => `${score}: ${words.formatPercent(toPercent(counts[at] ?? 0, checkIns.length))}`,
  );
  return {
    label: words.scoreTitles[name],
    text: own.mean(words.formatMean(mean), shares.join(', ')),
    parts: scoreValues.map((score, at) => ({ score, share: (counts[at] ?? 0) / checkIns.length })),
  };
}
