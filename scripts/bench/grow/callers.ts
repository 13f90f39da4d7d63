// Who sends the requests of `grow`: managers of eight of random tenants, and their reports.
import type { GraphClient } from '../../../src/graph/client.ts';
import { createRandom, shuffle } from '../../random.ts';
import type { Bench } from '../service.ts';
import { newestWeek } from './population.ts';

/** Tokens are signed. `summaryIds` are those of the manager's reports in the newest week. */
export type Manager = { token: string; id: string; summaryIds: string[]; reports: { tenantId: string; id: string }[] };
/** `active` managers are of tenants with weeks of use, `any` one of each tenant, both in random order. */
export type Callers = { active: Manager[]; any: Manager[] };

type Row = { tenantId: string; id: string; reports: string[]; summaryIds: string[] };

/** With people in breadth-first order, the first hundred all have eight reports. */
const managersPerTenant = 40;

/** Chooses the managers. */
export async function chooseCallers(bench: Bench, activeIds: string[], allIds: string[]): Promise<Callers> {
  const random = createRandom('grow');
  const sign = async ({ tenantId, reports, ...row }: Row): Promise<Manager> => ({
    ...row,
    reports: reports.map((id) => ({ tenantId, id })),
    token: await bench.token(tenantId, row.id),
  });
  const rowsOf = async (tenantIds: string[], places: number[]): Promise<Manager[]> => {
    const rows = await readManagers(bench.graph, tenantIds, places);
    return Promise.all(shuffle(random, rows).map(sign));
  };
  const places = Array.from({ length: managersPerTenant }, (_, place) => 1 + place);
  return { active: await rowsOf(activeIds, places), any: await rowsOf(allIds, [Math.ceil(random() * 100)]) };
}

async function readManagers(graph: GraphClient, tenantIds: string[], places: number[]): Promise<Row[]> {
  const rows = await graph.statement(
    `UNWIND $tenantIds AS tenantId
     UNWIND $emails AS email
     MATCH (manager:User {tenantId: tenantId, email: email})<-[:REPORTS_TO]-(report:User)
     OPTIONAL MATCH (summary:Summary {tenantId: tenantId, userId: report.id, weekStart: date($week)})
     WITH tenantId, manager, collect(report.id) AS reports, collect(summary.id) AS summaryIds
     WHERE size(reports) = 8
     RETURN tenantId, manager.id AS id, reports, summaryIds`,
    { tenantIds, emails: places.map((place) => `p${place}@bench.example`), week: newestWeek },
  );
  return rows as Row[];
}
