// Finds what must not be in an organisation, however it came there.
import { roles, type Role } from '../access.ts';
import type { GraphDoor } from '../graph/client.ts';
import { normalEmail } from './columns.ts';
import { findCycles } from './cycles.ts';
import { allPeople } from './people.ts';
import type { Known } from './plan.ts';
import { askWholeTenant } from './whole-tenant.ts';

/** A fault must be put right; a note is worth knowing. */
export type Finding = { kind: 'fault' | 'note'; message: string };

/** Everything found in one tenant, faults first. */
export async function checkOrganisation(graph: GraphDoor, tenantId: string): Promise<Finding[]> {
  const people = await graph.transaction({ tenantId }, allPeople);
  const strays = await askWholeTenant<{ kind: string; count: number }>(graph, 'org-check/stray_nodes', tenantId);
  const edges = await askWholeTenant<{ type: string; count: number }>(graph, 'org-check/foreign_edges', tenantId);
  return [
    ...strays.map(({ kind, count }) => fault(`${kind}: ${count} whose tenantId and tenant label disagree`)),
    ...edges.map(({ type, count }) => fault(`${type}: ${count} to or from something outside the tenant`)),
    ...faultsIn(people),
    ...notesOn(people),
  ];
}

/** What is wrong with the people of one tenant. */
export function faultsIn(people: Known[]): Finding[] {
  const left = new Set(people.filter(({ active }) => !active).map(({ email }) => email));
  const found = people.flatMap(({ email, managerEmails, teams, roles: held, active }) => {
    const gone = managerEmails.filter((manager) => left.has(manager));
    const unknown = held.filter((role) => !roles.includes(role as Role));
    return [
      ...(managerEmails.length > 1
        ? [`${email} has ${managerEmails.length} managers: ${managerEmails.join(', ')}`]
        : []),
      ...(teams > 1 ? [`${email} is in ${teams} teams`] : []),
      ...(active && gone.length > 0 ? [`${email} reports to someone who has left: ${gone.join(', ')}`] : []),
      ...(unknown.length > 0 ? [`${email} has a role that does not exist: ${unknown.join(', ')}`] : []),
      ...(email !== normalEmail(email) ? [`${JSON.stringify(email)} is not in small letters, so nobody finds it`] : []),
    ];
  });
  const cycles = findCycles(new Map(people.map(({ email, managerEmails }) => [email, managerEmails])));
  return [...cycles.map((cycle) => fault(`cycle: ${cycle.join(' → ')}`)), ...found.map(fault)];
}

function notesOn(people: Known[]): Finding[] {
  const active = people.filter((person) => person.active);
  const tops = active.filter(({ managerEmails }) => managerEmails.length === 0).length;
  const teamless = active.filter(({ teams }) => teams === 0).length;
  return [
    ...(active.length === 0 ? [note('there is nobody in this tenant')] : []),
    ...(tops > 1 ? [note(`${tops} people have no manager`)] : []),
    ...(teamless > 0 ? [note(`${teamless} ${teamless === 1 ? 'person is' : 'people are'} in no team`)] : []),
  ];
}

function fault(message: string): Finding {
  return { kind: 'fault', message };
}

function note(message: string): Finding {
  return { kind: 'note', message };
}
