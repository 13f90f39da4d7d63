// The registry of notification types: whom each tells what, who may still be told later, and its payload with an example.
import { Type, type Static, type TObject } from '@sinclair/typebox';
import { approvalKinds, keyChanges } from '../model/approval-kinds.ts';
import type { SubjectType } from '../model/notifications.ts';
import { deputyRights, roles, type DeputyRight, type Role } from '../permissions.ts';
import { dimensions, mapDimensions } from '../model/scores.ts';
import { CalendarDate, stringEnum, yearSource } from '../model/values.ts';
import { retentionKinds } from '../rules/retention.ts';

/** Every type goes through each of them. */
export const channels = ['in_app', 'email'] as const;
export type Channel = (typeof channels)[number];

/**
 * What a recipient must still be when a notification is delivered, and again when its e-mail is sent. A service that
 * dispatches a type decides by itself whom it tells.
 * - `themself`: nothing more. It says nothing of others, or what the recipient can read as their own.
 * - `sight`: who sees people in this report. It is made from those in sight, each time.
 * - `manager`: the manager of everybody it is about or, for one of these rights, a deputy of that manager; of somebody who
 *   has left, the next active one above. Where it is about nobody, `roles` decide.
 * - `roles`: a holder of one of these.
 */
type Readers =
  | { themself: true }
  | { sight: 'digest:read' }
  | { manager: readonly DeputyRight[]; roles?: readonly Role[] }
  | { roles: readonly Role[] };

/** A notification type. Its texts are in `texts/`. */
export type NotificationDefinition = {
  description: string;
  readers: Readers;
  payload: TObject;
  /** What the subject of its events is, if they have one. */
  subjectType?: SubjectType;
  /** About who may sign in as whom or see whom: neither preferences nor policy switch it off, and it names who did it. */
  isSecurity?: true;
  /** A payload. */
  example: object;
};

/** A name or a title in a payload. */
const Name = Type.String({ format: 'text', minLength: 1, maxLength: 200 });
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Mean = Type.Number({ minimum: 1, maximum: 5 });

const reminder = {
  readers: { themself: true } as const,
  payload: Type.Object({ weekStart: CalendarDate }),
  example: { weekStart: '2026-11-16' },
};

const Changes = Type.Array(stringEnum(...keyChanges), { minItems: 1, maxItems: keyChanges.length });
/** Who did it: `byName` is added when it is delivered. */
const by = { by: stringEnum('admin', 'directory', 'operator'), byName: Type.Optional(Name) };

/** Names in a list of a notification. */
export const maxNames = 20;

/** A name of at most 253 characters with a port. */
const Host = Type.String({ format: 'text', minLength: 1, maxLength: 260 });

