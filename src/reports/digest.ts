// Report: the weekly digest.
import { rolesWithTenantScope, type Standing } from '../access.ts';
import type { Rows } from '../graph/client.ts';
import { mapDimensions, scoreTitles, type Scores } from '../model/scores.ts';
import { formatWeek } from '../rules/format-dates.ts';
import {
  formatPercent,
  mapRows,
  type ReportRequest,
  type ReportDefinition,
  type Row,
  permitRows,
} from './definition.ts';
import { createScoreColumns } from './scores.ts';

type DigestResult = {
  user: { id: string; name: string; team: string | null };
  department: string | null;
  scores: Scores | null;
  submitted: boolean;
  summaryId: string | null;
};

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
  rows: async (request) => mapRows(await readRows(request), toRow),
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

/** For a person, runs the query of the API; for an operator, a query over the whole tenant. */
async function readRows({ graph, tenant, person, lastWeek: weekStart }: ReportRequest): Promise<Rows<DigestResult>> {
  if (!person) {
    const params = { weekStart };
    const tenantGraph = graph.bind({ tenantId: tenant.id });
    return (await tenantGraph.list<unknown, DigestResult>('reports/weekly_digest', params)).rows;
  }
  const params = {
    weekStart,
    now: new Date().toISOString(),
    rolesWithTenantScope: rolesWithTenantScope('digest:read'),
  };
  const personGraph = graph.bind({ tenantId: tenant.id, userId: person.id });
  const { head, rows } = await personGraph.list<{ standing: Standing | null }, DigestResult>(
    'summaries/weekly_digest',
    params,
  );
  return permitRows(rows, head.standing, 'digest:read');
}

function toRow({ user, department, scores, submitted, summaryId }: DigestResult): Row {
  return {
    name: user.name,
    team: user.team,
    department,
    submitted,
    ...mapDimensions((dimension) => scores?.[dimension] ?? null),
    userId: user.id,
    summaryId,
  };
}
