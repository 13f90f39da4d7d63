// The table of nodes: the rows of all labels, and what is read from them.
import { changeNodes } from '../../platform/audit/nodes.ts';
import type { NodeRow, PersonSection } from '../../platform/graph/nodes.ts';
import type { QueryName } from '../../platform/graph/queries/call-types.ts';
import { listSchemaNames } from '../../platform/graph/queries/migrations.ts';
import { getQuery } from '../../platform/graph/queries/query-files.ts';
import { schemaNodes } from '../../platform/graph/queries/nodes.ts';
import { idempotencyNodes } from '../../platform/http/changes/nodes.ts';
import { outboxNodes } from '../../platform/outbox/nodes.ts';
import { assistantNodes } from '../assistants/nodes.ts';
import { goalNodes } from '../goals/nodes.ts';
import { identityNodes } from '../identity/nodes.ts';
import { motivatorNodes } from '../motivators/nodes.ts';
import { nominationNodes } from '../nominations/nodes.ts';
import { notificationNodes } from '../notifications/nodes.ts';
import { orgPlanNodes } from '../org-plans/nodes.ts';
import { organisationNodes } from '../organisation/nodes.ts';
import { profileNodes } from '../profiles/nodes.ts';
import { questionNodes } from '../questions/nodes.ts';
import { retentionNodes } from './nodes.ts';
import { approvalNodes } from '../role-requests/nodes.ts';
import { scheduleNodes } from '../schedules/nodes.ts';
import { scimNodes } from '../scim/nodes.ts';
import { summaryNodes } from '../summaries/nodes.ts';
import { trendNodes } from '../trends/nodes.ts';
import { webhookNodes } from '../webhooks/nodes.ts';

const table = {
  ...organisationNodes,
  ...scimNodes,
  ...orgPlanNodes,
  ...identityNodes,
  ...assistantNodes,
  ...approvalNodes,
  ...summaryNodes,
  ...questionNodes,
  ...goalNodes,
  ...nominationNodes,
  ...notificationNodes,
  ...outboxNodes,
  ...profileNodes,
  ...motivatorNodes,
  ...trendNodes,
  ...scheduleNodes,
  ...idempotencyNodes,
  ...changeNodes,
  ...webhookNodes,
  ...retentionNodes,
  ...schemaNodes,
};

export type NodeLabel = keyof typeof table;

/** Every label, with its row. */
export const nodes: Readonly<Record<string, NodeRow>> = table;

type KeysOfUnion<T> = T extends T ? keyof T : never;
type SectionsOf<Row> = Row extends { exported: { sections: infer Sections } } ? KeysOfUnion<Sections> : never;
/** The names of the sections of the export of a person. */
export type PersonSectionName = SectionsOf<(typeof table)[keyof typeof table]>;

/** The sections of the export of a person by name, in the order of the rows. */
export const personSections = Object.assign(
  {},
  ...Object.values(nodes).map(({ exported }) => (typeof exported === 'string' ? {} : exported.sections)),
) as Record<PersonSectionName, PersonSection>;

/** The property that names a node of a label as the end of a relationship, for those that relationships join. */
export function listNodeKeys(): Record<string, string> {
  const keys = Object.entries(nodes).flatMap(([label, { archived }]) =>
    typeof archived !== 'string' && archived.key !== undefined ? [[label, archived.key]] : [],
  );
  return Object.fromEntries(keys) as Record<string, string>;
}

/** Every label that a node of a tenant may have in an archive. */
export const archivedLabels: readonly string[] = Object.entries(nodes).flatMap(([label, { archived }]) =>
  typeof archived === 'string' ? [] : [label],
);

/** Which nodes are restored last, by label; a rule without a property is for all of them, one without a value for any value. */
export function listLateRules(): Record<string, { property: string | null; value: string | null }> {
  const rules = new Map<string, { property: string | null; value: string | null }>();
  for (const [label, { archived }] of Object.entries(nodes)) {
    const late = typeof archived === 'string' ? undefined : archived.late;
    if (late === undefined) continue;
    if (late === 'always') rules.set(label, { property: null, value: null });
    else rules.set(label, 'has' in late ? { property: late.has, value: null } : late);
  }
  return Object.fromEntries(rules);
}

/** Checks that the table has a row for every label in the queries. @throws {Error} that names the labels without one */
export function assertEveryLabelHasARow(): void {
  const missing = listSchemaNames().labels.filter((label) => !(label in nodes));
  if (missing.length > 0) throw new Error(`No nodes.ts has a row for the label ${missing.join(', ')}.`);
}

/** The queries that rows name, each once: first those without this parameter, then those that take it. */
export function listQueriesOf<Q extends QueryName>(
  rows: readonly ({ by: readonly Q[] } | string)[],
  parameter: string,
): { first: Q[]; afterwards: Q[] } {
  const queries = new Set(rows.flatMap((row) => (typeof row === 'string' ? [] : row.by)));
  const takes = (query: Q): boolean => getQuery(query).parameters.includes(parameter);
  return { first: [...queries].filter((query) => !takes(query)), afterwards: [...queries].filter(takes) };
}

/** The queries of an erasure that run after all others. */
export const listQueriesAfterDeliveries = () =>
  Object.values(nodes).flatMap(({ erased }) =>
    typeof erased !== 'string' && 'afterDeliveries' in erased ? erased.afterDeliveries : [],
  );

/** The queries that delete what a kind of the setting `retention` limits. */
export function listRetentionQueries(kind: string) {
  const kept = Object.values(nodes).map((row) => row.kept);
  return [...new Set(kept.flatMap((one) => (typeof one === 'string' || one.setting !== kind ? [] : [one.by])))];
}
