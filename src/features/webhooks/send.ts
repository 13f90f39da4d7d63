// Signs an event and sends it to a receiver that a customer chose.
import { Webhook } from 'standardwebhooks';
import {
  createRequestStarter,
  findUrlFault,
  isRefusedAddress,
  type OutsideOptions,
} from '../../platform/lib/outside-addresses.ts';
import { inSpan, markFailed } from '../../platform/telemetry/spans.ts';

type SendError = 'TIMED_OUT' | 'ADDRESS_REFUSED' | 'CONNECTION_FAILED';
/** The status of the receiver with its `Retry-After`, or why there is none. */
export type Sent = { httpStatus: number; retryAfter?: string } | { error: SendError };
export type Send = (url: string, headers: Record<string, string>, body: string) => Promise<Sent>;
export type SendOptions = Omit<OutsideOptions, 'timeoutMs'> & { timeoutMs?: number };

const defaultTimeoutMs = 15_000;

/** The headers of an event (Standard Webhooks 1.0.0), signed with each of the secrets. */
export function signEvent(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** Creates the function that sends. */
export function createSender({ timeoutMs = defaultTimeoutMs, ...options }: SendOptions): Send {
  const start = createRequestStarter(options);

  const post = (url: URL, headers: Record<string, string>, body: string): Promise<Sent> =>
    new Promise((resolve) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const request = start(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'team-check-in-webhooks/1.0',
        },
        signal,
      });
      request.on('response', (response) => {
        const { statusCode = 0, headers: answered } = response;
        const retryAfter = answered['retry-after'];
        resolve({ httpStatus: statusCode, ...(retryAfter !== undefined && { retryAfter }) });
        response.destroy(); // the body is of no interest
      });
      request.on('upgrade', ({ statusCode = 0 }, socket) => {
        resolve({ httpStatus: statusCode });
        socket.destroy();
      });
      request.on('error', (error) => resolve({ error: classify(error, signal) }));
      // A connection can end without an answer and without an error; later than either, this has no effect.
      request.on('close', () => resolve({ error: signal.aborted ? 'TIMED_OUT' : 'CONNECTION_FAILED' }));
      request.end(body);
    });

  return async (text, headers, body) => {
    if (findUrlFault(text, options) !== null) return { error: 'ADDRESS_REFUSED' };
    const url = new URL(text);
    // The path and query may be secrets of the receiver.
    const attributes = { 'http.request.method': 'POST', 'server.address': url.hostname };
    return inSpan('POST', { kind: 'client', attributes }, async (span) => {
      const sent = await post(url, headers, body);
      if ('error' in sent) markFailed(span, sent.error);
      else {
        span.setAttribute('http.response.status_code', sent.httpStatus);
        if (sent.httpStatus >= 400) markFailed(span, String(sent.httpStatus));
      }
      return sent;
    });
  };
}

function classify(error: Error, signal: AbortSignal): SendError {
  if (signal.aborted) return 'TIMED_OUT';
  return isRefusedAddress(error) ? 'ADDRESS_REFUSED' : 'CONNECTION_FAILED';
}
