// Shows a person to an operator: profile, managers upwards and direct reports.
import type { GraphClient } from '../graph/client.ts';
import { normalizeEmail } from './columns.ts';
import { personNotFound } from './find-person.ts';

export type Colleague = { email: string; name: string; jobTitle: string | null; active: boolean };

/** `managers` is the line upwards, nearest first; `reports` is sorted by name. Both include deactivated people. */
type PersonView = Colleague & {
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
 * Also shows deactivated people.
 *
 * @throws {Error} if nobody has the address
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

/** Returns the line of managers, nearest first. In a cycle, each person is listed once. */
function collectManagers(person: WithManagers<Colleague>, above: WithManagers<Colleague>[]): WithManagers<Colleague>[] {
  const remaining = new Map(
    above.filter(({ email }) => email !== person.email).map((manager) => [manager.email, manager]),
  );
  const line: WithManagers<Colleague>[] = [];
  const queue = [...person.managerEmails];
  for (let email = queue.shift(); email !== undefined; email = queue.shift()) {
    const manager = remaining.get(email);
    if (!manager) continue;
    remaining.delete(email);
    line.push(manager);
    queue.push(...manager.managerEmails);
  }
  return line;
}

function toColleague({ email, name, jobTitle, active }: Colleague): Colleague {
  return { email, name, jobTitle: jobTitle ?? null, active: active ?? false };
}
