// Asks another service for JSON: within a time, up to a size, and not at all while it is known to be down.

const maxBytes = 100_000;
const maxConsecutiveFailures = 5;
const cooldownMs = 10_000;

export type JsonClient = (url: string, init?: RequestInit) => Promise<unknown>;

/**
 * Opens a source. After five failures in a row it is left alone for ten seconds, and then tried by one question.
 *
 * @param withinMs for the whole answer
 * @returns asks for the JSON at an address: null when there is nothing (404); throws when there is no good answer
 */
export function createJsonClient(withinMs: number): JsonClient {
  let failures = 0;
  let retryAt = 0;
  return async (url, init = {}) => {
    if (failures >= maxConsecutiveFailures) {
      if (performance.now() < retryAt) throw new Error('It is left alone for a while, after several failures.');
      retryAt = performance.now() + cooldownMs; // this question tries it; the others go on waiting
    }
    try {
      const answer = await fetchJson(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(withinMs) });
      failures = 0;
      return answer;
    } catch (error) {
      failures += 1;
      retryAt = performance.now() + cooldownMs;
      throw error;
    }
  };
}

async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  if (response.ok) return parseJson(await readBody(response));
  await response.body?.cancel();
  if (response.status === 404) return null;
  throw new Error(`It answered ${response.status}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('It answered what is no JSON.'); // the parser's own words quote what it read
  }
}

async function readBody({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new Error('Its answer is too large.'); // leaving the loop ends the transfer
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
