// Someone as an operator looks at them: who they are, who stands above them, and who reports to them.
import type { GraphClient } from '../graph/client.ts';
import { normalizeEmail } from './columns.ts';
import { personNotFound } from './find-person.ts';

export type Colleague = { email: string; name: string; jobTitle: string | null; active: boolean };

/** `managers` are the line upwards, nearest first; `reports` are by name. Who has left is among them, not active. */
export type PersonView = Colleague & {
  id: string;
  team: string | null;
  department: string | null;
  roles: string[];
  managers: Colleague[];
  reports: Colleague[];
};

type WithManagers<T> = T & { managerEmails: string[] };
type Row = WithManagers<Colleague> & {
  id: string;
  roles: string[] | null;
  teams: { name: string; department: string | null }[];
  above: WithManagers<Colleague>[];
  reports: Colleague[];
};

/**
 * Someone of a tenant by their address, also when they have left.
 *
 * @throws {Error} when there is nobody of that address
 */
export async function showPerson(graph: GraphClient, tenantId: string, address: string): Promise<PersonView> {
  const row = await graph.bind({ tenantId }).maybe<Row>('org/show_person', { email: normalizeEmail(address) });
  if (!row) throw personNotFound(address);
  const { id, roles, teams, above, reports } = row;
  const [{ name: team, department } = { name: null, department: null }] = teams;
  return {
    id,
    ...toColleague(row),
    team,
    department,
    roles: roles ?? [],
    managers: collectManagers(row, above).map(toColleague),
    reports: reports.map(toColleague),
  };
}

/** The line of managers, nearest first; of a cycle everyone once. */
function collectManagers(person: WithManagers<Colleague>, above: WithManagers<Colleague>[]): WithManagers<Colleague>[] {
  const left = new Map(above.filter(({ email }) => email !== person.email).map((one) => [one.email, one]));
  const line: WithManagers<Colleague>[] = [];
  const next = [...person.managerEmails];
  for (let email = next.shift(); email !== undefined; email = next.shift()) {
    const manager = left.get(email);
    if (!manager) continue;
    left.delete(email);
    line.push(manager);
    next.push(...manager.managerEmails);
  }
  return line;
}

function toColleague({ email, name, jobTitle, active }: Colleague): Colleague {
  return { email, name, jobTitle: jobTitle ?? null, active: active ?? false };
}
