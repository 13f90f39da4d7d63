// HTTP client for JSON with a time limit, a size limit and a circuit breaker.

const maxBytes = 100_000;
const maxConsecutiveFailures = 5;
const cooldownMs = 10_000;

export type JsonClient = (url: string, init?: RequestInit) => Promise<unknown>;

/**
 * Creates a client for one service. After five consecutive failures it sends no requests for ten seconds; then one request
 * tests the service.
 *
 * @param withinMs limit of a request, including the response
 * @returns fetches JSON: null for a 404; throws for every other failure
 */
export function createJsonClient(withinMs: number): JsonClient {
  let failures = 0;
  let retryAt = 0;
  return async (url, init = {}) => {
    if (failures >= maxConsecutiveFailures) {
      if (performance.now() < retryAt) throw new Error('The circuit breaker is open after several failures.');
      retryAt = performance.now() + cooldownMs; // this request tests the service, others still fail
    }
    try {
      const json = await fetchJson(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(withinMs) });
      failures = 0;
      return json;
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
  throw new Error(`The response has status ${response.status}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The response is not JSON.'); // the parser's message would quote the response
  }
}

async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error('The response is too large.'); // leaving the loop ends the transfer
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
