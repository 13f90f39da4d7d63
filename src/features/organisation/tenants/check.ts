// Checks an organisation for inconsistent data.
import { roles, type Role } from '../../../platform/access/permissions.ts';
import type { GraphClient } from '../../../platform/graph/client.ts';
import { normalizeEmail, type ExistingPerson } from '../import/columns.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import { findCycles } from '../../../platform/chart/cycles.ts';
import { readAllPeople } from '../people/people.ts';
import { adviseOnDeadEvents, describeDeadEvents, listDeadEvents } from '../../../platform/outbox/dead-events.ts';
import { describeZoneDifferences, findZoneDifferences } from './zone-rules.ts';
import { queryWholeTenant } from '../../../platform/graph/exact/whole-tenant.ts';

/** A fault must be fixed; a note is for information. */
export type Finding = { kind: 'fault' | 'note'; message: string };

/** Returns the findings of a tenant, faults first. */
export async function checkTenant(graph: GraphClient, tenantId: string): Promise<Finding[]> {
  const strays = await queryWholeTenant<{ kind: string; count: number }>(
    graph,
    tenantId,
    'organisation/check/mislabelled_nodes',
  );
  const edges = await queryWholeTenant<{ type: string; count: number }>(
    graph,
    tenantId,
    'organisation/check/cross_tenant_relationships',
  );
  return [
    ...strays.map(({ kind, count }) => createFault(`${kind}: ${count} whose tenantId and tenant label disagree`)),
    ...edges.map(({ type, count }) => createFault(`${type}: ${count} to or from something outside the tenant`)),
    ...(await listDeadEvents(graph, tenantId)).map((dead) =>
      createFault(`${describeDeadEvents(dead)}: ${adviseOnDeadEvents()}`),
    ),
    ...(await checkPeople(graph, tenantId)),
    ...describeZones(await findZoneDifferences(graph, tenantId, new Date().toISOString())),
  ];
}

/** Returns the findings about the people of a tenant, faults first, without looking at anything outside it. */
export async function checkPeople(graph: GraphClient, tenantId: string): Promise<Finding[]> {
  const people = await graph.transaction({ tenantId }, (tx) => readAllPeople(tx));
  const lines = await graph.transaction({ tenantId }, (tx) => tx.rows<LineTimes>('organisation/check/line_times'));
  const [unsettled] = await graph.transaction({ tenantId }, (tx) =>
    tx.rows<{ count: number }>('absences/count_unsettled'),
  );
  return [
    ...lines.flatMap(findLineFaults),
    ...findFaults(people),
    ...findNotes(people),
    ...describeUnsettled(unsettled?.count ?? 0),
  ];
}

const describeZones = (zones: Awaited<ReturnType<typeof findZoneDifferences>>): Finding[] =>
  zones.length > 0 ? [createNote(describeZoneDifferences(zones))] : [];

/** What remains of a change of working days: see src/features/absences/settle-weeks.ts. */
function describeUnsettled(count: number): Finding[] {
  if (count === 0) return [];
  return [
    createNote(`the worker has yet to derive the excused weeks of ${pluralize(count, 'person', 'people')} again`),
  ];
}

/** A person's reporting lines, past ones included, whose times are wrong. */
type LineTimes = { email: string; undated: number; reversed: number; overlapping: number };

function findLineFaults({ email, undated, reversed, overlapping }: LineTimes): Finding[] {
  return [
    ...(undated > 0 ? [`${email} has a reporting line without the time it began or ended`] : []),
    ...(reversed > 0 ? [`${email} has a reporting line that ends before it begins`] : []),
    ...(overlapping > 0 ? [`${email} has reporting lines that hold at the same time`] : []),
  ].map(createFault);
}

function findFaults(people: ExistingPerson[]): Finding[] {
  const inactive = new Set(people.filter(({ active }) => !active).map(({ email }) => email));
  const faults = people.flatMap(({ email, managerEmails, teams, roles: roleNames, active }) => {
    const inactiveManagers = managerEmails.filter((manager) => inactive.has(manager));
    const unknown = roleNames.filter((role) => !roles.includes(role as Role));
    return [
      ...(managerEmails.length > 1
        ? [`${email} has ${managerEmails.length} managers: ${managerEmails.join(', ')}`]
        : []),
      ...(teams > 1 ? [`${email} is in ${teams} teams`] : []),
      ...(active && inactiveManagers.length > 0
        ? [`${email} reports to someone who has left: ${inactiveManagers.join(', ')}`]
        : []),
      ...(unknown.length > 0 ? [`${email} has a role that does not exist: ${unknown.join(', ')}`] : []),
      ...(email !== normalizeEmail(email)
        ? [`${JSON.stringify(email)} is not spelt as ${JSON.stringify(normalizeEmail(email))}, so no lookup finds it`]
        : []),
    ];
  });
  const cycles = findCycles(new Map(people.map(({ email, managerEmails }) => [email, managerEmails])));
  const hasAdmin =
    people.every(({ active }) => !active) || people.some((one) => one.active && one.roles.includes('admin'));
  if (!hasAdmin) faults.push('nobody active is an admin');
  return [...cycles.map((cycle) => createFault(`cycle: ${cycle.join(' → ')}`)), ...faults.map(createFault)];
}

function findNotes(people: ExistingPerson[]): Finding[] {
  const active = people.filter((person) => person.active);
  const tops = active.filter(({ managerEmails }) => managerEmails.length === 0).length;
  const teamless = active.filter(({ teams }) => teams === 0).length;
  return [
    ...(active.length === 0 ? [createNote('the tenant has no active people')] : []),
    ...(tops > 1 ? [createNote(`${tops} people have no manager`)] : []),
    ...people
      .filter(({ active, pendingManager }) => active && pendingManager)
      .map(({ email, pendingManager }) => createNote(`${email} waits for the manager ${pendingManager}`)),
    ...(teamless > 0 ? [createNote(`${teamless} ${teamless === 1 ? 'person is' : 'people are'} in no team`)] : []),
  ];
}

function createFault(message: string): Finding {
  return { kind: 'fault', message };
}

function createNote(message: string): Finding {
  return { kind: 'note', message };
}
