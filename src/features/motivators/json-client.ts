// HTTP client for JSON with a time limit, a size limit and a circuit breaker.
import { getTraceparent, inSpan, markFailed, type Span } from '../../platform/telemetry/spans.ts';

const maxBytes = 100_000;
const maxConsecutiveFailures = 5;
const cooldownMs = 10_000;

/** A mark of the byte order is skipped; invalid bytes are no text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Client errors that concern every request: the token, the time and the rate. */
const serviceRefusals = new Set([401, 408, 429]);

/** The service answers, but not this request. */
class RequestRefused extends Error {}

/**
 * Creates a client for one service. After five consecutive failures it sends no requests for ten seconds; then one request
 * tests the service. A refusal of one request is no failure of the service.
 *
 * @param withinMs limit of a request, including the response
 * @returns fetches JSON in UTF-8, from a response with status 200: undefined for a 404, which no JSON is; throws for every other failure. `template` names the resource in traces, no ids
 */
export function createJsonClient(withinMs: number) {
  let failures = 0;
  let retryAt = 0;
  return async (url: string, template: string, init: RequestInit = {}): Promise<unknown> => {
    if (failures >= maxConsecutiveFailures) {
      if (performance.now() < retryAt) throw new Error('The circuit breaker is open after several failures.');
      retryAt = performance.now() + cooldownMs; // this request tests the service, others still fail
    }
    try {
      const json = await inSpan(...describeRequest(url, template, init), (span) =>
        fetchJson(span, url, { ...init, redirect: 'error', signal: AbortSignal.timeout(withinMs) }),
      );
      failures = 0;
      return json;
    } catch (error) {
      if (error instanceof RequestRefused) failures = 0;
      else failures += 1;
      retryAt = performance.now() + cooldownMs;
      throw error;
    }
  };
}

function describeRequest(url: string, template: string, { method = 'GET' }: RequestInit) {
  const { hostname } = new URL(url);
  const attributes = { 'http.request.method': method, 'server.address': hostname, 'url.template': template };
  return [`${method} ${template}`, { kind: 'client', attributes }] as const;
}

async function fetchJson(span: Span, url: string, init: RequestInit): Promise<unknown> {
  const headers = new Headers(init.headers);
  if (span.isRecording()) headers.set('traceparent', getTraceparent(span));
  const response = await fetch(url, { ...init, headers });
  span.setAttribute('http.response.status_code', response.status);
  if (response.status >= 400) markFailed(span, String(response.status));
  if (response.status === 200) return parseJson(await readBody(response)); // 203 is another's answer, and 206 a part of one
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  const isRefusal = response.status >= 400 && response.status < 500 && !serviceRefusals.has(response.status);
  throw new (isRefusal ? RequestRefused : Error)(`The response has status ${response.status}.`);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Error('The response is not JSON in UTF-8.'); // the parser's message would quote the response
  }
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error('The response is too large.'); // leaving the loop ends the transfer
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
