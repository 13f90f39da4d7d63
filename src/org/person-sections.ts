// What the export of a person consists of: which labels hold something about people, in which section, and what is withheld.

/** `labels` are those of the nodes in the section. `json` names properties that hold JSON as text. */
export type PersonSection = { title: string; about: string; labels: readonly string[]; json?: readonly string[] };

/** The sections by name: a name is that of a column of the query org/export_person or org/export_mentions. */
export const personSections = {
  person: {
    title: 'Directory entry',
    about: 'Name, contact, roles and settings.',
    labels: ['User'],
    json: ['channels'],
  },
  teams: { title: 'Team', about: 'The team and its department.', labels: ['Team'] },
  groups: { title: 'Groups of a directory', about: 'Groups that a directory has put you in.', labels: ['ScimGroup'] },
  managers: { title: 'Managers', about: 'Your managers, with the time each line began and ended.', labels: ['User'] },
  reports: { title: 'Direct reports', about: 'Who reported to you, and when.', labels: ['User'] },
  deputies: { title: 'Deputies', about: 'Who acts for you, for whom you act, when and for what.', labels: ['User'] },
  plannedMoves: { title: 'Planned moves', about: 'Reorganisation plans that give you a manager.', labels: ['OrgPlan'] },
  plannedReports: {
    title: 'Planned reports',
    about: 'Reorganisation plans that move people to you; only how many.',
    labels: ['OrgPlan'],
  },
  plans: {
    title: 'Plans',
    about: 'Reorganisation plans that you wrote, approved, applied or took back.',
    labels: ['OrgPlan'],
  },
  identities: {
    title: 'Sign-in',
    about: 'Identity providers, and who you are to them.',
    labels: ['Identity'],
  },
  approvals: {
    title: 'Requests',
    about: 'What waits for a second admin and is about you, or requested by you.',
    labels: ['Approval'],
  },
  summaries: { title: 'Weekly summaries', about: 'What you wrote, with your scores.', labels: ['Summary'] },
  drafts: {
    title: 'Drafts of summaries',
    about: 'What you saved and have not submitted.',
    labels: ['SummaryDraft'],
    json: ['content'],
  },
  responsesReceived: { title: 'Responses received', about: 'Responses to your summaries.', labels: ['Response'] },
  responsesGiven: { title: 'Responses given', about: 'Your responses to summaries of others.', labels: ['Response'] },
  responsesOnBehalf: {
    title: 'Responses on your behalf',
    about: 'Responses that a deputy of yours gave; without their content.',
    labels: ['Response'],
  },
  goals: { title: 'Goals', about: 'Goals that you set.', labels: ['Goal'] },
  nominationsMade: { title: 'Nominations made', about: 'Whom you nominated, and why.', labels: ['Nomination'] },
  nominationsReceived: {
    title: 'Nominations received',
    about: 'Who nominated you, and why; other members of a team are left out.',
    labels: ['Nomination'],
  },
  notifications: {
    title: 'Notifications received',
    about: 'Messages to you, in the application and by e-mail.',
    labels: ['Notification'],
    json: ['payload'],
  },
  notificationsAbout: {
    title: 'Notifications about you',
    about: 'Messages to others. The text is left out where it is also about other people.',
    labels: ['Notification'],
  },
  events: {
    title: 'Work of the service',
    about:
      'Records of messages and imports that you caused, got, or that are about you; kept for 30 days after their end.',
    labels: ['OutboxEvent'],
    json: ['payload'],
  },
  profile: {
    title: 'Insights profile',
    about: 'The profile, and the id of its PDF.',
    labels: ['Profile'],
    json: ['fields'],
  },
  imports: {
    title: 'Profile imports',
    about: 'Uploaded PDFs, what was read from them, and who uploaded them. The id is also that of the file.',
    labels: ['ImportJob'],
    json: ['parsedFields', 'evidence'],
  },
  importsStarted: {
    title: 'Profile imports for others',
    about: 'PDFs that you uploaded; without their content.',
    labels: ['ImportJob'],
  },
  peopleImports: {
    title: 'Import of people',
    about: 'The last import of people, if what it says names you; without its content.',
    labels: ['OrgImport'],
  },
  motivators: {
    title: 'Motivators',
    about: 'Scores, and the text about them.',
    labels: ['Motivators'],
    json: ['scores'],
  },
  trendFlags: { title: 'Trend flags', about: 'Notable shifts of your scores.', labels: ['TrendFlag'] },
  groupFlags: {
    title: 'Trend flags of groups',
    about: 'Flags of your department or organisation whose means count your summaries; without the means.',
    labels: ['TrendFlag'],
  },
  trendRuns: {
    title: 'Trend runs',
    about: 'Weeks in which somebody was notified of a shift of your scores.',
    labels: ['TrendRun'],
  },
  requests: {
    title: 'Repeatable requests',
    about: 'Answers kept for a day so that a request can be repeated; answers to others without their content.',
    labels: ['IdempotencyRecord'],
    json: ['body'],
  },
  auditEntries: {
    title: 'Audit log',
    about: 'Who changed what about you, and what you changed. Other people by id.',
    labels: ['AuditEntry'],
  },
  changes: { title: 'Change log', about: 'Ids of what changed, kept for 30 days.', labels: ['ChangeEntry'] },
  webhookDeliveries: {
    title: 'Events sent to other systems',
    about: 'Ids of what changed, as sent to systems of the organisation.',
    labels: ['WebhookDelivery'],
  },
} as const satisfies Record<string, PersonSection>;

export type PersonSectionName = keyof typeof personSections;

/** What the export does not contain, in words for the person (Art. 15(4) GDPR: the rights of others). */
export const withheld: readonly string[] = [
  'Texts that others wrote to others, also where you answered them.',
  'Texts of messages to others that are about several people; their type and time are included.',
  'Who else received a message, and who else is in a nomination of a team; their number is included.',
  'Means of groups, which are about several people, and the content of weekly digests and trend notices that you received.',
  'PDF files: their ids are included, and the files are handed over separately.',
  'Backups, logs of the servers (they hold ids only) and mail that was already sent.',
];
