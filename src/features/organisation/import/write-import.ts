// Writes a planned import: new people are staged in transactions of their own, all else is batches of the transaction of the
// import, each a statement.
import { splitIntoBatches } from '../../../platform/lib/loops.ts';
import { nameTeam, toNameKey, toSortName } from '../../../platform/lib/names.ts';
import type { Transaction } from '../../../platform/graph/client.ts';
import type { Call } from '../../../platform/graph/queries/call-types.ts';
import { toAuditValues, type AuditValues } from '../../../platform/schema/audit.ts';
import { roles, type Role } from '../../../platform/permissions.ts';
import { optionalColumns, type ExistingPerson, type FilePerson } from './columns.ts';
import { operator, type Actor } from '../people/actor.ts';
import { settleAllWeeks } from '../../absences/settle-weeks.ts';
import { tellLoop } from '../people/change-person.ts';
import type { ImportPlan } from './plan-import.ts';
import { batchSize, createStaged, removeStaged, stagePeople, type NewPeople, type Staged } from './stage-people.ts';
import { followKeyChanges, listAccessChanges, signInKeys, type KeyChange } from '../people/keys.ts';
import { listGiven, tellRolesOfMany } from '../people/role-notices.ts';

const subjectsPerChange = 1_000;

/** What `fromEntries` forgets. */
type OptionalFields = Record<(typeof optionalColumns)[number], string | null>;

/**
 * Asked for batches of its rows when those before are written. `isUncounted`: no part of the progress. `toCall` is a method so
 * that steps with different rows are one list; `toStep` holds each to its own.
 */
type Step<Row = unknown> = { rows: Row[]; toCall(this: void, rows: readonly Row[]): Call; isUncounted?: true };
const toStep = <Row>(step: Step<Row>): Step => step;

/** `newId` gives the same ids when the transaction is retried. */
type WriteContext = {
  tenantId: string;
  runAlone: Transaction['rows'];
  people: ExistingPerson[];
  by: Actor;
  newId: () => string;
  auditId: string;
  now: Date;
  progress?: (done: number, total: number) => void;
};

/** Writes nothing, not even an audit entry, if the plan has no changes. */
export async function writeImport(tx: Transaction, plan: ImportPlan, context: WriteContext): Promise<void> {
  const { runAlone, tenantId, auditId, progress = () => undefined } = context;
  const staged = createStaged();
  const { newPeople, steps } = buildSteps(plan, context, staged);
  const counted = [
    newPeople.people,
    newPeople.lines,
    ...steps.map(({ rows, isUncounted }) => (isUncounted ? [] : rows)),
  ];
  const total = counted.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return;
  let done = 0;
  const advance = (rows: number): void => progress((done += rows), total);
  await removeStaged(runAlone, tenantId);
  await stagePeople(runAlone, newPeople, staged, advance);
  for (const { rows, toCall, isUncounted } of steps) {
    for (const batch of splitIntoBatches(rows, batchSize)) {
      const [row] = await tx.rows<{ created?: number }>(...toCall(batch));
      if ((row?.created ?? batch.length) < batch.length) throw new Error('What the import has staged is gone.');
      if (!isUncounted) advance(batch.length);
    }
  }
  await followKeyChanges(tx, listKeyChanges(plan, context.by), {
    by: context.by === operator ? 'operator' : 'admin',
    eventId: auditId,
    now: context.now.toISOString(),
    newId: context.newId,
  });
  if (
    plan.created.length > 0 ||
    plan.changed.some(({ fields }) => fields.includes('region') || fields.includes('workingDays'))
  ) {
    await settleAllWeeks(tx, context.now.toISOString());
  }
  await tx.rows('organisation/record_import', {
    auditId,
    now: context.now.toISOString(),
    created: plan.created.length,
    changed: plan.changed.length,
    moved: plan.moved.length,
    left: plan.leaving.length,
  });
}

