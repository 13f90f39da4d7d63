// The texts of the screens that only admins open, in English: they are loaded with the first of these screens.
import { createCount } from './plurals.js';

const count = createCount('en-GB');

/** @satisfies {import('./texts-en.js').Table} */
export const en = {
  steps: {
    intro: 'What the company needs before its first week, and where it is done.',
    done: (done, all) => `${done} of ${all} steps are done`,
    isDone: 'done',
    isOpen: 'to do',
    signInHint: 'People sign in on this page with their account of the company.',
    noClient: 'No identity provider has a client for this page yet, so nobody signs in here.',
    toConnections: 'Change and try the sign-in',
    alone: 'Nobody but you is here yet.',
    furtherFile: 'People are here. A file with more of them, or with changes, shows first what it would change.',
    toPeople: 'Add a single person',
    missing: 'What people lack',
    peopleFirst: 'This shows what people lack as soon as they are here.',
    nothingMissing: 'Nobody lacks anything.',
    notes: 'May be as it should',
    goTo: (screen) => `Go to: ${screen}`,
    others: (number) => `${count(number, 'more is', 'more are')} not shown.`,
    mailAgain: 'Let mails go on',
    mailAgainTo: (name) => `Let mails go on to ${name}`,
    mailGoesOn: (name) => `Mails go to ${name} again.`,
    reminders: 'Reminders',
    switchOn: 'Switch on',
    switchOnOf: (reminder) => `Switch on: ${reminder}`,
    switchedOn: (reminder) => `Switched on: ${reminder}.`,
    toTimes: 'Change the times',
  },
  /** What people, teams and departments lack before the first week. */
  gaps: {
    withoutManager: {
      title: (number) => count(number, 'person has no manager', 'people have no manager'),
      hint: 'The top of the chart is not among them. Set the manager on the screen of the person, or bring in a file with managers.',
    },
    pendingManager: {
      title: (number) => count(number, 'person waits for their manager', 'people wait for their manager'),
      hint: 'They get the manager as soon as somebody with that name, number or address is here.',
    },
    withoutTeam: {
      title: (number) => count(number, 'person is in no team', 'people are in no team'),
      hint: 'Set the team on the screen of the person, or bring in a file with teams.',
    },
    withoutDepartment: {
      title: (number) =>
        count(number, 'person is in a team without a department', 'people are in a team without a department'),
      hint: 'Set the department on the screen of one person: it holds for the whole team.',
    },
    emailStopped: {
      title: (number) => count(number, 'person gets no mail', 'people get no mail'),
      hint: 'A mail came back or was reported as spam. Correct the address, or let mails go on.',
    },
    withoutRegion: {
      title: (number) => count(number, 'person has no region', 'people have no region'),
      hint: 'Their public holidays are not known. Set the region of the company, or that of the person.',
    },
    withoutTimezone: {
      title: (number) => count(number, 'person works in another country', 'people work in another country'),
      hint: 'They have no time zone of their own, so reminders come at the time of the company.',
    },
    startsLater: {
      title: (number) => count(number, 'person starts on a later day', 'people start on a later day'),
      hint: 'Until then, nobody expects them to check in.',
    },
    teamOfOne: {
      title: (number) => count(number, 'team has one member', 'teams have one member'),
      hint: 'Perhaps the team is written differently elsewhere.',
    },
    smallDepartment: {
      title: (number) => count(number, 'department is small', 'departments are small'),
      hint: 'Reports do not show its numbers: they would be about fewer people than the smallest group of the settings.',
    },
  },
  file: {
    intro:
      'Choose a file with people, such as an export of an HR program. You see what it would change before anything changes.',
    file: 'File',
    fileHint: 'CSV with a name and an e-mail address or number for each person',
    dateOrder: 'Dates such as 03/04/2026',
    dayFirst: 'Day first',
    monthFirst: 'Month first',
    emptyClears: 'An empty cell takes away what is there',
    absentLeave: 'The file is the whole company: who is not in it leaves',
    preview: 'Show what would change',
    waiting: 'The file is read…',
    prepared: (done, all) => `${done} of ${all} changes are prepared…`,
    previewOf: (name) => `What ${name} would change`,
    resultOf: (name) => `What ${name} has changed`,
    kinds: {
      created: 'New',
      changed: 'Changed',
      moved: 'Moved',
      left: 'Leaves',
      leftOut: 'Not in the file',
      unchanged: 'Unchanged',
      pending: 'Waits for a manager',
    },
    fields: {
      employeeNumber: 'Number',
      externalId: 'Id in the directory',
      checkInsExpected: 'Check-ins expected',
    },
    faults: (number) => `${count(number, 'fault', 'faults')}: nothing is imported until the file is corrected`,
    row: (row, message) => `Row ${row}: ${message}`,
    warnings: 'Look at this first',
    notes: 'Notes',
    apply: 'Make these changes',
    applied: 'The people of the file are here.',
    nothing: 'The file changes nothing.',
    changes: 'Changes of people',
    what: 'What',
    before: 'Before',
    after: 'After',
  },
  providers: {
    client: (host, client) => `${host}, by the client ${client}`,
    clientId: 'Client of this page',
    clientHint: 'its id at the provider; empty if nobody is to sign in here',
    clientNote: (address) =>
      `A public client without a secret, with ${address} as its address of return. Which tokens are accepted does not change.`,
    scopes: 'Scopes',
    scopesHint: 'what the page asks for, separated by blanks; empty for the usual ones',
    signsIn: 'signs in here',
    noClient: 'no client for this page',
    saved: 'Saved. Try it in a new tab, while you are signed in here.',
    try: 'Try the sign-in in a new tab',
    tryHint: 'You stay signed in here, and can correct what does not work.',
    refused: 'Who was refused lately',
  },
  /** Why a sign-in was refused. */
  refusedSignIns: {
    no_claim: 'The provider does not say who it is.',
    not_verified: 'The provider does not say that the address is verified.',
    unknown: 'Nobody here has this address or id.',
    left: 'The person has left.',
    other_domain: 'The address is of another domain than those of the provider.',
    other_subject: 'The person is known by another account of the provider.',
    unbound: 'An admin has unbound this account from the person.',
    waits: 'Another admin has to approve the first sign-in.',
  },
};
