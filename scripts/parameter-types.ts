// What the name of a parameter of a query means, and that of a field of its rows. A name means the same in all queries; the
// few that do not are in `ownTypes`. How to add one: cypher/README.md.

/** The types of src/ that are named below, of rooms that graph/ may import, and where they are. */
export const importedTypes: Record<string, string> = {
  AuditValues: '../../schema/audit.ts',
  Position: '../../secrets/cursors.ts',
  Role: '../../permissions.ts',
  Search: '../../lib/search.ts',
  Settings: '../../settings/settings.ts',
  Turns: '../../time/schedule.ts',
};

const texts = `
  email userName name sortName timezone language roleWords
  title weekStart dateSet type status kind scope period firstWeek lastWeek from to now time
  proud obstacles learned important dimension direction body content insight subject reason
  payload queue url secret was slug code key teamKey subjectType channels action text pattern gone failing
  audience frequency managersAsk
  hash lastHash subjectHash issuer audience personClaim fingerprint checksum`;

const textsOrNull = `
  jobTitle preferredLanguage employeeNumber externalId startDate region workingDays person manager pendingManager adminEmail
  team teamName department departmentKey newDepartment
  address link location etag error evidence parsedFields progress traceparent reference worksWith tenantClaim tenantValue
  audienceName
  author copyOf dateCompleted dateOrder description effectiveOn returns weekFrom weekTo`;

const numbers = `
  start end limit position span depth weeks version sequence lastSequence attempts most perEvent perUser
  created moved erasures open qualityOfWork personalWellbeing professionalWellbeing
  n p adjustedP effectSize recentMean baselineMean`;

const listsOfTexts = `
  audiences emails addresses names labels keys rules types changed clocks statuses storedStatuses scopes rights runKinds figureTypes
  left joined corrected absences nominees continuedKeys payloadTerms writtenWeeks previousSecrets previousWere seriesWeeks`;

/** Names and their types. A field that rows may leave out has a type that begins with `?`. */
export const types: Record<string, string> = {
  ...listNames(texts, 'string'),
  ...listNames(textsOrNull, 'string | null'),
  ...listNames(numbers, 'number'),
  ...listNames(listsOfTexts, 'readonly string[]'),
  after: 'Position | null',
  calendars: 'Readonly<Record<string, readonly string[]>>',
  elevated: 'readonly Role[] | null',
  emptyClears: 'boolean',
  facts: 'AuditValues & Readonly<Record<string, unknown>>',
  fields: 'Readonly<Record<string, unknown>>',
  filter: 'readonly (readonly Readonly<Record<string, unknown>>[])[] | null',
  choices: 'readonly number[] | null',
  everyWeeks: 'number | null',
  fromManagerId: 'string | null',
  httpStatus: 'number | null',
  languages: 'readonly (string | null)[]',
  managerId: 'string | null',
  properties: 'Readonly<Record<string, unknown>>',
  readers: 'Readonly<Record<string, { deputies: readonly string[] | null; roles: readonly Role[] | null }>>',
  refused: 'readonly string[] | null',
  search: 'Search',
  seriesValues: 'readonly number[]',
  settings: 'Partial<Settings>',
  states: 'readonly boolean[]',
  teamTimes: 'Readonly<Record<string, string>>',
  texts: 'Readonly<Record<string, { title: string; text: string }>>',
  turns: 'Readonly<Record<string, Turns>>',
  unread: 'boolean | null',
  values: 'AuditValues',
  view: '{ asOf: string | null; planId: string | null }',
  warnings: 'readonly string[] | null',
  weekWriters: '?readonly string[] | null',
};

function listNames(names: string, type: string): Record<string, string> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, type]),
  );
}

/** Endings and beginnings that say what a name is. The first that fits counts. */
const patterns: [pattern: RegExp, type: string][] = [
  [/(^i|I)d$/, 'string'],
  [/(^i|I)ds$/, 'readonly string[]'],
  [/(^r|R)oles$|^roles[A-Z]/, 'readonly Role[]'],
  [/^(is|has|as|with|all|names)[A-Z]/, 'boolean'],
  [/^(max|min|minimum)[A-Z]|(Count|Ms)$/, 'number'],
  [/[a-z](At|On|Week|Before|Until|After|Since)$/, 'string'],
];

const orNull = (places: string): Record<string, string> => listNames(places, 'string | null');
/** Without a week or month, a report is of the newest that is complete. */
const newestWeek = orNull('weekStart');
const newestMonth = orNull('period');
/** What the notices of includes/tell_roles.cypher may leave out. */
const noticeFields = (place: string): Record<string, string> => ({
  [`${place}.aboutIds`]: '?readonly string[]',
  [`${place}.id`]: '?string',
  [`${place}.namesCaller`]: '?boolean',
});

