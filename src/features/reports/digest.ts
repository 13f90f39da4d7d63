// Report: the weekly digest.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { permitRowsByQuery } from '../../platform/access/permissions.ts';
import { isShowable } from '../../platform/lib/withholding.ts';
import type { DigestRow } from '../summaries/schema.ts';
import { dimensions, mapDimensions, scoreTitles } from '../../platform/schema/scores.ts';
import {
  createScoreColumns,
  createShareHeadline,
  defineReport,
  omitAddress,
  personColumns,
  type WeekScope,
} from './definition.ts';
import { countPeople, sayExcused, sayCountExcused, toPerson, type Bar, type Figure } from './figures.ts';
import { formatPercent, toPercent, type Row } from './rows.ts';

const scoreValues = [1, 2, 3, 4, 5];

export const digest = defineReport({
  name: 'digest',
  title: 'Weekly digest',
  description: 'who has checked in, with the scores',
  timeParameter: 'week',
  columns: [...personColumns, { name: 'submitted', title: 'Checked in' }, ...createScoreColumns(0)],
  read: readDigest,
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
    const says = `checked in; ${rows.length - submitted} did not.${sayExcused(excused)}`;
    return createShareHeadline(submitted, rows.length, says);
  },
  emptyMessage: 'Nobody was active in that week.',
  figures(rows, minimumGroup) {
    const checkIns = rows.filter((row) => row['submitted']);
    const distribution: Figure = {
      title: 'Distribution of scores',
      about: `How many of ${checkIns.length} check-ins have each score, from 1 (poor) to 5 (great).`,
      bars: Object.entries(scoreTitles).map(([name, title]) => createDistribution(checkIns, name, title)),
    };
    const missing = rows.filter((row) => !row['submitted']);
    return [
      ...(missing.length === 0
        ? []
        : [{ title: 'Who has not checked in', about: countPeople(missing.length), people: missing.map(toPerson) }]),
      ...(isShowable({ size: checkIns.length, distances: measureDistances(checkIns) }, minimumGroup)
        ? [distribution]
        : []),
    ];
  },
  method:
    'Everyone in sight who is active today and had started by the end of the week is expected to check in. People who had ' +
    'no working day in the week are excused: each of their usual working days was an absence or a public holiday. So are those ' +
    'who need not check in. The ' +
    'distribution of scores is left out when fewer people than the minimum group have checked in, or when all or all but one have given ' +
    'the same score.',
});

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

function createDistribution(checkIns: Row[], name: string, title: string): Bar {
  const counts = scoreValues.map((score) => checkIns.filter((row) => row[name] === score).length);
  const mean = checkIns.reduce((sum, row) => sum + Number(row[name]), 0) / checkIns.length;
  const shares = scoreValues.map(
    (score, at) => `${score}: ${formatPercent(toPercent(counts[at] ?? 0, checkIns.length))}`,
  );
  return {
    label: title,
    text: `mean ${mean.toFixed(1)} · ${shares.join(', ')}`,
    parts: scoreValues.map((score, at) => ({ score, share: (counts[at] ?? 0) / checkIns.length })),
  };
}
