// Schemas of goals, the goals board and the list of non-setters.
import { Type, type Static } from '@sinclair/typebox';
import { Person } from './people.ts';
import { CalendarDate, strictObject, withName, NonBlankText, Text, Timestamp, Uuid } from './values.ts';

const GoalType = Type.Unsafe<'professional' | 'personal'>({ type: 'string', enum: ['professional', 'personal'] });
export const GoalStatus = Type.Unsafe<'active' | 'completed'>({ type: 'string', enum: ['active', 'completed'] });

/** The column of a new goal; the Previous column is read-only. */
export const TargetWeek = Type.Unsafe<'this' | 'next'>({ type: 'string', enum: ['this', 'next'] });

export const Goal = withName(
  'Goal',
  Type.Object(
    {
      id: Uuid,
      title: Text,
      description: Type.Optional(Text),
      type: GoalType,
      status: GoalStatus,
      weekStart: CalendarDate,
      dateSet: Timestamp,
      dateCompleted: Type.Optional(Timestamp),
    },
    strictObject,
  ),
);
export type Goal = Static<typeof Goal>;

/** The body of POST /goals. */
export const GoalInput = withName(
  'GoalInput',
  Type.Object(
    { title: NonBlankText, description: Type.Optional(Text), type: GoalType, targetWeek: TargetWeek },
    strictObject,
  ),
);

/** The body of PATCH /goals/{goalId}; absent fields stay unchanged. */
export const GoalChange = withName(
  'GoalChange',
  Type.Partial(
    Type.Object({ title: NonBlankText, description: Text, type: GoalType, status: GoalStatus }, strictObject),
  ),
);

const createColumnSchema = <Week extends string>(week: Week) =>
  Type.Object(
    {
      week: Type.Unsafe<Week>({ type: 'string', const: week }),
      readOnly: Type.Optional(Type.Boolean()),
      professional: Type.Array(Goal),
      personal: Type.Array(Goal),
    },
    strictObject,
  );

export const Board = withName(
  'Board',
  Type.Object(
    {
      owner: Person,
      viewerIsOwner: Type.Optional(Type.Boolean()),
      previous: createColumnSchema('previous'),
      this: createColumnSchema('this'),
      next: createColumnSchema('next'),
    },
    strictObject,
  ),
);
export type Board = Static<typeof Board>;

export const NonSetterRow = withName(
  'NonSetterRow',
  Type.Object(
    {
      user: Type.Optional(Person),
      department: Type.Optional(Type.String()),
      lastGoalSetAt: Type.Optional(Timestamp),
    },
    strictObject,
  ),
);
export type NonSetterRow = Static<typeof NonSetterRow>;
