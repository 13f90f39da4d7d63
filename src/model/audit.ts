// The schema of audit entries: who changed what about whom, and when.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds } from './examples.ts';
import { field, strictObject, withName, Timestamp, Uuid } from './values.ts';

const Count = Type.Integer({ minimum: 0 });
const Names = Type.Array(Type.String());

/** Beyond `userId`, an entry has what its action changed: ids, names of fields and numbers, never a name or a text. */
export const AuditEntry = withName(
  'AuditEntry',
  Type.Object(
    {
      id: field(Uuid, 'Identifies the entry', exampleIds.auditEntry),
      action: field(Type.String(), 'What was done', 'reporting-line.move'),
      at: field(Timestamp, 'When it was done'),
      actorId: field(
        Type.String(),
        'Who did it: the id of a user, `service:` with a name, or `operator` for the command line',
        exampleIds.manager,
      ),
      userId: Type.Optional(field(Uuid, 'The person whom it concerns', exampleIds.employee)),
      source: Type.Optional(
        field(Type.String(), 'The way by which the change came: `api`, `scim`, `command_line`, `worker`', 'scim'),
      ),
      groupId: Type.Optional(field(Uuid, 'The group of a directory that it concerns', exampleIds.group)),
      webhookId: Type.Optional(field(Uuid, 'The webhook that it concerns', exampleIds.webhook)),
      fields: Type.Optional(field(Names, 'Names of the fields that changed', ['jobTitle'])),
      fromManagerId: Type.Optional(field(Uuid, 'The manager before a move', exampleIds.manager)),
      toManagerId: Type.Optional(field(Uuid, 'The manager after a move', exampleIds.colleague)),
      planId: Type.Optional(field(Uuid, 'The plan that a move is part of', exampleIds.orgPlan)),
      importJobId: Type.Optional(field(Uuid, 'The profile import that was confirmed', exampleIds.importJob)),
      corrected: Type.Optional(field(Names, 'Names of the profile fields that the admin corrected', ['jobTitle'])),
      created: Type.Optional(field(Count, 'People that an import of the organisation created', 12)),
      changed: Type.Optional(field(Count, 'People that it changed', 3)),
      moved: Type.Optional(field(Count, 'People that it moved', 5)),
    },
    strictObject,
  ),
);
export type AuditEntry = Static<typeof AuditEntry>;
