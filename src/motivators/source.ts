// The external provider of motivators, reduced to one question: what are this person's scores?
import { openJsonSource } from './json-client.ts';

/** As the provider names and scores it; names are data, not a list of ours. */
export type Score = { name: string; score: number };
export type MotivatorsProvider = {
  /**
   * Somebody's scores, or null when the provider does not know them.
   *
   * @throws {Error} within 1.5 s, when there is no good answer
   */
  scoresOf(userId: string): Promise<Score[] | null>;
};

const withinMs = 1_500;
const mostScores = 100;
const longestName = 100;

/**
 * Opens the provider: `GET <url>/people/<userId>/motivators` answers `{"motivators": [{"name", "score"}]}`, or 404.
 * Another provider's ways would be put here, and nowhere else.
 */
export function openMotivatorsProvider(url: string, token?: string): MotivatorsProvider {
  const source = openJsonSource(withinMs);
  const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return {
    async scoresOf(userId) {
      const answer = await source(`${url}/people/${userId}/motivators`, { headers });
      if (answer === null) return null;
      const { motivators } = answer as { motivators?: unknown };
      if (!Array.isArray(motivators) || motivators.length > mostScores || !motivators.every(isScore)) {
        throw new Error('The provider of motivators answered in another shape.');
      }
      return motivators.map(({ name, score }) => ({ name, score }));
    },
  };
}

function isScore(value: unknown): value is Score {
  const { name, score } = (value ?? {}) as Partial<Record<keyof Score, unknown>>;
  const named = typeof name === 'string' && name !== '' && name.length <= longestName && name.isWellFormed();
  return named && !name.includes('\0') && typeof score === 'number' && Number.isFinite(score);
}