function buildSteps(
  plan: ImportPlan,
  { people, newId, auditId, now: date }: WriteContext,
  staged: Staged,
): { newPeople: NewPeople; steps: Step[] } {
  const { created, changed, moved, released, loops, teams, leaving } = plan;
  const now = date.toISOString();
  const newIds = new Map(created.map(({ email }) => [email, newId()]));
  /** The id of a key of the plan: that of a person, or the address of a new one. */
  const findId = (key: string): string => newIds.get(key) ?? key;
  const firstManagers = created.flatMap(({ email, managerKey }) =>
    managerKey === null ? [] : [{ id: findId(email), managerId: findId(managerKey) }],
  );
  const placedIds = firstManagers.map(({ id }) => id);
  const announce = (type: string, changed: string[], ids: readonly string[]) =>
    [...splitIntoBatches(ids, subjectsPerChange)].map((subjectIds) => ({ type, changed, subjectIds }));
  const toFields = (person: FilePerson) => ({
    email: person.email,
    name: person.name,
    sortName: toSortName(person.name),
    roles: person.roles as Role[], // row-faults.ts refuses others
    jobTitle: person.jobTitle || null,
    ...(Object.fromEntries(optionalColumns.map((column) => [column, person[column] || null])) as OptionalFields),
  });
  const isNew = new Set(newIds.values());
  const isBelowNew = ({ managerId }: { managerId: string }): boolean => isNew.has(managerId);
  const toTeamKey = ({ team }: FilePerson): string | null => (team === '' ? null : toNameKey(team));
  const toTeam = ({ name, department }: { name: string; department: string }) => ({
    ...nameTeam(name, department || null),
    department: department || null,
  });
  const refer = <Row extends { id: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, reference: staged.people.get(row.id) ?? null }));
  const newPeople = {
    teams: [
      ...new Map(
        created.filter(toTeamKey).map((person) => [toTeamKey(person), toTeam({ ...person, name: person.team })]),
      ).values(),
    ],
    people: created.map((person) => ({
      ...toFields(person),
      id: findId(person.email),
      pendingManager: person.pendingManager,
      team: toTeamKey(person),
    })),
    lines: firstManagers.filter(isBelowNew),
    now,
  };
  const steps: Step[] = [
    toStep({ rows: staged.newTeams, toCall: (rows) => ['organisation/create_teams', { rows }], isUncounted: true }),
    toStep({
      rows: teams.map((team) => ({ ...toTeam(team), changeId: `${auditId}:${team.name}` })),
      toCall: (rows) => ['organisation/upsert_teams', { rows, now }],
    }),
    toStep({
      rows: released.map(({ id }) => ({ id, auditId: newId() })),
      toCall: (rows) => ['organisation/release_addresses', { rows, now }],
    }),
    toStep({
      rows: changed.filter(({ fields }) => fields.includes('email')).map(({ existing }) => ({ id: existing.id })),
      toCall: (rows) => ['organisation/park_addresses', { rows }],
    }),
    toStep({
      rows: changed.map(({ person, existing, pendingManager, fields }) => ({
        ...toFields(person),
        id: existing.id,
        auditId: newId(),
        changed: fields,
        pendingManager,
        values: fields.includes('roles') ? toRoleValues(existing.roles, person.roles) : {},
      })),
      toCall: (rows) => ['organisation/update_people', { rows, now, allRoles: roles }],
    }),
    toStep({
      rows: created.map(({ email, roles }) => {
        const values = roles.length > 0 ? toRoleValues([], roles) : {};
        return { id: findId(email), auditId: newId(), values };
      }),
      toCall: (rows) => ['organisation/create_people', { rows: refer(rows), now }],
    }),
    toStep({
      rows: changed
        .filter(({ fields }) => fields.includes('team'))
        .map(({ person, existing }) => ({ id: existing.id, team: toTeamKey(person) })),
      toCall: (rows) => ['organisation/change_memberships', { rows }],
    }),
    toStep({
      rows: [
        ...new Set([
          ...teams.map(({ name }) => toNameKey(name)),
          ...[
            ...created,
            ...changed.filter(({ fields }) => fields.includes('team')).map(({ person }) => person),
          ].flatMap((person) => toTeamKey(person) ?? []),
        ]),
      ],
      toCall: (rows) => ['organisation/note_growth', { rows, now }],
      isUncounted: true,
    }),
    toStep({
      rows: firstManagers.filter((line) => !isBelowNew(line)),
      toCall: (rows) => ['organisation/place_people', { rows, now }],
    }),
    toStep({
      rows: moved.map(({ existing, fromManagerId, managerKey }) => ({
        id: existing.id,
        auditId: newId(),
        managerId: managerKey && findId(managerKey),
        fromManagerId,
      })),
      toCall: (rows) => ['organisation/move_people', { rows, now, planId: null, moveId: auditId }],
    }),
    toStep({
      rows: leaving.map(({ id, roles: held }) => ({
        id,
        entries: [
          ...(held.length > 0
            ? [{ id: newId(), action: 'person.update', fields: ['roles'], values: toRoleValues(held, []) }]
            : []),
          { id: newId(), action: 'person.deactivate', fields: null, values: {} },
        ],
      })),
      toCall: (rows) => ['organisation/deactivate_people', { rows, now }],
    }),
    toStep({
      rows: tellRolesOfMany(listRoleChanges(plan, people, findId), auditId),
      toCall: (rows) => ['organisation/tell_roles', { rows, now }],
      isUncounted: true,
    }),
    toStep({
      rows: loops.map(({ person, manager }) => tellLoop(person, { id: findId(manager.key), name: manager.name })),
      toCall: (rows) => ['organisation/tell_roles', { rows, now }],
      isUncounted: true,
    }),
    toStep({
      rows: [
        ...announce('user.created', [], [...newIds.values()]),
        ...announce('org.manager.changed', ['managerId'], placedIds),
        ...announce(
          'user.updated',
          ['roles'],
          leaving.filter(({ roles: held }) => held.length > 0).map(({ id }) => id),
        ),
        ...announce(
          'user.deactivated',
          [],
          leaving.map(({ id }) => id),
        ),
        ...[...Map.groupBy(changed, ({ fields }) => fields.join())].flatMap(([names, changes]) => {
          const fields = names.split(',');
          const ids = changes.map(({ existing }) => existing.id);
          return announce(fields.includes('active') ? 'user.activated' : 'user.updated', fields, ids);
        }),
      ].map((batch, place) => ({ ...batch, id: `${auditId}:${place}` })),
      toCall: (rows) => ['organisation/announce_people', { rows, now }],
    }),
  ];
  return { newPeople, steps };
}

