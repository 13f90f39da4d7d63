// Counts the rows of a weekly digest into the figures of its notification.
import { dimensions, mapDimensions, type DigestRow, type Scores } from '../model/index.ts';

const maxMissingNames = 20;
/**
 * With fewer writers, averages could reveal individual scores. The stored digest then counts as data about each writer, and
 * is deleted when one of them is erased. Fixed, because a tenant may change `minimumGroup` after a digest was stored.
 */
const minAnonymousGroup = 5;

type DigestFigures = {
  people: number;
  submitted: number;
  /** The names of the first 20 people without a summary. */
  missing: string[];
  missingMore: number;
  /** How many do not count, since they had no working day; absent if none. */
  excused?: number;
  averages?: Scores;
};

type DigestCounter = {
  add(rows: readonly DigestRow[]): void;
  getFigures(): DigestFigures;
  /** The ids of people whom the figures reveal: those named, and the writers if they are fewer than five. */
  getAboutIds(): string[];
};

export function createDigestCounter(excused = 0): DigestCounter {
  const sums: Scores = mapDimensions(() => 0);
  const missing: string[] = [];
  const missingIds: string[] = [];
  const writerIds: string[] = [];
  let people = 0;
  let submitted = 0;
  return {
    add(rows) {
      for (const { user, scores } of rows) {
        people += 1;
        if (scores) {
          submitted += 1;
          for (const dimension of dimensions) sums[dimension] += scores[dimension];
          if (writerIds.length < minAnonymousGroup) writerIds.push(user?.id ?? '');
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
      ...(submitted > 0 && { averages: mapDimensions((dimension) => roundToHundredths(sums[dimension] / submitted)) }),
    }),
    getAboutIds: () => [...missingIds, ...(submitted < minAnonymousGroup ? writerIds : [])],
  };
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
