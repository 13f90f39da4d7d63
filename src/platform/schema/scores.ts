// The three scores of a weekly summary: their names and their schema.
import { Type, type Static } from '@sinclair/typebox';
import { field, namedObject } from './values.ts';

/** Titles for people, by field name. */
export const scoreTitles = {
  qualityOfWork: 'Quality of work',
  personalWellbeing: 'Personal wellbeing',
  professionalWellbeing: 'Professional wellbeing',
} as const;
export type Dimension = keyof typeof scoreTitles;
export const dimensions = Object.keys(scoreTitles) as Dimension[];

/** Creates an object with a value for each score. */
export function mapDimensions<Value>(getValue: (dimension: Dimension) => Value): Record<Dimension, Value> {
  return Object.fromEntries(dimensions.map((dimension) => [dimension, getValue(dimension)])) as Record<
    Dimension,
    Value
  >;
}

export const worstScore = 1;
export const bestScore = 5;
const Score = Type.Integer({ minimum: worstScore, maximum: bestScore });
const exampleScores: Record<Dimension, number> = { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 };

export const scoreFields = mapDimensions((dimension) =>
  field(Score, `${scoreTitles[dimension]}, from 1 (worst) to 5 (best)`, exampleScores[dimension]),
);

export const Scores = namedObject('Scores', scoreFields);
export type Scores = Static<typeof Scores>;
