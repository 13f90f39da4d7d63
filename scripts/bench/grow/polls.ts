// Measures the queries over all tenants: those that workers repeat, those of a scrape of /metrics, and the list of tenants.
import { randomUUID } from 'node:crypto';
import { median } from 'simple-statistics';
import neo4j, { type ProfiledPlan } from 'neo4j-driver';
import { getQuery } from '../../../src/graph/query-files.ts';
import type { Bench } from '../service.ts';
import { line, ms } from '../tables.ts';

const turns = 5;
const now = new Date().toISOString();
const longAgo = '2000-01-01T00:00:00.000Z';
const publisherId = randomUUID();

type Poll = { query: string; runs: string; params?: Record<string, unknown> };

const polls: Poll[] = [
  {
    ...{ query: 'outbox/claim', runs: 'each worker, 250 ms' },
    params: { now, limit: 500, minDelayMs: 15_000, maxDelayMs: 300_000 },
  },
  { query: 'changes/open', runs: 'each worker, 250 ms', params: { publisherId, now } },
  { query: 'changes/publish', runs: 'each worker, 250 ms', params: { publisherId, limit: 1_000 } },
  {
    ...{ query: 'webhooks/find_due', runs: 'each worker, 250 ms' },
    params: { now, runningIds: [], busyTenantIds: [] },
  },
  { query: 'tenants/schedules', runs: 'each worker, 30 s' },
  { query: 'tenants/due_plans', runs: 'each worker, 30 s', params: { latestDate: now.slice(0, 10) } },
  { query: 'outbox/stats', runs: 'each scrape' },
  { query: 'webhooks/stats', runs: 'each scrape', params: { now } },
  { query: 'changes/stats', runs: 'each scrape' },
  { query: 'changes/find_expired', runs: 'each worker, 1 h', params: { before: longAgo } },
  { query: 'outbox/purge', runs: 'each worker, 1 h', params: { before: longAgo, limit: 5_000 } },
  { query: 'idempotency/purge', runs: 'each worker, 1 h', params: { before: longAgo, limit: 5_000 } },
  { query: 'webhooks/sweep', runs: 'each worker, 1 h', params: { before: longAgo, limit: 5_000 } },
  { query: 'tenants/list', runs: '`checkin tenant list`' },
];

/** What a query reads, and how long it takes. */
export type PollCost = { hits: number; ms: number };

/** Runs each query some times, and once with its profile. @returns the costs by query */
export async function measurePolls({ environment }: Pick<Bench, 'environment'>): Promise<Map<string, PollCost>> {
  const { NEO4J_URI: uri = '', NEO4J_USER: user = '', NEO4J_PASSWORD: password = '' } = environment;
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
  const costs = new Map<string, PollCost>();
  for (const { query, params = {} } of polls) {
    const { statement } = getQuery(query);
    const times: number[] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const started = performance.now();
      await driver.executeQuery(statement, { p: params });
      if (turn > 0) times.push(performance.now() - started);
    }
    const { summary } = await driver.executeQuery(`PROFILE ${statement}`, { p: params });
    costs.set(query, { hits: sumHits(summary.profile as ProfiledPlan), ms: median(times) });
  }
  await driver.close();
  return costs;
}

function sumHits({ dbHits, children }: ProfiledPlan): number {
  return dbHits + children.reduce((sum, child) => sum + sumHits(child), 0);
}

/** Prints the costs at several moments, named by their titles. */
export function printPolls(moments: Record<string, Map<string, PollCost>>): void {
  console.log('');
  const titles = Object.keys(moments);
  line('Query over all tenants', 'runs', ...titles.flatMap((title) => [`database hits, ${title}`, 'ms']));
  line('---', '---', ...titles.flatMap(() => ['---:', '---:']));
  for (const { query, runs } of polls) {
    const cells = Object.values(moments).flatMap((costs) => {
      const cost = costs.get(query);
      return cost ? [cost.hits.toLocaleString('en'), ms(cost.ms)] : ['', ''];
    });
    line(`\`${query}\``, runs, ...cells);
  }
}
