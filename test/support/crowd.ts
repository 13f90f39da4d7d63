// Many people of a company, for tests of what a request costs.
import { randomUUID } from 'node:crypto';
import type { Company } from './company.ts';

/** Adds so many people, in teams of ten, in turn below each of `managers`; returns their ids. */
export async function addCrowd(acme: Company, count: number, managers: readonly string[]): Promise<string[]> {
  const crowd = Array.from({ length: count }, () => randomUUID());
  await acme.statement(
    `UNWIND range(0, size($crowd) - 1) AS n
     MATCH (manager:User {tenantId: $tenantId, id: $managerIds[n % size($managerIds)]})
     CREATE (u:User:$($label) {tenantId: $tenantId, id: $crowd[n], name: 'N' + n, sortName: 'n' + n, email: 'n' + n + '@crowd.example',
       roles: [], active: true, createdAt: datetime('2026-01-05T09:00:00Z'), updatedAt: datetime('2026-01-05T09:00:00Z')})
     CREATE (u)-[:REPORTS_TO {since: u.createdAt}]->(manager)
     MERGE (team:Team {tenantId: $tenantId, key: 'team ' + n / 10})
       ON CREATE SET team:$($label), team.name = 'Team ' + n / 10, team.sortName = team.key,
         team.department = 'Department ' + n / 10, team.departmentKey = 'department ' + n / 10
     CREATE (u)-[:MEMBER_OF]->(team)`,
    { crowd, managerIds: managers.map((name) => acme.id(name)) },
  );
  return crowd;
}
