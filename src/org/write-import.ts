// Writes a planned import; each batch is one statement of its transaction.
import { splitIntoBatches } from '../batches.ts';
import type { Transaction } from '../graph/client.ts';
import type { ExistingPerson, ImportPlan } from './plan-import.ts';

const batchSize = 5_000;
const subjectsPerChange = 1_000;

type Step = { query: string; rows: Record<string, unknown>[]; params?: Record<string, unknown> };

/** Ids and time are created before the transaction, since its function may be retried. */
type WriteContext = {
  people: ExistingPerson[];
  ids: ReadonlyMap<string, { userId: string; auditId: string; moveId: string }>;
  auditId: string;
  now: Date;
  progress?: (done: number, total: number) => void;
};

/** Writes nothing, not even an audit entry, if the plan has no changes. */
export async function writeImport(tx: Transaction, plan: ImportPlan, context: WriteContext): Promise<void> {
  const steps = buildSteps(plan, context);
  const total = steps.reduce((sum, { rows }) => sum + rows.length, 0);
  if (total === 0) return;
  let done = 0;
  for (const { query, rows, params } of steps) {
    for (const batch of splitIntoBatches(rows, batchSize)) {
      await tx.run(query, { rows: batch, ...params });
      done += batch.length;
      context.progress?.(done, total);
    }
  }
  await tx.run('org/record_import', {
    auditId: context.auditId,
    now: context.now.toISOString(),
    created: plan.created.length,
    changed: plan.changed.length,
    moved: plan.moved.length,
  });
}

function buildSteps(
  { created, changed, moved, teams }: ImportPlan,
  { people, ids, auditId, now: date }: WriteContext,
): Step[] {
  const now = date.toISOString();
  const idByEmail = new Map(people.map(({ email, id }) => [email, id]));
  for (const { email } of created) idByEmail.set(email, ids.get(email)?.userId ?? '');
  const findId = (email: string): string | null => idByEmail.get(email) ?? null;
  const findManagerId = (email: string | undefined): string | null => (email ? findId(email) : null);
  const firstManagers = created
    .filter(({ managerEmail }) => managerEmail !== '')
    .map(({ email, managerEmail }) => ({ id: findId(email), managerId: findManagerId(managerEmail) }));
  const announce = (type: string, changed: string[], subjects: readonly { id: string | null }[]) =>
    [...splitIntoBatches(subjects, subjectsPerChange)].map((part, place) => ({
      ...{ id: `${auditId}:${place}`, type, changed },
      subjectIds: part.map(({ id }) => id),
    }));
  const moves = moved.map(({ person, existing }) => ({
    id: existing.id,
    auditId: ids.get(person.email)?.moveId,
    managerId: findManagerId(person.managerEmail),
    fromManagerId: findManagerId(existing.managerEmails[0]),
  }));
  return [
    {
      query: 'org/upsert_teams',
      rows: teams.map(({ name, department }) => ({
        ...{ name, department: department || null },
        changeId: `${auditId}:${name}`,
      })),
      params: { now },
    },
    {
      query: 'org/create_people',
      rows: created.map(({ email, name, jobTitle, roles, team, startDate }) => ({
        id: findId(email),
        auditId: ids.get(email)?.auditId,
        email,
        name,
        jobTitle: jobTitle || null,
        roles,
        startDate: startDate || null,
        team: team || null,
      })),
      params: { now },
    },
    {
      query: 'org/update_people',
      rows: changed.map(({ person, existing, fields }) => ({
        id: existing.id,
        auditId: ids.get(person.email)?.auditId,
        changed: fields,
        name: person.name,
        jobTitle: person.jobTitle || null,
        roles: person.roles,
        startDate: (person.startDate ?? existing.startDate) || null,
      })),
      params: { now },
    },
    {
      query: 'org/change_memberships',
      rows: changed
        .filter(({ fields }) => fields.includes('team'))
        .map(({ person, existing }) => ({ id: existing.id, team: person.team || null })),
    },
    { query: 'org/place_people', rows: firstManagers, params: { now } },
    { query: 'org/move_people', rows: moves, params: { now, planId: null } },
    {
      query: 'org/announce_people',
      rows: [
        ...announce(
          'user.created',
          [],
          created.map(({ email }) => ({ id: findId(email) })),
        ),
        ...announce('org.manager.changed', ['managerId'], firstManagers),
      ],
      params: { now },
    },
  ];
}
