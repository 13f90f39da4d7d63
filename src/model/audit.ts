// The schema of audit entries: who changed what about whom, and when.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from './examples.ts';
import { UserRef } from './people.ts';
import { field, strictObject, withName, Timestamp, Uuid } from './values.ts';

const Count = Type.Integer({ minimum: 0 });
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

const AuditValue = withName(
  'AuditValue',
  Type.Object(
    {
      field: field(Type.String(), 'Name of what changed', 'roles'),
      before: Type.Optional(field(Type.String(), 'Value before; a list with commas; absent if there was none', 'none')),
      after: Type.Optional(field(Type.String(), 'Value after; absent if there is none', 'people_team')),
    },
    strictObject,
  ),
);

/** Beyond `userId`, an entry has what its action changed: ids, names of fields and numbers,
 * never a text; people are named as they are called today. */
export const AuditEntry = withName(
  'AuditEntry',
  Type.Object(
    {
      id: field(Uuid, 'Id of the entry', exampleIds.auditEntry),
      action: field(Type.String(), 'Type of the action', 'reporting-line.move'),
      at: field(Timestamp, 'Time of the action'),
      actorId: field(
        Type.String(),
        'Actor: the id of a user, `service:` with a name, or `operator` for the command line',
        exampleIds.manager,
      ),
      systemUser: Type.Optional(
        field(Type.String(), "Of the operator: the name of the system's user who ran the command", 'deploy'),
      ),
      actor: Type.Optional(field(UserRef, 'Actor, if it is a user who was not erased', examplePeople.manager)),
      userId: Type.Optional(field(Uuid, 'Id of the person concerned', exampleIds.employee)),
      user: Type.Optional(field(UserRef, 'Person concerned; absent once erased')),
      deputyId: Type.Optional(field(Uuid, 'Id of the deputy of the person concerned', exampleIds.colleague)),
      deputy: Type.Optional(field(UserRef, 'The deputy; absent once erased', examplePeople.colleague)),
      source: Type.Optional(
        field(Type.String(), 'Origin of the change: `api`, `scim`, `command_line` or `worker`', 'scim'),
      ),
      groupId: Type.Optional(field(Uuid, 'Id of the directory group concerned', exampleIds.group)),
      webhookId: Type.Optional(field(Uuid, 'Id of the webhook concerned', exampleIds.webhook)),
      traceId: Type.Optional(
        field(Type.String(), 'Trace of the request or job, as log lines name it', '4bf92f3577b34da6a3ce929d0e0e4736'),
      ),
      fields: Type.Optional(field(Names, 'Names of the fields that changed', ['jobTitle'])),
      values: Type.Optional(field(Type.Array(AuditValue), 'What changed, with its values')),
      refused: Type.Optional(
        field(Names, 'Of somebody who left: names of what else was asked for and not possible', ['managerId']),
      ),
      fromManagerId: Type.Optional(field(Uuid, 'Id of the manager before a move', exampleIds.manager)),
      fromManager: Type.Optional(field(UserRef, 'Manager before the move; absent once erased', examplePeople.manager)),
      toManagerId: Type.Optional(field(Uuid, 'Id of the manager after a move', exampleIds.colleague)),
      toManager: Type.Optional(field(UserRef, 'Manager after the move; absent once erased', examplePeople.colleague)),
      planId: Type.Optional(field(Uuid, 'Id of the plan that contained the move', exampleIds.orgPlan)),
      importJobId: Type.Optional(field(Uuid, 'Id of the confirmed profile import', exampleIds.importJob)),
      corrected: Type.Optional(field(Names, 'Names of the profile fields corrected by the admin', ['jobTitle'])),
      created: Type.Optional(field(Count, 'Number of people created by an import of the organisation', 12)),
      changed: Type.Optional(field(Count, 'Number of people changed by the import', 3)),
      moved: Type.Optional(field(Count, 'Number of people moved by the import', 5)),
    },
    strictObject,
  ),
);
export type AuditEntry = Static<typeof AuditEntry>;
