// New people of an import before they are there: nodes without a label, made in transactions of their own, which no query
// and no constraint finds until the transaction of the import gives them one. It takes less than half of the memory.
import type { GraphClient, QueryScope, Transaction } from '../../../platform/graph/client.ts';
import type { RowOf } from '../../../platform/graph/queries/call-types.ts';
import { repeatUntilNone, splitIntoBatches } from '../../../platform/lib/loops.ts';

/** In rows of a statement. */
export const batchSize = 5_000;

/** Rows of organisation/stage_teams and organisation/stage_people, where `team` is the key of one, and lines between these people by id. */
export type NewPeople = {
  teams: RowOf<'organisation/stage_teams', 'rows'>[];
  people: RowOf<'organisation/stage_people', 'rows'>[];
  lines: { id: string; managerId: string | null }[];
  now: string;
};

/** Runs each call in a transaction of its own. */
export const runAlone =
  (graph: Pick<GraphClient, 'transaction'>, scope: QueryScope): Transaction['rows'] =>
  (...call) =>
    graph.transaction(scope, (own) => own.rows(...call));

/** References to nodes: of the teams that are new, and of people by id. */
export type Staged = { newTeams: string[]; people: Map<unknown, string> };
export const createStaged = (): Staged => ({ newTeams: [], people: new Map() });

/**
 * Makes people with their teams, and lines between them. The caller holds the tenant's write lock from now until these are
 * there.
 *
 * @param staged gets the references
 * @param onRows gets how many people and lines have been made since
 */
export async function stagePeople(
  run: Transaction['rows'],
  { teams, people, lines, now }: NewPeople,
  staged: Staged,
  onRows: (rows: number) => void,
): Promise<void> {
  const teamsByKey = new Map<string | null, string>();
  for (const rows of splitIntoBatches(teams, batchSize)) {
    const [row] = await run<{ staged: [string, string, boolean][] }>('organisation/stage_teams', { rows, now });
    for (const [key, reference, isNew] of row?.staged ?? []) {
      teamsByKey.set(key, reference);
      if (isNew) staged.newTeams.push(reference);
    }
  }
  for (const batch of splitIntoBatches(people, batchSize)) {
    const rows = batch.map((person) => ({ ...person, team: teamsByKey.get(person.team) ?? null }));
    const [row] = await run<{ staged: [string, string][] }>('organisation/stage_people', { rows, now });
    for (const [id, reference] of row?.staged ?? []) staged.people.set(id, reference);
    onRows(batch.length);
  }
  for (const batch of splitIntoBatches(lines, batchSize)) {
    const rows = batch.map(({ id, managerId }) => ({
      person: staged.people.get(id) ?? null,
      manager: staged.people.get(managerId) ?? null,
    }));
    await run('organisation/stage_lines', { rows, now });
    onRows(batch.length);
  }
}

/** Removes what an import that ended has staged. No import of the tenant is under way. */
export async function removeStaged(run: Transaction['rows'], tenantId: string): Promise<void> {
  const params = { onlyTenantId: tenantId, before: null, limit: 1 };
  await repeatUntilNone(
    async () => (await run<{ count: number }>('organisation/remove_staged', params))[0]?.count ?? 0,
  );
}

/** Tidies up after an import that failed, as soon as no other one is under way. */
export async function tidyStaged(graph: GraphClient, tenantId: string): Promise<void> {
  await graph.transaction({ tenantId }, async (tx) => {
    await tx.rows('organisation/lock_tenant');
    await removeStaged(runAlone(graph, { tenantId }), tenantId);
  });
}
