// Notification types about plans of reorganisations: applied, blocked on its day.
import { Type } from '@sinclair/typebox';
import { CalendarDate } from '../../model/values.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { formatDay } from '../../rules/format-dates.ts';
import { channels, defineNotification, Name, paragraph } from '../content.ts';

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });

export const orgPlanTypes = {
  'org.plan.applied': defineNotification({
    description: 'Tells the admins that a plan of a reorganisation was applied.',
    channels,
    payload: Type.Object({ planName: Name, moves: Count }),
    subjectType: 'org_plan',
    example: { planName: 'Payments becomes two teams', moves: 12 },
    because: 'you are an admin',
    action: 'Open the plan',
    subject: ({ planName }) => `Plan applied: ${planName}`,
    body: ({ planName, moves }) => [
      paragraph(
        `The plan "${planName}" was applied: ${pluralize(moves, 'person has', 'people have')} another manager.`,
      ),
      paragraph('It can be taken back while nobody of the plan has been moved again.'),
    ],
  }),

  'org.plan.blocked': defineNotification({
    description: 'Tells the admins that a scheduled plan of a reorganisation has faults and was not applied.',
    channels,
    payload: Type.Object({ planName: Name, effectiveOn: CalendarDate, faults: Count }),
    subjectType: 'org_plan',
    example: { planName: 'Payments becomes two teams', effectiveOn: '2026-12-01', faults: 2 },
    because: 'you are an admin',
    action: 'Open the plan',
    subject: ({ planName }) => `Plan not applied: ${planName}`,
    body: ({ planName, effectiveOn, faults }) => [
      paragraph(
        `The plan "${planName}" was scheduled for ${formatDay(effectiveOn)}. ` +
          (faults > 0
            ? `It has ${pluralize(faults, 'fault')}, so nobody was moved.`
            : 'The database has too little memory for so many moves at once, so nobody was moved.'),
      ),
      paragraph(
        faults > 0
          ? 'Its preview lists the faults. Correct the chart and apply the plan, or reject it, which makes it a draft again: ' +
              'an admin who writes its moves anew is its author.'
          : 'Reject the plan, which makes it a draft again, and split it.',
      ),
    ],
  }),
};
