// Calls of a query that may share a statement, and what runs it.
import type { Record as DriverRecord } from 'neo4j-driver';
import type { Origin } from '../../telemetry/spans.ts';
import type { Query } from '../queries/query-files.ts';
import type { Params } from '../rows.ts';

/** A call that may share a statement with others. */
export type SharedCall = { params: Params; caller: Origin };

/** Runs the statement of a read for these calls, and returns its records. */
export type RunRead = (query: Query, calls: readonly SharedCall[]) => Promise<DriverRecord[]>;
/** Runs the statement of a write for these calls, and returns its records after the commit; gives up after `withinMs`. */
export type RunWrite = (query: Query, calls: readonly SharedCall[], withinMs: number) => Promise<DriverRecord[]>;