/** Where a name means something else, by query: `parameter`, or `parameter.field` of its rows. */
export const ownTypes: Record<string, Record<string, string>> = {
  'absences/write': {
    'rows.auditId': 'string | null',
    'rows.before': 'readonly string[]',
    'rows.weeks': 'readonly string[]',
  },
  'access/facts': orNull('subjectId userId summaryId goalId notificationId'),
  'access/search_own': orNull('subjectId'),
  'access/search_subjects': orNull('userId summaryId goalId notificationId roleWords after'),
  'access/search_summaries': orNull('subjectId'),
  'access/search_users': orNull('subjectId after'),
  'approvals/lock': orNull('approvalId userId otherId'),
  'approvals/request': noticeFields('notices'),
  'archives/create_relationships': listNames('links.start links.end', 'Readonly<Record<string, string>>'),
  'archives/nodes': { late: 'Readonly<Record<string, { property: string | null; value: string | null }>>' },
  'archives/relationships': { keys: 'Readonly<Record<string, string>>' },
  'bench/create_goals': { weeks: 'readonly string[]' },
  'bench/create_history': { weeks: 'readonly { start: string; recent: boolean }[]' },
  'bench/create_lines': { 'lines.managerId': 'string' },
  'changes/list': { after: 'number | null' },
  'demo/create_answers': {
    'answers.text': 'string | null',
    'answers.points': 'number | null',
    'answers.yes': 'boolean | null',
  },
  'demo/create_check_ins': {
    'checkIns.response': '?{ id: string; managerEmail: string; body: string; createdAt: string }',
  },
  'demo/create_questions': {
    'questions.authorEmail': 'string',
    'questions.headEmail': 'string | null',
    'questions.points': 'number | null',
    'questions.optionCount': 'number | null',
    'questions.isSeveral': 'boolean | null',
  },
  'demo/create_profiles': { 'profiles.fields': 'string' },
  'goals/non_setters': newestMonth,
  'idempotency/export_person': { terms: 'readonly string[]' },
  'idempotency/record': { status: 'number', body: 'string | null' },
  'identity/create_provider': { ...orNull('email'), ...noticeFields('notice') },
  'identity/delete_provider': noticeFields('notice'),
  'identity/sign_in': orNull('email'),
  'nominations/find_nominees': orNull('teamKey'),
  'notifications/deliver': {
    'rows.aboutIds': 'readonly string[] | null',
    'rows.isCounted': '?boolean',
    'rows.managerId': '?string | null',
    'rows.reports': '?readonly { id: string; open?: number }[]',
    'rows.toldIds': '?readonly string[]',
    'rows.deputies': '?readonly string[]',
    'rows.subjectId': '?string',
    'rows.subjectType': '?string',
  },
  'notifications/set_schedule': { own: 'Readonly<Record<string, string | null>>' },
  'notifications/tell_people': {
    'rows.aboutIds': '?readonly string[] | null',
    'rows.dueAt': '?string | null',
    'rows.payload': 'string | null',
    'rows.subjectId': '?string | null',
  },
  'org-plans/set_status': noticeFields('notices'),
  'org/change_members': {
    'rows.fields': 'readonly string[]',
    'rows.teams.changeId': '?string',
    ...orNull('rows.teams.name rows.teams.sortName'),
  },
  'org/create_teams': { rows: 'readonly string[]' },
  'org/export_imports': { terms: 'readonly string[]' },
  'org/list_people': { after: 'string' },
  'org/move_people': orNull('planId'),
  'org/record_import': { changed: 'number' },
  'org/stage_people': orNull('rows.timezone'),
  'org/tell_roles': {
    ...noticeFields('rows'),
    'rows.subjectId': 'string | null',
  },
  'org/update_people': orNull('rows.timezone'),
  'outbox/reschedule': { 'delays.leftMs': 'number | null' },
  'people/lock': orNull('userId email userName'),
  'people/write': {
    ...noticeFields('notices'),
    ...orNull('teams.name teams.sortName'),
    'entries.fields': 'readonly string[]',
  },
  'profiles/confirm_import': { fields: 'string' },
  'motivators/save_insight': { scores: 'string' },
  'motivators/save': { scores: 'string' },
  'reporting-line/find_gained_sight': {
    rows: 'readonly { id: string; managerId: string | null; fromManagerId: string | null }[]',
  },
  'reporting-line/set_manager': { managerId: 'string' },
  'questions/answer': {
    'rows.text': 'string | null',
    'rows.points': 'number | null',
    'rows.yes': 'boolean | null',
    'rows.version': 'number',
  },
  'questions/asked': newestWeek,
  'questions/create': {
    ...orNull('rows.toWeek rows.userId'),
    'rows.points': 'number | null',
    'rows.optionCount': 'number | null',
    'rows.isSeveral': 'boolean | null',
  },
  'questions/list': { isOpen: 'boolean | null' },
  'questions/lock_audiences': orNull('rows.userId rows.teamKey rows.departmentKey'),
  'questions/update': { ...orNull('toWeek content'), isRequired: 'boolean | null' },
  'reports/check_ins': newestWeek,
  'reports/goals': newestWeek,
  'reports/headcount': newestMonth,
  'reports/nominations': newestMonth,
  'reports/question': newestWeek,
  'reports/response_times': newestWeek,
  'reports/team': newestWeek,
  'retention/count': { before: 'Readonly<Record<string, string>>' },
  'scim/find_users': { anchors: 'Readonly<Record<string, readonly string[]>>' },
  'summaries/trends': newestWeek,
  'summaries/weekly_digest': newestWeek,
  'tenants/record_migration': { version: 'string', description: 'string' },
  'users/team': newestWeek,
  'webhooks/list_secrets': { after: 'string' },
  // a flag of a group may have no numbers (trends/method/groups.ts)
  'trends/write_flags': {
    ...listNames('flags.n flags.recentMean flags.baselineMean flags.effectSize flags.p flags.adjustedP', '?number'),
    ...listNames('flags.startWeek flags.startEarliest flags.startLatest', '?string'),
    'flags.seriesWeeks': '?readonly string[]',
    'flags.seriesValues': '?readonly number[]',
  },
};

/** The type of a parameter of a query, or of the field of a row (`rows.id`), if a table says it. */
export function findNamedType(query: string, place: string): string | undefined {
  const name = place.split('.').at(-1) ?? place;
  return (
    ownTypes[query.replace(/_in_view$/, '')]?.[place] ??
    types[name] ??
    patterns.find(([pattern]) => pattern.test(name))?.[1]
  );
}
