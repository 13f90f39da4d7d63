// Schemas of the caller and of the first screen.
import { Type, type Static } from '@sinclair/typebox';
import { examplePeople } from '../../platform/schema/examples.ts';
import { NominationWindow } from '../nominations/schema.ts';
import { Goal } from '../goals/schema.ts';
import { Me, UserRef } from '../../platform/schema/people.ts';
import { SummaryListEntry } from '../summaries/schema.ts';
import { field, CalendarDate, Count, namedObject, optionalField } from '../../platform/schema/values.ts';

const GoalCount = namedObject('GoalCount', {
  total: field(Count, 'Number of goals', 4),
  completed: field(Count, 'Number of completed goals', 1),
});

const TeamWeek = namedObject('TeamWeek', {
  weekStart: field(CalendarDate, 'Monday of the week'),
  expected: field(Count, 'Number of direct reports who are to submit a summary', 8),
  excused: field(
    Count,
    'Number of those who did not, and have no working day in the week or need not check in; not expected',
    1,
  ),
  submitted: field(Count, 'Number of those who did', 7),
  missing: field(Type.Array(UserRef), 'Those who did not, by name; at most 20', [examplePeople.employee]),
});

export const TeamMember = namedObject('TeamMember', {
  user: field(UserRef, 'Direct report of the caller'),
  weekStart: field(CalendarDate, 'Monday of the week'),
  summary: optionalField(SummaryListEntry, 'Summary of the week; absent without one'),
  goals: field(Type.Array(Goal), 'Goals of the week without descriptions, professional ones first'),
});
export type TeamMember = Static<typeof TeamMember>;

/** What a first screen shows. */
export const Home = namedObject('Home', {
  me: field(Me, 'The caller'),
  summary: optionalField(SummaryListEntry, 'Own summary of the current week; absent until it is submitted'),
  goals: field(GoalCount, 'Own goals of the current week'),
  awaitingResponse: field(
    Type.Integer({ minimum: 0, maximum: 100 }),
    'Number of summaries that await a response of the caller, of the last 53 weeks; 100 means 100 or more',
    3,
  ),
  team: field(
    Type.Array(TeamWeek),
    'Summaries of direct reports in the current week and in the one before; empty without direct reports',
  ),
  nominations: field(NominationWindow, 'Nomination window that is open or opens next'),
});
export type Home = Static<typeof Home>;
