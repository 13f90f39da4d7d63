// Calls of a query that may share a statement, and what runs it.
import type { Record as DriverRecord } from 'neo4j-driver';
import type { Origin } from '../../telemetry/spans.ts';
import type { Query } from '../queries/query-files.ts';
import type { Params } from '../rows.ts';

/** A call that may share a statement with others. `deadline` in milliseconds of `performance.now()`. */
export type SharedCall = { params: Params; deadline: number; caller: Origin };

/** Runs the statement of a query for these calls, and returns its records after the commit; gives up after `withinMs`. */
export type RunShared = (query: Query, calls: readonly SharedCall[], withinMs: number) => Promise<DriverRecord[]>;
