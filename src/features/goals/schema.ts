// Schemas of goals, the goals board and the list of non-setters.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { Department, UserRef } from '../../platform/schema/people.ts';
import {
  field,
  strictObject,
  openEnum,
  orNull,
  stringEnum,
  withName,
  CalendarDate,
  Count,
  ShortText,
  Text,
  Timestamp,
  Uuid,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

const GoalType = withName('GoalType', stringEnum('professional', 'personal'));
export const GoalStatus = withName('GoalStatus', openEnum('active', 'completed'));
/** The column of a new goal; the Previous column is read-only. */
const TargetWeek = withName('TargetWeek', stringEnum('this', 'next'));

const title = 'Publish the guide for new colleagues';
const Description = field(Text, 'Details of the goal', 'Ask the two newest colleagues what they missed.');
const GoalKind = field(GoalType, 'Type of the goal');
const Target = field(TargetWeek, 'Week of the goal');

export const Goal = namedObject('Goal', {
  id: field(Uuid, 'Id of the goal', exampleIds.goal),
  title: field(Text, 'Title of the goal', title),
  description: Type.Optional(Description),
  type: GoalKind,
  status: field(GoalStatus, 'Status of the goal'),
  weekStart: field(CalendarDate, 'Monday of the week of the goal'),
  dateSet: field(Timestamp, 'Time of creation'),
  dateCompleted: optionalField(Timestamp, 'Time of completion; absent while the goal is active'),
  canCopy: optionalField(
    Type.Boolean(),
    'On a board: the caller may copy the goal to this week; absent otherwise',
    true,
  ),
});
export type Goal = Static<typeof Goal>;

const Title = field(ShortText, 'Title of the goal', title);

/** The body of POST /goals. */
export const GoalInput = namedObject('GoalInput', {
  title: Title,
  description: Type.Optional(Description),
  type: GoalKind,
  targetWeek: Target,
});

/** The body of PATCH /goals/{goalId}; absent fields stay unchanged. */
export const GoalChange = withName(
  'GoalChange',
  Type.Partial(
    Type.Object(
      {
        title: Title,
        description: field(
          orNull(Text),
          'Details of the goal, or null for none',
          'Ask the two newest colleagues what they missed.',
        ),
        type: GoalKind,
        status: field(GoalStatus, 'Status of the goal', 'completed'),
      },
      strictObject,
    ),
  ),
);

/** The body of PATCH /goals/{goalId}/move. */
export const GoalMove = namedObject('GoalMove', { targetWeek: Target });

const BoardColumn = namedObject('BoardColumn', {
  week: field(stringEnum('previous', 'this', 'next'), 'Position of the week'),
  readOnly: field(Type.Boolean(), 'Whether the goals are read-only', false),
  professional: field(
    Type.Array(Goal),
    'Professional goals, oldest first; without descriptions if the board has more than a million characters',
  ),
  personal: field(Type.Array(Goal), 'Personal goals, oldest first', []),
});
export type BoardColumn = Static<typeof BoardColumn>;

const emptyColumn = { readOnly: false, professional: [], personal: [] };

export const Board = namedObject('Board', {
  owner: field(UserRef, 'Owner of the board', examplePeople.employee),
  viewerIsOwner: field(Type.Boolean(), 'Whether the caller owns the board', true),
  previous: field(BoardColumn, 'Goals of last week', { ...emptyColumn, week: 'previous', readOnly: true }),
  this: field(BoardColumn, 'Goals of this week', { ...emptyColumn, week: 'this' }),
  next: field(BoardColumn, 'Goals of next week', { ...emptyColumn, week: 'next' }),
});
export type Board = Static<typeof Board>;

export const NonSetterRow = namedObject('NonSetterRow', {
  user: field(UserRef, 'Person without a goal in the week', examplePeople.employee),
  department: Type.Optional(Department),
  lastGoalSetAt: optionalField(Timestamp, 'Time of the last creation of a goal; absent if there is none'),
});
export type NonSetterRow = Static<typeof NonSetterRow>;

export const NonSetters = namedObject('NonSetters', {
  period: field(CalendarDate, 'Monday of the week'),
  groupedByDepartment: field(Type.Boolean(), 'Whether rows are ordered by department first', false),
  excused: optionalField(
    Count,
    'Number of people without a goal who have no working day in the week, or need not check in, who are not in rows; absent if there are none',
    1,
  ),
  rows: field(Type.Array(NonSetterRow), 'People without a goal, ordered by name'),
});
