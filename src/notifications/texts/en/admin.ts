// What the notifications to admins and the People Team say, in English.
import { pluralize } from '../../../lib/pluralize.ts';
import { formatDay } from '../../../rules/weeks.ts';
import type { RetentionKind } from '../../../rules/retention.ts';
import type { ApprovalKind, KeyChangeName } from '../../../model/approval-kinds.ts';
import type { TypeTexts } from '../texts.ts';

const retentionKinds: Record<RetentionKind, string> = {
  notifications: 'Notifications',
  deliveries: 'Deliveries of webhooks',
  summaries: 'Weekly summaries with their responses and trend flags',
  audit: 'Entries of the audit log',
};

const keyChangeNames: Record<KeyChangeName, string> = {
  email: 'the e-mail address',
  userName: 'the user name',
  externalId: 'the id in the directory',
  unbound: 'an account no longer signs in',
  bound: 'an account signs in again',
};
const approvalNames: Record<ApprovalKind, string> = {
  role: 'a role for somebody',
  deputy: 'a deputy for a manager',
  move: 'another manager for somebody',
  plan_approval: 'plans of reorganisations without a second admin',
  sign_in: 'a first sign-in after a change',
};
/** Who did it, at the beginning of a sentence. */
const nameActor = ({ by, byName }: { by: 'admin' | 'directory' | 'operator'; byName?: string | undefined }): string =>
  ({ admin: byName ?? 'An admin', directory: 'Your directory', operator: 'The operator of the service' })[by];

