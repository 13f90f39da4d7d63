// Notification types about plans of reorganisations: applied, blocked on its day.
import { Type } from '@sinclair/typebox';
import { CalendarDate } from '../../model/values.ts';
import { defineNotification, Name } from '../content.ts';

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });

export const orgPlanTypes = {
  'org.plan.applied': defineNotification({
    description: 'Tells the admins that a plan of a reorganisation was applied.',
    payload: Type.Object({ planName: Name, moves: Count }),
    subjectType: 'org_plan',
    example: { planName: 'Payments becomes two teams', moves: 12 },
  }),

  'org.plan.blocked': defineNotification({
    description: 'Tells the admins that a scheduled plan of a reorganisation has faults and was not applied.',
    payload: Type.Object({ planName: Name, effectiveOn: CalendarDate, faults: Count }),
    subjectType: 'org_plan',
    example: { planName: 'Payments becomes two teams', effectiveOn: '2026-12-01', faults: 2 },
  }),
};
