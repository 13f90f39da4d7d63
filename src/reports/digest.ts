// Report: the weekly digest.
import { readInSight, type PermittedList } from '../access/in-sight.ts';
import type { DigestRow } from '../model/index.ts';
import { mapDimensions, scoreTitles } from '../model/scores.ts';
import { formatWeek } from '../rules/format-dates.ts';
import { formatPercent, mapRows, toScope, type ReportDefinition, type ReportScope, type Row } from './definition.ts';
import { createScoreColumns } from './scores.ts';

export const digest: ReportDefinition = {
  name: 'digest',
  title: 'Weekly digest',
  description: 'who has checked in, with the scores',
  timeParameter: 'week',
  columns: [
    { name: 'name', title: 'Name' },
    { name: 'team', title: 'Team' },
    { name: 'department', title: 'Department' },
    { name: 'submitted', title: 'Checked in' },
    ...createScoreColumns(0),
  ],
  time: ({ lastWeek }) => `the ${formatWeek(lastWeek)}`,
  rows: async (request) => mapRows((await readDigest(toScope(request))).rows, toRow),
  headline(rows) {
    const submitted = rows.filter((row) => row['submitted']).length;
    return {
      figure: formatPercent(submitted, rows.length),
      says: `${submitted} of ${rows.length} checked in; ${rows.length - submitted} did not.`,
    };
  },
  emptyMessage: 'Nobody was active in that week.',
  figures(rows, { tenant }) {
    const checkIns = rows.filter((row) => row['submitted']);
    if (checkIns.length < tenant.minimumGroup) return [];
    const values = checkIns.flatMap((row) =>
      Object.entries(scoreTitles).map(([name, title]) => ({ dimension: title, score: row[name] })),
    );
    return [
      {
        title: 'Distribution of scores',
        about: `The shares of 1 to 5 among ${checkIns.length} check-ins, for each of the three scores.`,
        spec: {
          data: { values },
          width: 720,
          height: { step: 34 },
          mark: { type: 'bar', cornerRadius: 2, height: { band: 0.72 } },
          encoding: {
            y: { field: 'dimension', type: 'nominal', title: null, sort: Object.values(scoreTitles) },
            x: { aggregate: 'count', stack: 'normalize', title: null, axis: { format: '.0%', tickCount: 5 } },
            color: {
              field: 'score',
              type: 'ordinal',
              title: 'Score',
              scale: { domain: [1, 2, 3, 4, 5], range: [1, 2, 4, 6, 7].map((step) => `var(--heat-${step})`) },
            },
            order: { field: 'score', type: 'ordinal' },
          },
        },
      },
    ];
  },
};

type DigestScope = Pick<ReportScope, 'graph' | 'asOperator' | 'now' | 'week'>;

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export function readDigest(scope: DigestScope): Promise<PermittedList<{ weekStart: string }, DigestRow>> {
  const params = { weekStart: scope.week, now: scope.now };
  return readInSight(scope, 'digest:read', (sight) => ['summaries/weekly_digest', { ...sight, ...params }]);
}

function toRow({ user, department, scores, submitted, ...ids }: DigestRow): Row {
  return {
    name: user.name,
    team: user.team ?? null,
    department: department ?? null,
    submitted,
    ...mapDimensions((dimension) => scores?.[dimension] ?? null),
    userId: user.id,
    ...ids,
  };
}
