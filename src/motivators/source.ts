// The external provider of motivators, reduced to one question: what are this person's scores?
import { createJsonClient } from './json-client.ts';

/** As the provider names and scores it; names are data, not a list of ours. */
export type Score = { name: string; score: number };
export type MotivatorsProvider = {
  /**
   * Somebody's scores, or null when the provider does not know them.
   *
   * @throws {Error} within 1.5 s, when there is no good answer
   */
  fetchScores(userId: string): Promise<Score[] | null>;
};

const withinMs = 1_500;
const maxScores = 100;
const maxNameLength = 100;

/**
 * Opens the provider: `GET <url>/people/<userId>/motivators` answers `{"motivators": [{"name", "score"}]}`, or 404.
 * Another provider's ways would be put here, and nowhere else.
 */
export function openMotivatorsProvider(url: string, token?: string): MotivatorsProvider {
  const source = createJsonClient(withinMs);
  const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return {
    async fetchScores(userId) {
      const answer = await source(`${url}/people/${userId}/motivators`, { headers });
      if (answer === null) return null;
      const { motivators } = answer as { motivators?: unknown };
      if (!Array.isArray(motivators) || motivators.length > maxScores || !motivators.every(isScore)) {
        throw new Error('The provider of motivators answered in another shape.');
      }
      return motivators.map(({ name, score }) => ({ name, score }));
    },
  };
}

function isScore(value: unknown): value is Score {
  const { name, score } = (value ?? {}) as Partial<Record<keyof Score, unknown>>;
  const hasValidName = typeof name === 'string' && name !== '' && name.length <= maxNameLength && name.isWellFormed();
  return hasValidName && !name.includes('\0') && typeof score === 'number' && Number.isFinite(score);
}
