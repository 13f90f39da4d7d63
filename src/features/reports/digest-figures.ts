// Counts the rows of a weekly digest into the figures of its notification.
import { dimensions, mapDimensions, type Scores } from '../../platform/schema/scores.ts';
import type { DigestRow } from '../summaries/schema.ts';

const maxMissingNames = 20;

type DigestFigures = {
  people: number;
  submitted: number;
  /** The names of the first 20 people without a summary. */
  missing: string[];
  missingMore: number;
  /** How many do not count, since they had no working day; absent if none. */
  excused?: number;
};

type DigestCounter = {
  add(rows: readonly DigestRow[]): void;
  getFigures(): DigestFigures;
  /** The average scores of the people who wrote; null if nobody did. They must not be stored, because the scores may be deleted. */
  getAverages(): Scores | null;
  /** The ids of the people whom the figures name. */
  getAboutIds(): string[];
};

export function createDigestCounter(excused = 0): DigestCounter {
  const sums: Scores = mapDimensions(() => 0);
  const missing: string[] = [];
  const missingIds: string[] = [];
  let people = 0;
  let submitted = 0;
  return {
    add(rows) {
      for (const { user, scores } of rows) {
        people += 1;
        if (scores) {
          submitted += 1;
          for (const dimension of dimensions) sums[dimension] += scores[dimension];
        } else if (missing.length < maxMissingNames) {
          missing.push(user?.name ?? '');
          missingIds.push(user?.id ?? '');
        }
      }
    },
    getFigures: () => ({
      people,
      submitted,
      missing,
      missingMore: people - submitted - missing.length,
      ...(excused > 0 && { excused }),
    }),
    getAverages: () =>
      submitted === 0 ? null : mapDimensions((dimension) => roundToHundredths(sums[dimension] / submitted)),
    getAboutIds: () => missingIds,
  };
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
