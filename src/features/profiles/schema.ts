// Schemas of Insights profiles, profile imports and motivators.
import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { exampleIds } from '../../platform/schema/examples.ts';
import { UserRef } from '../../platform/schema/people.ts';
import {
  field,
  strictObject,
  openEnum,
  withName,
  CalendarDate,
  Timestamp,
  Uuid,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

/** Without a maximum length: a profile is never truncated. */
const ProfileText = Type.String({ format: 'text' });
/** An object with any keys. Type.Record would not validate keys with a line break, nor their values. */
const createMap = <Value extends TSchema>(value: Value) =>
  Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    propertyNames: { format: 'text' },
    additionalProperties: value,
  });
const Numbers = createMap(Type.Number());
const CorrectedNumbers = { ...Numbers, maxProperties: 20 };

const describeTexts = <S extends TSchema>(text: S) => ({
  keyStrengths: field(text, 'Strengths', 'Plans ahead and keeps calm.'),
  blindSpots: field(text, 'Blind spots', 'Can seem distant under pressure.'),
  communicationDos: field(text, 'How to communicate with the person', 'Come prepared. Leave time to think.'),
  communicationDonts: field(text, 'What to avoid with the person', 'Do not expect an answer at once.'),
});
const describeNumbers = <S extends TSchema>(map: S) => ({
  colourWheel: optionalField(map, 'Position on the colour wheel', { position: 34 }),
  percentages: optionalField(map, 'Share of each colour in percent', { blue: 71, green: 58, red: 22 }),
});
const texts = describeTexts(ProfileText);
const numbers = describeNumbers(Numbers);

const ProfileSummary = namedObject('ProfileSummary', {
  ...numbers,
  fullProfilePdfUrl: optionalField(
    Type.String({ format: 'uri' }),
    'Link to the PDF, valid for five minutes',
    'https://check-in.fjordware.example/v1/profile-files/eyJhbGciOi',
  ),
});

export const InsightsProfile = namedObject('InsightsProfile', {
  ...texts,
  summary: optionalField(ProfileSummary, 'Colours of the profile, with its PDF'),
});
export type InsightsProfile = Static<typeof InsightsProfile>;

const NumbersCorrection = namedObject('NumbersCorrection', describeNumbers(CorrectedNumbers));

/** The body of a confirmation: fields that replace the parsed ones. */
export const ProfileCorrection = withName(
  'ProfileCorrection',
  Type.Partial(
    Type.Object(
      {
        ...describeTexts({ ...ProfileText, maxLength: 60_000 }),
        summary: field(NumbersCorrection, 'Colours of the profile'),
      },
      strictObject,
    ),
    {
      examples: [{ blindSpots: 'Can seem distant under pressure.' }],
    },
  ),
);
export type ProfileCorrection = Static<typeof ProfileCorrection>;

/** The confidence in a parsed field and the page where it starts; a missing field has no page. */
const Evidence = namedObject('Evidence', {
  page: optionalField(Type.Integer(), 'Page of the PDF; absent if the field is missing', 3),
  confidence: field(openEnum('high', 'medium', 'low'), 'Confidence of the parsed value'),
});

/** A changed field, such as `keyStrengths` or `percentages.blue`; `before` is the saved value. */
const Value = Type.Union([Type.String(), Type.Number()]);
const Difference = namedObject('Difference', {
  field: field(Type.String(), 'Name of the field', 'percentages.blue'),
  before: optionalField(Value, 'Saved value; absent if there is none', 68),
  after: optionalField(Value, 'Parsed value; absent if there is none', 71),
});
export type Difference = Static<typeof Difference>;

/** What the process that reads a PDF may answer. */
export const ProfileAnswer = Type.Union([
  Type.Object({ failed: Type.String({ format: 'text', maxLength: 200 }) }, strictObject),
  Type.Object(
    {
      fields: Type.Partial(Type.Object({ ...texts, summary: Type.Object(numbers, strictObject) }, strictObject)),
      evidence: createMap(Type.Required(Evidence)),
      person: Type.Partial(Type.Object({ name: ProfileText, completedOn: CalendarDate }, strictObject)),
      warnings: Type.Array(ProfileText),
    },
    strictObject,
  ),
]);
export type ProfileAnswer = Static<typeof ProfileAnswer>;

const importStatuses = ['queued', 'processing', 'parsed', 'confirmed', 'rejected', 'failed'] as const;
export const ImportStatus = withName('ImportStatus', openEnum(...importStatuses));
export type ImportStatus = Static<typeof ImportStatus>;

const JobId = field(Uuid, 'Id of the import', exampleIds.importJob);
const Status = field(ImportStatus, 'Status of the import', 'parsed');

export const ImportJob = namedObject('ImportJob', {
  jobId: JobId,
  status: Status,
  parsedFields: optionalField(InsightsProfile, 'Fields parsed from the PDF; absent until it is parsed'),
  error: optionalField(Type.String(), 'Reason of the failure; absent otherwise', 'The PDF has no text.'),
  evidence: optionalField(createMap(Evidence), 'Page and confidence of each field', {
    keyStrengths: { page: 3, confidence: 'high' },
  }),
  warnings: optionalField(Type.Array(Type.String()), 'Warnings for the admin who confirms the import', [
    'The percentages were not found.',
  ]),
  diff: optionalField(Type.Array(Difference), 'Differences from the saved profile; absent without one'),
});
export type ImportJob = Static<typeof ImportJob>;

/** A profile import in the list of the tenant. */
export const ImportListEntry = namedObject('ImportListEntry', {
  jobId: JobId,
  user: field(UserRef, 'Owner of the profile'),
  status: Status,
  createdAt: field(Timestamp, 'Time of the upload'),
});
export type ImportListEntry = Static<typeof ImportListEntry>;
