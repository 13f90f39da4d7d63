// Schemas of Insights profiles, profile imports and motivators.
import { Type, type Static } from '@sinclair/typebox';
import { Person } from './people.ts';
import { strictObject, withName, Timestamp, Uuid } from './values.ts';

/** Without a maximum length: a profile is never truncated. */
const ProfileText = Type.String({ format: 'text' });
/** Any keys. Type.Record would not validate keys with a line break, nor their values. */
const Numbers = Type.Unsafe<Record<string, number>>({
  type: 'object',
  propertyNames: { format: 'text' },
  additionalProperties: { type: 'number' },
});

const texts = {
  keyStrengths: ProfileText,
  blindSpots: ProfileText,
  communicationDos: ProfileText,
  communicationDonts: ProfileText,
};
const numbers = { colourWheel: Type.Optional(Numbers), percentages: Type.Optional(Numbers) };

export const InsightsProfile = withName(
  'InsightsProfile',
  Type.Object(
    {
      ...texts,
      summary: Type.Optional(
        Type.Object({ ...numbers, fullProfilePdfUrl: Type.Optional(Type.String({ format: 'uri' })) }, strictObject),
      ),
    },
    strictObject,
  ),
);
export type InsightsProfile = Static<typeof InsightsProfile>;

/** The body of a confirmation: fields that replace the parsed ones. */
export const ProfileCorrection = withName(
  'ProfileCorrection',
  Type.Partial(Type.Object({ ...texts, summary: Type.Object(numbers, strictObject) }, strictObject)),
);
export type ProfileCorrection = Static<typeof ProfileCorrection>;

/** The confidence in a parsed field and the page where it starts; a missing field has no page. */
const Evidence = Type.Object(
  {
    page: Type.Optional(Type.Integer()),
    confidence: Type.Unsafe<'high' | 'medium' | 'low'>({ type: 'string', enum: ['high', 'medium', 'low'] }),
  },
  strictObject,
);

/** A changed field, such as `keyStrengths` or `percentages.blue`; `before` is the saved value. */
const Difference = Type.Object(
  {
    field: Type.String(),
    before: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    after: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  },
  strictObject,
);
export type Difference = Static<typeof Difference>;

const importStatuses = ['queued', 'processing', 'parsed', 'confirmed', 'rejected', 'failed'] as const;
export const ImportStatus = Type.Unsafe<(typeof importStatuses)[number]>({ type: 'string', enum: importStatuses });
export type ImportStatus = Static<typeof ImportStatus>;

export const ImportJob = withName(
  'ImportJob',
  Type.Object(
    {
      jobId: Uuid,
      status: ImportStatus,
      parsedFields: Type.Optional(InsightsProfile),
      error: Type.Optional(Type.String()),
      evidence: Type.Optional(Type.Record(Type.String(), Evidence)),
      warnings: Type.Optional(Type.Array(Type.String())),
      diff: Type.Optional(Type.Array(Difference)),
    },
    strictObject,
  ),
);
export type ImportJob = Static<typeof ImportJob>;

/** A profile import in the list of the tenant. */
export const ImportListEntry = withName(
  'ImportListEntry',
  Type.Object({ jobId: Uuid, user: Person, status: ImportStatus, createdAt: Timestamp }, strictObject),
);
export type ImportListEntry = Static<typeof ImportListEntry>;

const Motivator = Type.Object(
  { name: Type.Optional(Type.String()), score: Type.Optional(Type.Number()) },
  strictObject,
);

export const Motivators = withName(
  'Motivators',
  Type.Object(
    { motivators: Type.Array(Motivator), lastSyncedAt: Timestamp, aiInsights: Type.Optional(Type.String()) },
    strictObject,
  ),
);
export type Motivators = Static<typeof Motivators>;