const toRoleValues = (before: readonly string[], after: readonly string[]): AuditValues =>
  toAuditValues([{ field: 'roles', before, after }]);

function listKeyChanges({ changed, leaving }: ImportPlan, by: Actor): KeyChange[] {
  const callerId = by.userId;
  const left = leaving.map((person) => {
    const { id: userId, name, email: address, roles: held } = person;
    const after = { active: false, roles: [], changed: [], isByAdmin: by !== operator };
    return {
      userId,
      name,
      address,
      changes: listAccessChanges(person, after),
      heldRoles: listGiven([], held).length > 0,
    };
  });
  const kept = changed.flatMap(({ existing, person, fields }) => {
    const { id: userId, name, email: address, active } = existing;
    const after = { active: true, roles: person.roles, changed: fields, isByAdmin: by !== operator };
    const changes = listAccessChanges(existing, after);
    const untold = signInKeys.filter((key) => key !== 'email' && changes.includes(key) && !existing[key]);
    const heldRoles = active && listGiven([], existing.roles).length > 0;
    return changes.length === 0
      ? []
      : [{ userId, name, address, isOwn: userId === callerId, changes, untold, heldRoles }];
  });
  return [...kept, ...left];
}

/** Returns none for the first import of a tenant, of which nobody needs to be notified. */
function listRoleChanges(
  { created, changed }: ImportPlan,
  people: readonly ExistingPerson[],
  findId: (key: string) => string,
) {
  if (people.length === 0) return [];
  return [
    ...created.map(({ email, name, roles: after }) => ({ id: findId(email), name, after })),
    ...changed.map(({ existing, person }) => ({
      id: existing.id,
      name: person.name,
      after: person.roles,
      before: existing.active ? existing.roles : [],
    })),
  ];
}
