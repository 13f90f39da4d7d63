// Client of the external provider of motivators.
import { cleanName, toNameKey } from '../../platform/lib/names.ts';
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
      if (response === undefined) return null;
      const { motivators } = (response ?? {}) as { motivators?: unknown };
      if (
        !Array.isArray(motivators) ||
        motivators.length > maxScores ||
        !motivators.every(isScore) ||
        !areDistinct(motivators)
      ) {
        throw new Error('The response of the provider of motivators has an unexpected format.');
      }
      return motivators.map(({ name, score }) => ({ name: cleanName(name), score }));
    },
  };
}

/** Characters that nobody sees, but for joiners and the selectors of emoji; and a word with letters of scripts that look alike. */
const joiner = String.raw`[\u200c\u200d]|[\ufe0e]|[\ufe0f]`;
const unseen = String.raw`(?!${joiner})[\p{Cc}\p{Co}\p{Cn}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
const [latin, alike] = [String.raw`\p{sc=Latin}\p{M}*`, String.raw`[\p{sc=Cyrillic}\p{sc=Greek}]\p{M}*`];
const misleading = new RegExp(`${unseen}|${latin}${alike}|${alike}${latin}`, 'v');
const highestScore = 100;

/** A name that can be seen and read as it is written, with a score from 0 to 100. */
function isScore(value: unknown): value is Score {
  const { name, score } = (value ?? {}) as Partial<Record<keyof Score, unknown>>;
  if (typeof name !== 'string' || name.length > maxNameLength || !name.isWellFormed()) return false;
  if (!/[\p{L}\p{N}]/u.test(cleanName(name)) || misleading.test(name)) return false;
  return typeof score === 'number' && score >= 0 && score <= highestScore;
}

const areDistinct = (scores: readonly Score[]): boolean =>
  new Set(scores.map(({ name }) => toNameKey(name))).size === scores.length;
