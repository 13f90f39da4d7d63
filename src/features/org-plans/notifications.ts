// What the admins are told about plans of reorganisations.
import { Type } from '@sinclair/typebox';
import { CalendarDate } from '../../platform/schema/values.ts';
import { defineNotification } from '../../platform/notifications/define-notification.ts';
import { Count, Name } from '../../platform/notifications/payload-parts.ts';
import { de, en } from '../../platform/notifications/words.ts';

export const orgPlanNotifications = {
  'org.plan.applied': defineNotification({
    description: 'Tells the admins that a plan of a reorganisation was applied.',
    when: 'A plan is applied, on its day or at once.',
    readers: { roles: ['admin'] },
    isSecurity: true,
    subjectType: 'org_plan',
    payload: Type.Object({ planName: Name, moves: Count }),
    example: { planName: 'Payments becomes two teams', moves: 12 },
    texts: {
      en: {
        because: 'you are an admin',
        action: 'Open the plan',
        subject: ({ planName }) => `Plan applied: ${planName}`,
        body: ({ planName, moves }) => [
          `The plan "${planName}" was applied: ${en.count(moves, 'person has', 'people have')} another manager.`,
          'It can be taken back while nobody of the plan has been moved again.',
        ],
      },
      de: {
        because: 'Sie Admin sind',
        action: 'Plan öffnen',
        subject: ({ planName }) => `Plan angewendet: ${planName}`,
        body: ({ planName, moves }) => [
          `Der Plan „${planName}“ wurde angewendet: ${de.count(moves, 'Person hat', 'Personen haben')} eine neue Führungskraft.`,
          'Er lässt sich zurücknehmen, solange niemand aus dem Plan erneut versetzt wurde.',
        ],
      },
    },
  }),

  'org.plan.blocked': defineNotification({
    description: 'Tells the admins that a scheduled plan of a reorganisation has faults and was not applied.',
    when: 'The day of a scheduled plan comes, and the plan has faults or is too large.',
    readers: { roles: ['admin'] },
    subjectType: 'org_plan',
    payload: Type.Object({ planName: Name, effectiveOn: CalendarDate, faults: Count }),
    example: { planName: 'Payments becomes two teams', effectiveOn: '2026-12-01', faults: 2 },
    texts: {
      en: {
        because: 'you are an admin',
        action: 'Open the plan',
        subject: ({ planName }) => `Plan not applied: ${planName}`,
        body: ({ planName, effectiveOn, faults }) => [
          `The plan "${planName}" was scheduled for ${en.formatDay(effectiveOn)}. ` +
            (faults > 0
              ? `It has ${en.count(faults, 'fault')}, so nobody was moved.`
              : 'The database has too little memory for so many moves at once, so nobody was moved.'),
          faults > 0
            ? 'Its preview lists the faults. Correct the chart and apply the plan, or reject it, which makes it a draft again: ' +
              'an admin who enters its moves again becomes its author.'
            : 'Reject the plan, which makes it a draft again, and split it.',
        ],
      },
      de: {
        because: 'Sie Admin sind',
        action: 'Plan öffnen',
        subject: ({ planName }) => `Plan nicht angewendet: ${planName}`,
        body: ({ planName, effectiveOn, faults }) => [
          `Der Plan „${planName}“ war für den ${de.formatDay(effectiveOn)} vorgesehen. ` +
            (faults > 0
              ? `Er hat ${de.count(faults, 'Fehler', 'Fehler')}, deshalb wurde niemand versetzt.`
              : 'Die Datenbank hat zu wenig Speicher für so viele Änderungen auf einmal, deshalb wurde niemand versetzt.'),
          faults > 0
            ? 'Die Vorschau des Plans nennt die Fehler. Berichtigen Sie das Organigramm und wenden Sie den Plan an, oder lehnen Sie ' +
              'ihn ab: Dann ist er wieder ein Entwurf, und wer als Admin seine Änderungen neu schreibt, gilt als Verfasser.'
            : 'Lehnen Sie den Plan ab, damit er wieder ein Entwurf ist, und teilen Sie ihn auf.',
        ],
      },
    },
  }),
};
