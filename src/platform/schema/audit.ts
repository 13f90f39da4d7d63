// The schema of audit entries: who changed what about whom, and when.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from './examples.ts';
import { UserRef } from './people.ts';
import { field, Timestamp, Uuid, namedObject, optionalField, Count } from './values.ts';

const Names = Type.Array(Type.String());

/** A change of a value that is no personal text. An absent value is undefined. */
type ValueChange = { field: string; before?: Value | undefined; after?: Value | undefined };
type Value = string | number | boolean | readonly string[];
/** Properties of an entry: three lists of the same length. */
export type AuditValues = { valueNames?: string[]; valuesBefore?: string[]; valuesAfter?: string[] };

/** Values as an entry stores them: as texts, a list with commas; no value is the empty text. */
export function toAuditValues(changes: readonly ValueChange[]): AuditValues {
  const toText = (value: Value | undefined): string =>
    Array.isArray(value) ? value.join(',') || 'none' : String(value ?? '');
  return {
    valueNames: changes.map(({ field }) => field),
    valuesBefore: changes.map(({ before }) => toText(before)),
    valuesAfter: changes.map(({ after }) => toText(after)),
  };
}

const AuditValue = namedObject('AuditValue', {
  field: field(Type.String(), 'Name of what changed', 'roles'),
  before: optionalField(Type.String(), 'Value before; a list with commas; absent if there was none', 'none'),
  after: optionalField(Type.String(), 'Value after; absent if there is none', 'people_team'),
});

/** Beyond `userId`, an entry has what its action changed: ids, names of fields and numbers,
 * never a text; people are named as they are called today. */
export const AuditEntry = namedObject('AuditEntry', {
  id: field(Uuid, 'Id of the entry', exampleIds.auditEntry),
  action: field(Type.String(), 'Type of the action', 'reporting-line.move'),
  at: field(Timestamp, 'Time of the action'),
  actorId: field(
    Type.String(),
    'Actor: the id of a user, `service:` with a name, or `operator` for the command line',
    exampleIds.manager,
  ),
  systemUser: optionalField(
    Type.String(),
    "Of the operator: the name of the system's user who ran the command",
    'deploy',
  ),
  actor: optionalField(UserRef, 'Actor, if it is a user who was not erased', examplePeople.manager),
  userId: optionalField(Uuid, 'Id of the person concerned', exampleIds.employee),
  user: optionalField(UserRef, 'Person concerned; absent once erased'),
  deputyId: optionalField(Uuid, 'Id of the deputy of the person concerned', exampleIds.colleague),
  deputy: optionalField(UserRef, 'The deputy; absent once erased', examplePeople.colleague),
  source: optionalField(Type.String(), 'Origin of the change: `api`, `scim`, `command_line` or `worker`', 'scim'),
  via: optionalField(Type.String(), 'Of what an assistant did for the actor: `mcp`', 'mcp'),
  client: optionalField(Type.String(), 'The client of the assistant at the identity provider', 'claude-desktop'),
  tool: optionalField(Type.String(), 'The tool of the assistant: the operationId of the call', 'updateSummary'),
  groupId: optionalField(Uuid, 'Id of the directory group concerned', exampleIds.group),
  webhookId: optionalField(Uuid, 'Id of the webhook concerned', exampleIds.webhook),
  traceId: optionalField(
    Type.String(),
    'Trace of the request or job, as log lines name it',
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ),
  fields: optionalField(Names, 'Names of the fields that changed', ['jobTitle']),
  values: optionalField(Type.Array(AuditValue), 'What changed, with its values'),
  refused: optionalField(Names, 'Of somebody who left: names of what else was asked for and not possible', [
    'managerId',
  ]),
  fromManagerId: optionalField(Uuid, 'Id of the manager before a move', exampleIds.manager),
  fromManager: optionalField(UserRef, 'Manager before the move; absent once erased', examplePeople.manager),
  toManagerId: optionalField(Uuid, 'Id of the manager after a move', exampleIds.colleague),
  toManager: optionalField(UserRef, 'Manager after the move; absent once erased', examplePeople.colleague),
  planId: optionalField(Uuid, 'Id of the plan that contained the move', exampleIds.orgPlan),
  importJobId: optionalField(Uuid, 'Id of the confirmed profile import', exampleIds.importJob),
  corrected: optionalField(Names, 'Names of the profile fields corrected by the admin', ['jobTitle']),
  created: optionalField(Count, 'Number of people created by an import of the organisation', 12),
  changed: optionalField(Count, 'Number of people changed by the import', 3),
  moved: optionalField(Count, 'Number of people moved by the import', 5),
  left: optionalField(Count, 'Number of people who left by the import', 2),
});
export type AuditEntry = Static<typeof AuditEntry>;