export const adminTypes = {
  'insights.import_finished': {
    because: 'you started the import',
    action: 'Open the import',
    subject: ({ employeeName, outcome }) =>
      outcome === 'parsed'
        ? `Profile of ${employeeName} is ready to confirm`
        : `Profile of ${employeeName} not imported`,
    body: ({ employeeName, outcome, reason }) =>
      outcome === 'parsed'
        ? [`The profile of ${employeeName} has been read. It is saved after you confirm it.`]
        : [
            `The profile of ${employeeName} could not be imported, and nothing was changed.`,
            ...(reason ? [`Reason: ${reason}`] : []),
          ],
  },

  'org.plan.applied': {
    because: 'you are an admin',
    action: 'Open the plan',
    subject: ({ planName }) => `Plan applied: ${planName}`,
    body: ({ planName, moves }) => [
      `The plan "${planName}" was applied: ${pluralize(moves, 'person has', 'people have')} another manager.`,
      'It can be taken back while nobody of the plan has been moved again.',
    ],
  },

  'org.plan.blocked': {
    because: 'you are an admin',
    action: 'Open the plan',
    subject: ({ planName }) => `Plan not applied: ${planName}`,
    body: ({ planName, effectiveOn, faults }) => [
      `The plan "${planName}" was scheduled for ${formatDay(effectiveOn)}. ` +
        (faults > 0
          ? `It has ${pluralize(faults, 'fault')}, so nobody was moved.`
          : 'The database has too little memory for so many moves at once, so nobody was moved.'),
      faults > 0
        ? 'Its preview lists the faults. Correct the chart and apply the plan, or reject it, which makes it a draft again: ' +
          'an admin who enters its moves again becomes its author.'
        : 'Reject the plan, which makes it a draft again, and split it.',
    ],
  },

  'org.manager_left': {
    because: 'you are an admin',
    action: 'Open the org chart',
    subject: ({ personName, reports }) =>
      `${personName} has left; ${pluralize(reports, 'person still reports', 'people still report')} to them`,
    body: ({ personName, reports }) => [
      `${personName} was deactivated by your directory. ${pluralize(reports, 'person still reports', 'people still report')} to them.`,
      'Until they get another manager, the managers others up remain above them.',
    ],
  },

  'org.manager_loop': {
    because: 'you are an admin',
    action: 'Open the org chart',
    subject: ({ personName }) => `The manager of ${personName} reports to them`,
    body: ({ personName, managerName }) => [
      `${personName} was to report to ${managerName} as soon as they are here. But ${managerName} reports to ${personName}.`,
      `${personName} was not moved. Correct the org chart, or its source.`,
    ],
  },

  'org.role_given': {
    because: 'you are an admin or in the People Team',
    action: 'Open the org chart',
    subject: ({ personName, others }) =>
      `${personName}${others > 0 ? ` and ${pluralize(others, 'other')}` : ''} got more rights`,
    body: ({ personName, given, others }) => [
      `${personName} was given ${given.length > 1 ? 'the roles' : 'the role'} ${given.join(', ')}` +
        `${others > 0 ? `, and ${pluralize(others, 'other person', 'other people')} such a role` : ''}.`,
      'The audit log says who did it. If it was not meant, an admin can take it back.',
    ],
  },

  'org.no_admin': {
    because: 'you are in the People Team',
    action: 'Open the org chart',
    subject: () => 'Nobody is an admin any more',
    body: ({ personName }) => [
      `Your directory took the role of the only admin, ${personName}. Nobody can change people or settings now.`,
      'Let your directory make somebody an admin, or ask who operates the service.',
    ],
  },

  'account.keys_changed': {
    because: 'somebody changed by what you sign in',
    action: 'Open the app',
    subject: () => 'Your sign-in was changed',
    body: ({ changes, ...who }) => [
      `${nameActor(who)} changed how you are known here: ${changes.map((one) => keyChangeNames[one]).join(', ')}.`,
      'If you did not expect this, ask the People Team or an admin of your company at once: somebody else might sign in as you.',
    ],
  },

  'deputy.named': {
    because: 'somebody acts for you',
    action: 'Open the deputies',
    subject: ({ deputyName }) => `${deputyName} is your deputy`,
    body: ({ deputyName, from, to, ...who }) => [
      `${nameActor(who)} named ${deputyName} as your deputy from ${formatDay(from)} to ${formatDay(to)}.`,
      'They can do what you can do by your place in the line. You can end it at any time.',
    ],
  },

  'deputy.assigned': {
    because: 'you act for somebody',
    action: 'See the summaries',
    subject: ({ managerName, summaries = 0 }) =>
      `You act for ${managerName}` +
      (summaries > 0 ? `: ${pluralize(summaries, 'weekly summary waits', 'weekly summaries wait')}` : ''),
    body: ({ managerName, from, to, rights, summaries = 0 }) => [
      `You act for ${managerName} from ${formatDay(from)} to ${formatDay(to)}.`,
      rights.includes('read')
        ? 'You can read what they can read by their place in the line, except absences.'
        : 'You can read and answer the weekly summaries of their people.',
      ...(rights.length > 1 ? ['You can also answer the weekly summaries of their people.'] : []),
      ...(summaries > 0
        ? [`${pluralize(summaries, 'summary of their people has', 'summaries of their people have')} no response yet.`]
        : []),
    ],
  },

  'deputy.ended': {
    because: 'you acted for somebody',
    action: 'Open the app',
    subject: ({ managerName }) => `You no longer act for ${managerName}`,
    body: ({ managerName }) => [`Your time as the deputy of ${managerName} has ended.`],
  },

  'deputy.left': {
    because: 'somebody was named as a deputy',
    action: 'Open the deputies',
    subject: ({ deputyName, managerName }) => `${deputyName}, the deputy of ${managerName}, has left`,
    body: ({ deputyName, managerName, to }) => [
      `${deputyName} was to act for ${managerName} until ${formatDay(to)}, but has left. Nobody acts in their place.`,
    ],
  },

  'org.keys_changed': {
    because: 'you are an admin or in the People Team',
    action: 'Open the audit log',
    subject: ({ personName, others }) =>
      `The sign-in of ${personName}${others > 0 ? ` and ${pluralize(others, 'other')}` : ''} was changed`,
    body: ({ personName, others, changes, by, byName }) => [
      `${nameActor({ by, byName })} changed by what ${personName} signs in: ${changes.map((one) => keyChangeNames[one]).join(', ')}.` +
        (others > 0 ? ` The same change concerns ${pluralize(others, 'other person', 'other people')}.` : ''),
      ...(by === 'directory'
        ? ['You are told of changes by your directory once a day; the audit log has all of them.']
        : []),
      'Whoever gets these can sign in as that person. If it was not meant, an admin can change it back.',
    ],
  },

  'identity.provider_changed': {
    because: 'you are an admin or in the People Team',
    action: 'Open the identity providers',
    subject: ({ change }) => `An identity provider was ${change}`,
    body: ({ issuer, change }) => [
      change === 'added'
        ? `From now on, people can sign in with tokens from ${issuer}. Whoever runs it can sign in as anyone in your company.`
        : `Nobody can sign in with tokens from ${issuer} any more.`,
      'The audit log says who did it. If it was not meant, ask who operates the service.',
    ],
  },

  'email.stopped': {
    because: 'you are an admin',
    action: 'Open the person',
    subject: ({ personName }) => `E-mails to ${personName} have stopped`,
    body: ({ personName, reason }) => [
      reason === 'bounce'
        ? `The address of ${personName} does not accept e-mails, so no more are sent to it.`
        : `An e-mail to ${personName} was reported as spam, so no more e-mails are sent to the address.`,
      'Notifications in the app go on. Correct the address, or remove the stop in the entry of the person when the address works again.',
    ],
  },

  'org.role_requested': {
    because: 'you are an admin',
    action: 'Open the requests',
    subject: ({ personName }) => `${personName} is to get more rights`,
    body: ({ personName, role }) => [
      `The role ${role} was requested for ${personName}.`,
      'Another admin than the one who requested it can approve or reject it.',
    ],
  },

  'approval.requested': {
    because: 'you are an admin',
    action: 'Open the requests',
    subject: ({ kind, personName }) => `To approve: ${approvalNames[kind]}${personName ? ` (${personName})` : ''}`,
    body: ({ kind, personName, ...who }) => [
      `${nameActor(who)} requested: ${approvalNames[kind]}${personName ? `, about ${personName}` : ''}.`,
      'Another admin can approve or reject it within 30 days.',
    ],
  },

  'retention.announced': {
    because: 'you are an admin',
    action: 'Open the settings',
    subject: ({ from }) => `Old data will be deleted from ${formatDay(from)} on`,
    body: ({ from, kinds }) => [
      `The setting "retention" of your organisation was changed. From ${formatDay(from)} on, once a day, what is older is deleted for good:`,
      {
        heading: 'Deleted',
        items: kinds.map(
          ({ kind, days, count }) =>
            `${retentionKinds[kind]} older than ${days} days: ${count.toLocaleString('en')} today`,
        ),
      },
      'The audit log says who changed the setting. Until then it can be changed back, and nothing is deleted.',
    ],
  },

  'webhook.disabled': {
    because: 'you are an admin',
    action: 'Open the webhook',
    subject: ({ host }) => `Webhook to ${host} disabled`,
    body: ({ host, reason }) => [
      reason === 'gone'
        ? `The receiver at ${host} answered that it wants no more events (410), so none are sent to it any more.`
        : `Events to ${host} have failed for five days, so none are sent to it any more.`,
      'Enable the webhook when its receiver works again: it continues with the changes that it has not got.',
    ],
  },
} satisfies Partial<TypeTexts>;
