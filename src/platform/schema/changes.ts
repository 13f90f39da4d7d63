// Schemas of the change log: what happened to what, without any of its content.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds } from './examples.ts';
import { field, openEnum, withName, Cursor, Timestamp, Uuid, namedObject } from './values.ts';

/** The types of changes, with what each says. Webhooks subscribe to the same types. */
const changeTypes = {
  'user.created': 'a person was added',
  'user.updated': 'the entry of a person changed',
  'user.activated': 'a person returned',
  'user.deactivated': 'a person left',
  'user.erased': 'the data of a person was deleted',
  'org.manager.changed': 'the manager of a person changed',
  'org.plan.applied': 'a plan of a reorganisation was applied',
  'summary.submitted': 'a summary was submitted',
  'summary.edited': 'a summary was edited',
  'summary.withdrawn': 'a summary was withdrawn',
  'summary.expired': 'a summary was deleted because of its age',
  'summary.responded': 'a summary got its response',
  'summary.response_edited': 'the response to a summary was edited',
  'question.created': 'a question was asked',
  'question.updated': 'a question changed',
  'question.ended': 'a question was ended',
  'goal.created': 'a goal was created',
  'goal.updated': 'a goal changed',
  'goal.completed': 'a goal was completed',
  'goal.deleted': 'a goal was deleted',
  'nomination.made': 'a nomination was made',
  'nomination.withdrawn': 'a nomination was withdrawn',
  'profile.confirmed': 'the insights profile of a person was confirmed',
} as const;
type ChangeTypeName = keyof typeof changeTypes;
export const changeTypeNames = Object.keys(changeTypes) as ChangeTypeName[];

export const ChangeType = withName('ChangeType', openEnum(...changeTypeNames));

const Subject = namedObject('ChangeSubject', {
  type: field(openEnum('user', 'org_plan', 'summary', 'question', 'goal', 'nomination'), 'Type of the subject'),
  id: field(Uuid, 'Its id', exampleIds.summary),
});

/** What an entry of the change log and the data of a webhook have in common. */
export const changeFields = {
  subject: field(Subject, 'The resource that changed'),
  changed: field(Type.Array(Type.String()), 'Names of the changed fields; empty for a new subject', ['proud']),
  orgRevision: field(
    Type.Integer({ minimum: 0 }),
    'Revision of the org chart that contains the change; a chart read with this or a later revision includes it',
    42,
  ),
};

export const ChangeEntry = namedObject('ChangeEntry', {
  id: field(Uuid, 'Id of the change; webhooks send it as webhook-id', exampleIds.change),
  type: field(ChangeType, 'Type of the change', 'summary.edited'),
  at: field(Timestamp, 'Time of the change'),
  ...changeFields,
});
export type ChangeEntry = Static<typeof ChangeEntry>;

export const ChangePage = namedObject('ChangePage', {
  items: field(Type.Array(ChangeEntry), 'The changes, oldest first'),
  nextCursor: field(
    Cursor,
    'Cursor of the next page; also sent after the last change',
    'eyJhZnRlciI6NDJ9sJ2aX0r7kH1dQm9ZtYv3bLw8NcEoPfGuRiTjKyAhMzc',
  ),
  hasMore: field(Type.Boolean(), 'Whether more changes are available now', false),
});