/** All types by name. The API lists a new entry without further changes. */
export const notificationTypes = {
  'weekly_summary.submitted': {
    description: 'Tells a manager that a direct report has submitted a weekly summary.',
    readers: { manager: ['read', 'answer'] },
    payload: Type.Object({ employeeName: Name, weekStart: CalendarDate }),
    subjectType: 'summary',
    example: { employeeName: 'Ines Caldeira', weekStart: '2026-11-16' },
  },

  'weekly_summary.handed_over': {
    description: 'Tells a manager how many summaries of people who report to them since a move wait for a response.',
    readers: { manager: [] },
    payload: Type.Object({
      people: Type.Array(Name, { minItems: 1, maxItems: maxNames }),
      peopleMore: Type.Optional(Count),
      summaries: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    example: { people: ['Ines Caldeira', 'Zoë Lindqvist'], summaries: 3 },
  },

  'weekly_summary.responded': {
    description: 'Tells an employee that a manager has responded to their weekly summary.',
    readers: { themself: true },
    payload: Type.Object({ managerName: Name, weekStart: CalendarDate }),
    subjectType: 'summary',
    example: { managerName: 'Noor Haddadin', weekStart: '2026-11-16' },
  },

  'weekly_summary.due': {
    ...reminder,
    description: 'Reminds a person who has not written their weekly summary that it is due.',
  },

  'weekly_summary.last_call': {
    ...reminder,
    description: 'Reminds a person once more who has not written their weekly summary.',
  },

  'digest.weekly': {
    description:
      'Gives managers and leaders the week in numbers: summaries, average scores, and what waits for their response.',
    readers: { sight: 'digest:read' },
    payload: Type.Object({
      weekStart: CalendarDate,
      people: Count,
      submitted: Count,
      missing: Type.Array(Name, { maxItems: maxNames }),
      missingMore: Type.Optional(Count),
      excused: Type.Optional(Count),
      awaiting: Type.Optional(Count),
      writers: Type.Optional(Type.Array(Name, { maxItems: maxNames })),
      averages: Type.Optional(Type.Object(mapDimensions(() => Mean))),
    }),
    example: {
      weekStart: '2026-11-09',
      people: 34,
      submitted: 29,
      missing: ['Farid Noorzaman', 'Zoë Lindqvist', 'Jürgen Mößner'],
      missingMore: 2,
      awaiting: 3,
      writers: ['Ines Caldeira', 'Lotte Brandt'],
      averages: { qualityOfWork: 3.9, personalWellbeing: 3.2, professionalWellbeing: 4.1 },
    },
  },

  'trend.flagged': {
    description:
      'Points out a notable shift of scores: of a person to their manager, of a department or the organisation to senior ' +
      'leadership and the People Team.',
    readers: { manager: ['read'], roles: ['senior_leadership', 'people_team'] },
    payload: Type.Object({
      subjectName: Name,
      scope: stringEnum('individual', 'department', 'organisation'),
      dimension: stringEnum(...dimensions),
      direction: stringEnum('up', 'down'),
      weekStart: CalendarDate,
    }),
    subjectType: 'user',
    example: {
      subjectName: 'Customer Care',
      scope: 'department',
      dimension: 'personalWellbeing',
      direction: 'down',
      weekStart: '2026-11-16',
    },
  },

  'goals.non_setters': {
    description: 'Reminds a person who has set no goal for the week.',
    readers: { themself: true },
    payload: Type.Object({ weekStart: CalendarDate }),
    example: { weekStart: '2026-11-16' },
  },

  'nomination.received': {
    description: 'Tells a person that they, or their team, have been nominated for recognition.',
    readers: { themself: true },
    payload: Type.Object({
      nominatorName: Name,
      period: Type.String({ pattern: `^${yearSource}-(0[1-9]|1[0-2])$` }),
      team: Type.Optional(Name),
    }),
    example: { nominatorName: 'Farid Noorzaman', period: '2026-11', team: 'Platform' },
  },

  'insights.import_finished': {
    description: "Tells an admin that the import of a person's insights profile has succeeded or failed.",
    readers: { roles: ['admin'] },
    payload: Type.Object({
      employeeName: Name,
      outcome: stringEnum('parsed', 'failed'),
      reason: Type.Optional(Type.String({ format: 'text', maxLength: 500 })),
    }),
    subjectType: 'import_job',
    example: { employeeName: 'Ines Caldeira', outcome: 'failed', reason: 'The PDF contains no text.' },
  },

  'org.plan.applied': {
    description: 'Tells the admins that a plan of a reorganisation was applied.',
    readers: { roles: ['admin'] },
    payload: Type.Object({ planName: Name, moves: Count }),
    subjectType: 'org_plan',
    example: { planName: 'Payments becomes two teams', moves: 12 },
  },

  'org.plan.blocked': {
    description: 'Tells the admins that a scheduled plan of a reorganisation has faults and was not applied.',
    readers: { roles: ['admin'] },
    payload: Type.Object({ planName: Name, effectiveOn: CalendarDate, faults: Count }),
    subjectType: 'org_plan',
    example: { planName: 'Payments becomes two teams', effectiveOn: '2026-12-01', faults: 2 },
  },

  'org.manager_left': {
    description: 'Tells the admins that a directory deactivated somebody to whom people report.',
    readers: { roles: ['admin'] },
    payload: Type.Object({ personName: Name, reports: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', reports: 4 },
  },

  'org.manager_loop': {
    description: 'Tells the admins that somebody was waiting for a manager who now reports to them.',
    readers: { roles: ['admin'] },
    payload: Type.Object({ personName: Name, managerName: Name }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', managerName: 'Noor Haddadin' },
  },

  'org.role_given': {
    description: 'Tells the admins and the People Team that somebody was given a role with tenant scope.',
    readers: { roles: ['admin', 'people_team'] },
    payload: Type.Object({
      personName: Name,
      given: Type.Array(stringEnum(...roles), { minItems: 1, maxItems: roles.length }),
      others: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', given: ['people_team'], others: 0 },
  },

  'email.stopped': {
    description: 'Tells the admins that no more e-mails are sent to an address, after a bounce or a complaint.',
    readers: { roles: ['admin'] },
    payload: Type.Object({ personName: Name, reason: stringEnum('bounce', 'complaint') }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', reason: 'bounce' },
  },

  'org.role_requested': {
    description: 'Tells the admins that one of them requested a role with tenant scope, which needs a second one.',
    readers: { roles: ['admin'] },
    payload: Type.Object({ personName: Name, role: stringEnum(...roles) }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', role: 'people_team' },
  },

  'approval.requested': {
    description: 'Tells the admins that one of them requested something that needs a second one.',
    readers: { roles: ['admin'] },
    payload: Type.Object({ kind: stringEnum(...approvalKinds), personName: Type.Optional(Name), ...by }),
    isSecurity: true,
    subjectType: 'user',
    example: { kind: 'deputy', personName: 'Ines Caldeira', by: 'admin', byName: 'Jürgen Mößner' },
  },

  'org.no_admin': {
    description: 'Tells the People Team that a directory took the role of the only admin.',
    readers: { roles: ['people_team'] },
    payload: Type.Object({ personName: Name }),
    subjectType: 'user',
    example: { personName: 'Ines Caldeira' },
  },

  'account.keys_changed': {
    description:
      'Tells a person that somebody changed the address or id by which they sign in, or what they sign in with. The e-mail goes to the address before.',
    readers: { themself: true },
    payload: Type.Object({ changes: Changes, ...by }),
    isSecurity: true,
    example: { changes: ['email'], by: 'admin', byName: 'Jürgen Mößner' },
  },

  'deputy.named': {
    description: 'Tells a manager whom somebody else has named as a deputy for them.',
    readers: { themself: true },
    payload: Type.Object({ deputyName: Name, from: CalendarDate, to: CalendarDate, ...by }),
    isSecurity: true,
    example: {
      deputyName: 'Farid Noorzaman',
      from: '2026-11-23',
      to: '2026-11-27',
      by: 'admin',
      byName: 'Jürgen Mößner',
    },
  },

  'deputy.assigned': {
    description:
      'Tells a person that they act for a manager, for what and until when, and how many summaries wait for a response; once more when it begins.',
    readers: { themself: true },
    payload: Type.Object({
      managerName: Name,
      from: CalendarDate,
      to: CalendarDate,
      rights: Type.Array(stringEnum(...deputyRights), { minItems: 1, maxItems: deputyRights.length }),
      summaries: Type.Optional(Count),
    }),
    example: {
      managerName: 'Noor Haddadin',
      from: '2026-11-23',
      to: '2026-11-27',
      rights: ['read', 'answer'],
      summaries: 3,
    },
  },

  'deputy.ended': {
    description: 'Tells a person that they no longer act for a manager.',
    readers: { themself: true },
    payload: Type.Object({ managerName: Name }),
    example: { managerName: 'Noor Haddadin' },
  },

  'deputy.left': {
    description: 'Tells a manager, and who named the deputy, that a deputy of the manager has left.',
    readers: { themself: true },
    payload: Type.Object({ deputyName: Name, managerName: Name, to: CalendarDate }),
    example: { deputyName: 'Farid Noorzaman', managerName: 'Noor Haddadin', to: '2026-11-27' },
  },

  'org.keys_changed': {
    description: 'Tells the admins and the People Team that somebody changed by what people sign in.',
    readers: { roles: ['admin', 'people_team'] },
    payload: Type.Object({ personName: Name, others: Count, changes: Changes, ...by }),
    isSecurity: true,
    subjectType: 'user',
    example: { personName: 'Ines Caldeira', others: 0, changes: ['email'], by: 'admin', byName: 'Jürgen Mößner' },
  },

  'identity.provider_changed': {
    description: 'Tells the admins and the People Team that an identity provider was added or deleted.',
    readers: { roles: ['admin', 'people_team'] },
    payload: Type.Object({
      issuer: Type.String({ format: 'text', minLength: 1, maxLength: 1_000 }),
      change: stringEnum('added', 'deleted'),
    }),
    example: { issuer: 'https://fjordware.okta.example/oauth2/default', change: 'added' },
  },

  'webhook.disabled': {
    description: 'Tells the admins that a webhook was disabled because its receiver refuses or fails.',
    readers: { roles: ['admin'] },
    payload: Type.Object({ host: Host, reason: stringEnum('gone', 'failing') }),
    subjectType: 'webhook',
    example: { host: 'hr.fjordware.example', reason: 'failing' },
  },

  'retention.announced': {
    description: 'Tells the admins, a day before the first time, what a new setting of retention deletes.',
    readers: { roles: ['admin'] },
    payload: Type.Object({
      from: CalendarDate,
      kinds: Type.Array(
        Type.Object({
          kind: stringEnum(...retentionKinds),
          days: Type.Integer({ minimum: 1, maximum: 10_000 }),
          count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
        }),
        { minItems: 1, maxItems: retentionKinds.length },
      ),
    }),
    example: { from: '2026-12-01', kinds: [{ kind: 'notifications', days: 90, count: 1_204 }] },
  },

  announcement: {
    description: 'A free-text message; each line of the body is a paragraph.',
    readers: { themself: true },
    payload: Type.Object({
      title: Name,
      body: Type.String({ format: 'text', minLength: 1, maxLength: 10_000 }),
    }),
    example: {
      title: 'Check-ins pause over the holidays',
      body: 'There is no weekly summary to write from 21 December to 3 January.\nEnjoy the time off!',
    },
  },
} satisfies Record<string, NotificationDefinition>;
export type NotificationType = keyof typeof notificationTypes;
export type NotificationPayload<Type extends NotificationType> = Static<(typeof notificationTypes)[Type]['payload']>;
