// Schemas of motivators.
import { Type, type Static } from '@sinclair/typebox';
import { field, namedObject, optionalField, Timestamp } from '../../platform/schema/values.ts';

const Motivator = namedObject('Motivator', {
  name: field(Type.String(), 'Name given by the provider', 'Autonomy'),
  score: field(Type.Number(), 'Score given by the provider', 82),
});

export const Motivators = namedObject('Motivators', {
  motivators: field(Type.Array(Motivator), 'Motivators in the order of the provider'),
  lastSyncedAt: field(Timestamp, 'Time of the last fetch from the provider'),
  aiInsights: optionalField(
    Type.String(),
    'Text about the motivators; absent for callers who may not read it',
    'Ines is at her best when she decides how to work.',
  ),
});
export type Motivators = Static<typeof Motivators>;
