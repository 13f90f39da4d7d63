// Batches reads: calls of the same query in the same tick run as one statement. A batch never fails as one: its calls are
// asked again by tenant and then one by one, and a tenant whose calls were at fault has statements of its own for a while.
import type { Record as DriverRecord } from 'neo4j-driver';
import { ApiError } from '../../errors.ts';
import { sharedReads } from '../../limits.ts';
import { getOrigin } from '../../telemetry/spans.ts';
import { createBatchLoader } from './batch-loader.ts';
import { runApart } from './run-apart.ts';
import type { RunShared, SharedCall } from './shared-call.ts';
import { isOutOfMemory, isOutOfTime, isUnavailable } from '../connection/driver-errors.ts';
import type { Query } from '../queries/query-files.ts';
import { splitRows, type Params, type Row } from '../rows.ts';

type Loader = (call: SharedCall) => Promise<Row[]>;

/** The part of the remaining time that several calls may take: the rest is for asking them apart. */
const shareOfBatch = 0.4;
const { slowMs, slowTimes, apartMs } = sharedReads;
const weightOfLatest = 0.05;
const maxApart = 1_000;

/**
 * Returns the function that reads the rows of a query; a list's first row is its heading. A read ends by its
 * deadline: the statements before it end by earlier ones, and it is refused if its turn comes too late.
 */
export function createSharedReads(run: RunShared): (query: Query, params: Params, deadline: number) => Promise<Row[]> {
  const loaders = new Map<Query, Loader>();
  /** The loaders of tenants whose calls of a query took too much, by query and tenant. */
  const apart = new Map<string, { load: Loader; until: number }>();

  /** The usual milliseconds of a query's statements. */
  const usual = new Map<Query, number>();

  /** Sets a tenant apart whose statement took much longer than usual. */
  function noteTime(query: Query, calls: readonly SharedCall[], ms: number): void {
    const usualMs = usual.get(query) ?? ms;
    const tenantId = String(calls[0]?.params['tenantId']);
    const isSlow = ms > slowMs && ms > slowTimes * usualMs;
    if (isSlow && calls.every(({ params }) => params['tenantId'] === tenantId)) return setApart(query, tenantId);
    usual.set(query, usualMs + weightOfLatest * (Math.min(ms, slowTimes * usualMs) - usualMs));
  }

  function read(query: Query, calls: readonly SharedCall[]): Promise<DriverRecord[]> {
    const restMs = Math.min(...calls.map(({ deadline }) => deadline)) - performance.now();
    if (restMs <= 0) return Promise.reject(new ApiError('DATABASE_UNAVAILABLE'));
    return run(query, calls, calls.length === 1 ? restMs : shareOfBatch * restMs);
  }

  /** @param onFault called when the statement of these calls fails by what they ask */
  async function send(query: Query, calls: readonly SharedCall[], onFault?: () => void): Promise<Promise<Row[]>[]> {
    try {
      const started = performance.now();
      const records = await read(query, calls);
      noteTime(query, calls, performance.now() - started);
      const rows = splitRows(query, records, calls.length);
      return rows.map((one) => Promise.resolve(one));
    } catch (reason) {
      if (!isOfCalls(reason)) return calls.map(() => Promise.reject(reason as Error));
      onFault?.();
      return calls.length > 1 ? split(query, calls) : calls.map(() => Promise.reject(reason as Error));
    }
  }

  /** Asks apart: the calls of each tenant, or, if they are of one tenant, each call. */
  function split(query: Query, calls: readonly SharedCall[]): Promise<Row[]>[] {
    const byTenant = Map.groupBy(calls, ({ params }) => String(params['tenantId']));
    const isOfOne = byTenant.size === 1;
    const parts = isOfOne ? calls.map((call) => [call]) : [...byTenant.values()];
    const atFault = new Set<string>();
    const results = runApart(parts, (part) =>
      send(query, part, () => void atFault.add(String(part[0]?.params['tenantId']))),
    );
    // If none went well, the database is slow for all.
    const keepApart = (): void => {
      if (!isOfOne && atFault.size < byTenant.size) for (const tenantId of atFault) setApart(query, tenantId);
    };
    void Promise.all(results).then(keepApart);
    const places = new Map(parts.flatMap((part, at) => part.map((call, index) => [call, { at, index }] as const)));
    return calls.map(async (call) => {
      const { at = 0, index = 0 } = places.get(call) ?? {};
      return (await results[at])?.[index] ?? [];
    });
  }

  function setApart(query: Query, tenantId: string): void {
    if (apart.size >= maxApart) apart.clear();
    const key = `${query.name} ${tenantId}`;
    const load = apart.get(key)?.load ?? createLoader(query);
    apart.set(key, { load, until: performance.now() + apartMs });
  }

  function createLoader(query: Query): Loader {
    if (!query.isBatched) throw new Error(`cypher/${query.name}.cypher answers one call, row by row.`);
    return createBatchLoader((calls) => send(query, calls));
  }

  function findLoader(query: Query, tenantId: unknown): Loader {
    if (apart.size > 0) {
      const key = `${query.name} ${String(tenantId)}`;
      const own = apart.get(key);
      if (own && performance.now() < own.until) return own.load;
      apart.delete(key);
    }
    let load = loaders.get(query);
    if (!load) loaders.set(query, (load = createLoader(query)));
    return load;
  }

  return (query, params, deadline) => findLoader(query, params['tenantId'])({ params, deadline, caller: getOrigin() });
}

/** Whether what was asked may be the reason of a failure: it took too long or too much, or cannot be computed. */
function isOfCalls(error: unknown): boolean {
  return isOutOfTime(error) || isOutOfMemory(error) || !isUnavailable(error);
}
