// The requests of the benchmark's tenant of 100,000 people: many callers, each asking for what they may read.
import { randomUUID } from 'node:crypto';
import { addWeeks } from '../../../src/platform/time/weeks.ts';
import { createRandom, pick } from '../random.ts';
import type { Kind } from './load.ts';
import type { RequestSpec } from './measure.ts';
import type { ManagerOfEight, Population } from './population.ts';
import type { Suite } from './suite.ts';

/** The name of the floor to which rates are compared. */
export const plainKoa = 'plain Koa, no database';

export type Caller = ManagerOfEight & { token: string };

/** Signs a token of each manager. */
export async function signTokens(suite: Suite, tenantId: string, managers: ManagerOfEight[]): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const manager of managers) callers.push({ ...manager, token: await suite.token(tenantId, manager.id) });
  return callers;
}

/** Returns a request that each manager sends in turn. */
function createReadSpec(
  name: string,
  managers: Caller[],
  path: (manager: Caller, turn: number) => string,
): RequestSpec {
  const at = (turn: number): Caller => managers[turn % managers.length] as Caller;
  return { name, path: (turn) => path(at(turn), turn), token: (turn) => at(turn).token };
}

/** `RETURN 1` by the bare driver, by the same callers. */
export function createReturnOne(managers: Caller[]): RequestSpec {
  return createReadSpec('`RETURN 1`', managers, ({ id }) => `/floor/return-one/${id}`);
}

/** The floor without a database, by the same callers. @param url where it listens */
export function createPlainKoa(managers: Caller[], url: string): RequestSpec {
  return { ...createReadSpec(plainKoa, managers, ({ id }) => `/floor/plain-koa/${id}`), url };
}

/** The small reads: each manager reads what is theirs. */
export function createReads({ week, later }: Population, managers: Caller[]): RequestSpec[] {
  return [
    createReadSpec(
      'GET summary',
      managers,
      ({ summaryIds }, turn) => `/summaries/${summaryIds[turn % summaryIds.length]}`,
    ),
    createReadSpec('GET direct-reports (8)', managers, ({ id }) => `/org/users/${id}/direct-reports`),
    createReadSpec('GET weekly-digest (8)', managers, () => `/summaries/reports/weekly-digest?weekStart=${week}`),
    createReadSpec('GET non-setters (8)', managers, () => `/goals/reports/non-setters?period=${later}`),
    createReadSpec('GET board (6 goals)', managers, () => '/goals/board'),
    createReadSpec('GET notifications (10)', managers, () => '/notifications?limit=10'),
  ];
}

/** What each of these people is asked in the current week. */
export const createAsked = (people: Caller[], count: number): RequestSpec =>
  createReadSpec(`GET me/questions (${count})`, people, () => '/me/questions');

/** These reads in turn, as a load. @param pathname what their paths are relative to */
export function toKinds(reads: RequestSpec[], pathname: string): Kind[] {
  return Array.from({ length: reads.length * 10 }, (_, turn) => {
    const spec = reads[turn % reads.length] as RequestSpec;
    return { name: spec.name, method: 'GET', path: pathname + spec.path(turn), token: spec.token?.(turn) ?? '' };
  });
}

/** An admin moves random people without reports under random managers. */
export function createMove({ movers: { leaves, managers } }: Population): RequestSpec {
  const random = createRandom('moves');
  return {
    name: 'PUT manager',
    method: 'PUT',
    path: () => `/admin/org-chart/users/${pick(random, leaves)}/manager`,
    body: () => JSON.stringify({ managerId: pick(random, managers) }),
  };
}

/** The managers set goals for next week, without and with an Idempotency-Key. */
export function createGoalSpecs(managers: Caller[]): RequestSpec[] {
  const goal = JSON.stringify({ title: 'Goal', type: 'personal', targetWeek: 'next' });
  const post = { ...createReadSpec('POST goal', managers, () => '/goals'), method: 'POST' as const, body: () => goal };
  return [post, { ...post, name: 'POST goal, Idempotency-Key', headers: () => ({ 'idempotency-key': randomUUID() }) }];
}

/** Submits summaries with these tokens in turn: each for `newestWeek` (a Monday), then each for the week before it. */
export function createSubmit(tokens: readonly string[], newestWeek: string): RequestSpec {
  const text = 'x'.repeat(200);
  const texts = { proud: text, obstacles: text, learned: text, important: text };
  const scores = { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 };
  return {
    name: 'POST summary',
    method: 'POST',
    path: () => '/summaries',
    token: (turn) => tokens[turn % tokens.length] ?? '',
    body: (turn) => {
      const weekStart = addWeeks(newestWeek, -Math.floor(turn / tokens.length));
      return JSON.stringify({ weekStart, scores, ...texts });
    },
  };
}
