// Schemas of what admins do with the whole organisation: import, export, check, comparison, erasure.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds } from '../../platform/schema/examples.ts';
import {
  field,
  openEnum,
  CalendarDate,
  Instant,
  RoleName,
  Uuid,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';
import { gapKindNames, maxEntries } from './tenants/readiness.ts';

const Count = Type.Integer({ minimum: 0 });
const Address = (description: string) => field(Type.String(), description, 'ines.caldeira@fjordware.example');

/** The most entries of each list in the answer to an import or a comparison. */
export const maxListed = 1_000;
const listed = `the first ${maxListed.toLocaleString('en')}`;

const ImportFault = namedObject('OrgImportFault', {
  row: optionalField(Count, 'Row as a spreadsheet counts it; absent for the file as a whole', 7),
  message: field(Type.String(), 'What is wrong', 'email "x" is no e-mail address'),
});
const ImportValue = namedObject('OrgImportValue', {
  field: field(Type.String(), 'Name of the field, as in `detail`', 'jobTitle'),
  from: optionalField(Type.String(), 'Value before; absent if there is none', 'Engineer'),
  to: optionalField(Type.String(), 'Value after; absent if there is none', 'Head of engineering'),
});
const ImportLine = namedObject('OrgImportLine', {
  change: field(openEnum('created', 'changed', 'moved', 'left', 'leftOut', 'pending'), 'What happens to the person'),
  email: Address('E-mail address of the person'),
  detail: optionalField(Type.String(), 'Names of the changed fields, or the managers before and after', 'jobTitle'),
  name: optionalField(
    Type.String(),
    'Name so far of the person whose fields are changed, or who leaves',
    'Ines Caldeira',
  ),
  values: optionalField(Type.Array(ImportValue), 'Values of the changed fields; absent of other kinds of lines'),
});

export const OrgImport = namedObject('OrgImport', {
  applied: field(Type.Boolean(), 'Whether the changes were made; false with faults and in a dry run', true),
  created: field(Count, 'Number of new people', 12),
  changed: field(Count, 'Number of people with other fields', 3),
  moved: field(Count, 'Number of people with another manager', 5),
  unchanged: field(Count, 'Number of people who stay as they are', 100),
  left: optionalField(Count, 'Number of people who leave because they are not in the file; absent if nobody does', 2),
  leftOut: field(Count, 'Number of people who are not in the file, and stay as they are', 2),
  faultCount: field(Count, 'Number of faults', 0),
  faults: field(Type.Array(ImportFault), `Faults by row, ${listed}`, []),
  lines: field(Type.Array(ImportLine), `People whom the file changes or leaves out, ${listed} of each kind`),
  warnings: optionalField(
    Type.Array(Type.String()),
    'What is odd of the file as a whole, to be looked at before it is imported; absent if there is nothing',
    ['nobody in this file has a manager: all 40 new people would be at the top'],
  ),
  notes: field(Type.Array(Type.String()), 'What may not be meant', ['1 column ignored: "Photo"']),
});
export type OrgImport = Static<typeof OrgImport>;

export const OrgImportJob = namedObject('OrgImportJob', {
  importId: field(Uuid, 'Id of the import', exampleIds.importJob),
  status: field(
    openEnum('queued', 'checking', 'applying', 'done', 'failed'),
    '`failed`: nothing was changed, for the faults of the result or the reason in `error`',
    'applying',
  ),
  dryRun: field(Type.Boolean(), 'Whether it only says what would change', false),
  createdAt: field(Instant, 'When the file was uploaded', '2026-11-20T10:00:00.000Z'),
  done: optionalField(Count, 'Number of changes that are prepared; absent before', 4_000),
  total: optionalField(Count, 'Number of changes to prepare', 12_000),
  result: optionalField(OrgImport, 'What was changed, would be, or hindered it; absent until it has ended'),
  error: optionalField(Type.String(), 'Why there is no result', 'The file no longer exists.'),
});
export type OrgImportJob = Static<typeof OrgImportJob>;

const text = (description: string, example: string) => optionalField(Type.String(), description, example);
const ExportRow = namedObject('OrgExportRow', {
  email: Address('E-mail address'),
  name: field(Type.String(), 'Full name', 'Ines Caldeira'),
  jobTitle: text('Job title', 'Backend engineer'),
  team: text('Name of the team', 'Payments'),
  department: text('Department of the team', 'Engineering'),
  managerEmail: text('E-mail address of the manager, or the name of one who is waited for', 'noor@fjordware.example'),
  roles: field(Type.Array(RoleName), 'Roles', []),
  startDate: optionalField(CalendarDate, 'First day of work', '2026-11-16'),
  timezone: optionalField(Type.String(), 'Time zone, if it is not the tenant’s', 'Pacific/Auckland'),
  employeeNumber: text('Number in the company', 'E-1042'),
  externalId: text('Id in the directory', '00u1a2b3'),
  preferredLanguage: text('Language', 'de'),
  region: text('Region whose public holidays hold', 'DE-BY'),
  workingDays: text('Days of the week on which they work', 'Monday Tuesday Wednesday'),
  checkInsExpected: text('`no` if nobody expects them to check in', 'no'),
  id: field(Uuid, 'Id of the user', exampleIds.employee),
});
export type ExportRow = Static<typeof ExportRow>;
export const OrgExport = namedObject('OrgExport', {
  rows: field(Type.Array(ExportRow), 'Active people by e-mail address'),
});

const Finding = namedObject('OrgFinding', {
  kind: field(openEnum('fault', 'note'), 'A fault is to be fixed; a note is for information'),
  message: field(Type.String(), 'What was found', '2 people have no manager'),
});
export const OrgCheck = namedObject('OrgCheck', {
  faults: field(Count, 'Number of faults', 0),
  findings: field(Type.Array(Finding), `Faults and notes, ${listed}`),
});

const GapEntry = namedObject('OrgGapEntry', {
  userId: optionalField(Uuid, 'Id of the user; absent of a team or department', exampleIds.employee),
  name: field(Type.String(), 'Name of the person, team or department', 'Ines Caldeira'),
  email: Type.Optional(Address('E-mail address of the person')),
  manager: optionalField(Type.String(), 'Reference to the manager who is waited for', 'e-7'),
  startDate: optionalField(CalendarDate, 'First day of work, if it is to come', '2026-12-01'),
  region: optionalField(Type.String(), 'Region of the person, if it is in another country', 'NZ'),
  people: optionalField(Count, 'Number of active people in the team or department', 3),
});
const Gap = namedObject('OrgGap', {
  kind: field(openEnum(...gapKindNames), 'What is missing, or may be', 'withoutTeam'),
  isMissing: field(Type.Boolean(), 'True if somebody should fill it in; false if it may be as it should', true),
  count: field(Count, 'Number of people, teams or departments', 2),
  message: field(Type.String(), 'The same in words', '2 people are in no team'),
  entries: field(Type.Array(GapEntry), `Who or what they are by name, the first ${maxEntries.toLocaleString('en')}`),
});
export const OrgReadiness = namedObject('OrgReadiness', {
  missing: field(Count, 'Sum of the counts of what somebody should fill in', 2),
  gaps: field(Type.Array(Gap), 'The kinds of gaps that there are'),
});

const Spans = namedObject('OrgSpans', {
  p10: field(Type.Number(), '10th percentile of direct reports per manager', 2),
  median: field(Type.Number(), 'Median', 6),
  mean: field(Type.Number(), 'Mean', 6.4),
  p90: field(Type.Number(), '90th percentile', 11),
  max: field(Count, 'Largest number', 14),
});
const ChartStructure = namedObject('OrgChartStructure', {
  people: field(Count, 'Number of active people', 120),
  layers: field(Count, 'Number of levels', 5),
  withoutManager: field(Count, 'Number of people without a manager', 1),
  managers: field(Count, 'Number of people with direct reports', 18),
  managersWithOneReport: field(Count, 'Number of managers with one direct report', 2),
  span: optionalField(Spans, 'Direct reports per manager; absent without managers'),
});
const manager = (description: string) => Type.Optional(Address(description));
const department = (description: string) => optionalField(Type.String(), description, 'Engineering');
const DiffPerson = namedObject('OrgDiffPerson', {
  email: Address('E-mail address'),
  name: field(Type.String(), 'Full name', 'Ines Caldeira'),
  from: manager('E-mail address of the manager before; absent at the top, and of somebody who joined'),
  to: manager('E-mail address of the manager after; absent at the top'),
});
const Flow = namedObject('OrgFlow', {
  from: department('Department of the manager before; absent at the top or without one'),
  to: department('Department of the manager after'),
  people: field(Count, 'Number of people', 7),
});
export const OrgDiff = namedObject('OrgDiff', {
  before: field(ChartStructure, 'Structure at the first time'),
  after: field(ChartStructure, 'Structure at the second time'),
  movedCount: field(Count, 'Number of people with another manager', 1),
  moved: field(Type.Array(DiffPerson), `People with another manager, ${listed}`),
  joinedCount: field(Count, 'Number of people who joined', 1),
  joined: field(Type.Array(DiffPerson), `People who joined, ${listed}`),
  flows: field(Type.Array(Flow), 'Moves between departments, the largest first'),
  smallFlows: field(Count, 'Number of flows of fewer people than the minimumGroup of the tenant, left out', 0),
});
export type OrgDiff = Static<typeof OrgDiff>;

/** What an erasure counts, and the words for it. */
export const erasedKinds = {
  summaries: 'summaries',
  drafts: 'drafts of summaries',
  responses: 'responses',
  answers: 'answers to questions',
  goals: 'goals',
  nominations: 'nominations',
  notifications: 'notifications',
  events: 'events under way',
  profile: 'profiles',
  motivators: 'motivators',
  imports: 'profile imports',
  flags: 'trend flags',
} as const;
export type ErasedKind = keyof typeof erasedKinds;
const counts = Object.fromEntries(
  Object.entries(erasedKinds).map(([name, words]) => [name, field(Count, `Number of deleted ${words}`, 1)]),
) as Record<ErasedKind, typeof Count>;
export const Erasure = namedObject('Erasure', {
  erased: field(Type.Boolean(), 'False in a dry run', true),
  ...counts,
  filesLeft: optionalField(
    Type.Integer({ minimum: 1 }),
    'Number of PDFs that the file storage did not delete because it does not respond: they are deleted within a day; absent if there are none',
    1,
  ),
});
