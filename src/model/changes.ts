// Schemas of the change log: what happened to what, without any of its content.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds } from './examples.ts';
import { field, strictObject, stringEnum, withName, Timestamp, Uuid } from './values.ts';

/** The types of changes, with what each says. Webhooks subscribe to the same types. */
export const changeTypes = {
  'user.created': 'a person was added',
  'user.updated': 'the entry of a person changed',
  'user.activated': 'a person returned',
  'user.deactivated': 'a person left',
  'user.erased': 'the data of a person was deleted',
  'org.manager.changed': 'a person has another manager, or none',
  'org.plan.applied': 'a plan of a reorganisation was applied',
  'summary.submitted': 'a summary was submitted',
  'summary.edited': 'a summary was edited',
  'summary.responded': 'a summary got its response',
  'goal.created': 'a goal was created',
  'goal.updated': 'a goal changed',
  'goal.completed': 'a goal was completed',
  'goal.deleted': 'a goal was deleted',
  'nomination.made': 'a nomination was made',
  'profile.confirmed': 'the insights profile of a person was confirmed',
} as const;
export type ChangeTypeName = keyof typeof changeTypes;
export const changeTypeNames = Object.keys(changeTypes) as ChangeTypeName[];

export const ChangeType = withName('ChangeType', stringEnum(...changeTypeNames));

const Subject = withName(
  'ChangeSubject',
  Type.Object(
    {
      type: field(stringEnum('user', 'org_plan', 'summary', 'goal', 'nomination'), 'The kind of thing'),
      id: field(Uuid, 'Its id', exampleIds.summary),
    },
    strictObject,
  ),
);

/** What an entry of the change log and the data of a webhook have in common. */
export const changeFields = {
  subject: field(Subject, 'What changed'),
  changed: field(Type.Array(Type.String()), 'Names of the fields that changed; none of a new subject', ['proud']),
  orgRevision: field(
    Type.Integer({ minimum: 0 }),
    'A revision of the org chart that contains the change: read the chart until it has this one or a later one',
    42,
  ),
};

export const ChangeEntry = withName(
  'ChangeEntry',
  Type.Object(
    {
      id: field(Uuid, 'Identifies the change; webhooks send it as webhook-id', exampleIds.change),
      type: field(ChangeType, 'What happened', 'summary.edited'),
      at: field(Timestamp, 'When it happened'),
      ...changeFields,
    },
    strictObject,
  ),
);
export type ChangeEntry = Static<typeof ChangeEntry>;

export const ChangePage = withName(
  'ChangePage',
  Type.Object(
    {
      items: field(Type.Array(ChangeEntry), 'The changes, oldest first'),
      nextCursor: field(
        Type.String({ format: 'cursor' }),
        'Continues behind these changes; also sent when there are no more yet',
        'eyJhZnRlciI6NDJ9.sJ2aX0r7kH1dQm9ZtYv3bLw8NcEoPfGuRiTjKyAhMzc',
      ),
      hasMore: field(Type.Boolean(), 'Whether more can be read at once', false),
    },
    strictObject,
  ),
);
