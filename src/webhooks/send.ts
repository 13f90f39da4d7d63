// Sends an event to a receiver that a customer chose: https to public addresses only, each resolved once and checked,
// no redirect.
import http from 'node:http';
import https from 'node:https';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { inSpan, markFailed } from '../telemetry/spans.ts';
import { createLookup } from './lookup.ts';

type SendError = 'TIMED_OUT' | 'ADDRESS_REFUSED' | 'CONNECTION_FAILED';
/** The status of the receiver with its `Retry-After`, or why there is none. */
export type Sent = { httpStatus: number; retryAfter?: string } | { error: SendError };
export type Send = (url: string, headers: Record<string, string>, body: string) => Promise<Sent>;
export type SendOptions = {
  /** Accept http and https to this machine, for tests and the demo. */
  allowLoopback: boolean;
  /** How long the receiver may take to answer, from the resolution of its name on. */
  timeoutMs?: number;
  /** Replace those of the system; `address:port` each. */
  nameServers?: readonly string[];
};

const defaultTimeoutMs = 15_000;
/** The longest name that DNS has. */
const maxHostLength = 253;
const loopback = ['127.0.0.0/8', '::1'];
const loopbackNames = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** What is wrong with the address of a receiver, without resolving its name; null if nothing. */
export function findUrlFault(text: string, { allowLoopback }: Pick<SendOptions, 'allowLoopback'>): string | null {
  if (!URL.canParse(text)) return 'must be an absolute address';
  const url = new URL(text);
  const isLocal = loopbackNames.test(url.hostname);
  const isHttpAllowed = allowLoopback && isLocal && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isHttpAllowed) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password';
  if (url.hash !== '') return 'must not have a fragment';
  if (url.hostname.length > maxHostLength) return `must not have a host of more than ${maxHostLength} characters`;
  if (isLocal) return allowLoopback ? null : 'must not be an address of this machine';
  return isPrivateAddress(url.hostname) ? 'must not be a private address' : null;
}

/**
 * Whether a host is written as an address that is not public. URLs have one spelling of each address, with IPv6 in
 * brackets.
 */
function isPrivateAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ipaddr.parse(address).range() !== 'unicast';
}

/**
 * Creates the function that sends. The agents check every address that the name resolves to in the lookup of the connection
 * itself: a name cannot resolve to another address in between. Addresses that are not public unicast are refused, also
 * IPv4 addresses written as IPv6.
 */
export function createSender({ allowLoopback, timeoutMs = defaultTimeoutMs, nameServers }: SendOptions): Send {
  const filter = { keepAlive: false, allowIPAddressList: allowLoopback ? loopback : [] };
  const lookup = createLookup(nameServers);
  const agents = {
    'http:': new RequestFilteringHttpAgent(filter),
    'https:': new RequestFilteringHttpsAgent(filter),
  };

  const post = (url: URL, headers: Record<string, string>, body: string): Promise<Sent> =>
    new Promise((resolve) => {
      const isHttps = url.protocol === 'https:';
      const signal = AbortSignal.timeout(timeoutMs);
      const request = (isHttps ? https : http).request(url, {
        method: 'POST',
        agent: isHttps ? agents['https:'] : agents['http:'],
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'team-check-in-webhooks/1.0',
        },
        signal,
        lookup,
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
    if (findUrlFault(text, { allowLoopback }) !== null) return { error: 'ADDRESS_REFUSED' };
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
  return / is not allowed\. Because/.test(error.message) ? 'ADDRESS_REFUSED' : 'CONNECTION_FAILED';
}
