// Someone as an operator looks at them: who they are, who stands above them, and who reports to them.
import type { GraphDoor } from '../graph/client.ts';
import { normalEmail } from './columns.ts';
import { nobody } from './find-person.ts';

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

type Placed<T> = T & { managerEmails: string[] };
type Row = Placed<Colleague> & {
  id: string;
  roles: string[] | null;
  teams: { name: string; department: string | null }[];
  above: Placed<Colleague>[];
  reports: Colleague[];
};

/**
 * Someone of a tenant by their address, also when they have left.
 *
 * @throws {Error} when there is nobody of that address
 */
export async function showPerson(graph: GraphDoor, tenantId: string, address: string): Promise<PersonView> {
  const row = await graph.bind({ tenantId }).maybe<Row>('org/show', { email: normalEmail(address) });
  if (!row) throw nobody(address);
  const { id, roles, teams, above, reports } = row;
  const [{ name: team, department } = { name: null, department: null }] = teams;
  return {
    id,
    ...colleague(row),
    team,
    department,
    roles: roles ?? [],
    managers: walkUp(row, above).map(colleague),
    reports: reports.map(colleague),
  };
}

/** The line of managers, nearest first; of a cycle everyone once. */
function walkUp(person: Placed<Colleague>, above: Placed<Colleague>[]): Placed<Colleague>[] {
  const left = new Map(above.filter(({ email }) => email !== person.email).map((one) => [one.email, one]));
  const line: Placed<Colleague>[] = [];
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

function colleague({ email, name, jobTitle, active }: Colleague): Colleague {
  return { email, name, jobTitle: jobTitle ?? null, active: active ?? false };
}
