// Client of the external provider of motivators.
import { createJsonClient } from './json-client.ts';

/** A motivator as the provider names and scores it. The service has no list of names. */
export type Score = { name: string; score: number };
export type MotivatorsProvider = ReturnType<typeof openMotivatorsProvider>;

const withinMs = 1_500;
const maxScores = 100;
const maxNameLength = 100;

/**
 * Opens the provider: `GET <url>/people/<userId>/motivators` returns `{"motivators": [{"name", "score"}]}`, or 404.
 * Only this function knows the format of the provider.
 */
export function openMotivatorsProvider(url: string, token?: string) {
  const fetchJson = createJsonClient(withinMs);
  const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return {
    /**
     * Fetches a person's scores; null if the provider does not know the person.
     *
     * @throws {Error} within 1.5 s, if the response is missing or invalid
     */
    async fetchScores(userId: string): Promise<Score[] | null> {
      const response = await fetchJson(`${url}/people/${userId}/motivators`, '/people/{userId}/motivators', {
        headers,
      });
      if (response === null) return null;
      const { motivators } = response as { motivators?: unknown };
      if (!Array.isArray(motivators) || motivators.length > maxScores || !motivators.every(isScore)) {
        throw new Error('The response of the provider of motivators has an unexpected format.');
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
