// What the service knows of the nodes of a label: one row, beside the code that creates them. Whatever treats all nodes of a
// tenant or of a person reads these rows: archives, erasure, the export of a person, retention, `checkin org check`, the
// refusal of ids of other tenants, and the table of bounds in cypher/schema/README.md.
import type { ErrorCode } from '../errors.ts';
import type { Language } from '../lib/languages.ts';
import type { Queries } from './queries/query-types.ts';

/** The queries of a name that need no other parameters than these. */
type QueriesOf<Name extends keyof Queries, Params> = {
  [Q in Name]: keyof Queries[Q] extends keyof Params ? Q : never;
}[Name];

/**
 * By what a person is found when they are erased.
 * - `writtenWeeks`: the weeks in which they wrote, as dates
 * - `subjectIds`: what was deleted with them, by which events, changes and answers name it. A query that takes them runs after
 *   those that do not.
 * - `payloadTerms`: their id, name and address as JSON texts; `terms`: the same as words within JSON texts
 */
export type ErasedPerson = {
  userId: string;
  writtenWeeks: readonly string[];
  subjectIds: readonly string[];
  payloadTerms: readonly string[];
  terms: readonly { text: string; pattern: string }[];
};
export type ErasingQuery = QueriesOf<Extract<keyof Queries, `${string}/erase_${string}`>, ErasedPerson>;

/**
 * By what a person is found when what is stored about them is exported.
 * - `relatedIds`: their own id, and the ids of the records of sections that are theirs (`isTheirs`). A query that takes them runs
 *   after the queries that do not.
 * - `figureTypes`: the notification types whose content is scores of others, or names of others who have not written
 * - `payloadTerms`: their id, name and address as JSON texts; `terms`: the same as they stand within JSON texts
 */
export type ExportedPerson = {
  userId: string;
  relatedIds: readonly string[];
  figureTypes: readonly string[];
  payloadTerms: readonly string[];
  terms: readonly string[];
};
export type ExportingQuery = QueriesOf<Extract<keyof Queries, `${string}/export_${string}`>, ExportedPerson>;

/** A part of the export of a person: a column of the query, with a list of records. */
export type PersonSection = {
  title: Readonly<Record<Language, string>>;
  about: Readonly<Record<Language, string>>;
  /** Properties that contain JSON as text. */
  json?: readonly string[];
  /** The records belong to the person: records of changes and events name them by their ids. */
  isTheirs?: true;
};

/** A delete query of a kind of the setting `retention`. */
type RetentionQuery = Extract<keyof Queries, `retention/delete_${string}`>;

/** Words instead of a value say why there is none. */
export type NodeRow = {
  /** What a node is, in a sentence. */
  holds: string;
  /** How many there can be, as the table of bounds says it. Numbers are the values of constants in `src/`. */
  most: { ofPerson?: string; ofTenant: string };
  /** True if it contains texts by people or about them, or their names. */
  hasPersonalText: boolean;
  /**
   * What an erasure does: it runs these queries; or nothing. Their row has `counts` by kind, `subjectIds` and `fileIds`. The
   * queries of `afterDeliveries` run after all others: by then the events about the person are deleted, which waits for
   * deliveries under way, and what these have written can be seen.
   */
  erased: { by: readonly ErasingQuery[]; afterDeliveries?: readonly ErasingQuery[] } | string;
  /** What the export of a person has of it. */
  exported: { by: readonly ExportingQuery[]; sections: Record<string, PersonSection> } | string;
  /**
   * The node with which it is deleted, in the same transaction, whatever deletes that: a withdrawal, retention, an erasure. `by` are
   * the properties of the index that finds the nodes, after the tenant; the first of them has the `id` of that node.
   */
  goesWith?: { label: string; by: readonly [string, ...string[]] };
  /** How long it is kept; `setting`: the kind of the setting `retention` that may shorten that. */
  kept: { setting: string; by: RetentionQuery } | string;
  /**
   * How an archive contains it.
   * - `key`: the property that names it as the end of a relationship, unique in the tenant. No relationship joins others.
   * - `late`: it is restored last, because workers start from it: always, if it has a property, or if a property has a value.
   * - `isSwept`: a sweep may delete it when it is old, also before an import ends.
   */
  archived:
    | { key?: string; late?: 'always' | { has: string } | { property: string; value: string }; isSwept?: true }
    | string;
  /** The refusal of an id that names none: an id of another tenant is 403 instead. `if`: which nodes can be named. */
  notFound?: { codes: readonly ErrorCode[]; if?: string };
};

export type NodeTable = Record<string, NodeRow>;
