// What a query reads: database hits, counted by PROFILE.
import { after, before } from 'mocha';
import neo4j, { type Driver, type ProfiledPlan } from 'neo4j-driver';
import { joinCalls } from '../../src/platform/graph/rows.ts';
import type { Query } from '../../src/platform/graph/queries/query-files.ts';
import type { FullTenant } from './full-tenant.ts';
import { sampleParameters } from './query-samples.ts';
import type { Service } from './service.ts';

type Changes = Record<string, unknown> & { calls?: number };
type Read = { hits: number; rows: number };
export type Profiler = {
  /** For the time of the tests; has no limits, and its integers are numbers. */
  driver: () => Driver;
  /** What a query reads for so many equal calls in a tenant, and how many rows it returns. */
  profile: (query: Query, tenant: FullTenant, changed?: Changes) => Promise<Read>;
};

/** For the tests of one describe. */
export function profiler(api: Service): Profiler {
  let driver: Driver;
  before(() => {
    const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = api.config;
    driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), { disableLosslessIntegers: true });
  });
  after(() => driver.close());

  async function profile(query: Query, tenant: FullTenant, { calls = 1, ...changed }: Changes = {}): Promise<Read> {
    const samples = { ...sampleParameters(query, tenant), ...changed };
    const params = Object.fromEntries(query.parameters.map((parameter) => [parameter, samples[parameter]]));
    const p = joinCalls(query, Array(calls).fill({ params }) as { params: typeof params }[]);
    const { records, summary } = await driver.executeQuery(`PROFILE ${query.statement}`, { p });
    return {
      hits: hitsOf(summary.profile),
      rows: records.flatMap((record) => record.get('page') as unknown[]).length,
    };
  }
  return { driver: () => driver, profile };
}

export const hitsOf = (plan: ProfiledPlan | false): number =>
  plan ? plan.dbHits + plan.children.reduce((sum, child) => sum + hitsOf(child), 0) : NaN;
