// The HTTP server around the application: timeouts, load shedding, its connections, and error responses to requests that
// cannot be parsed.
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { ApiError, fail, getMessage, getStatus, type ErrorCode } from '../../errors.ts';
import { buildCorsHeaders, type Origins } from '../caller/cors.ts';
import { createHealthRoutes, healthPaths, type Health } from './health.ts';
import { buildErrorBody, handleErrors } from '../response/errors.ts';
import { chooseRequestId } from './request-log.ts';
import { connection } from '../../limits.ts';

/** A property of Node's server that its types omit. */
type HalfOpen = Server & { httpAllowHalfOpen: boolean };

const defaultLimits = {
  headersTimeout: connection.headersMs,
  requestTimeout: connection.requestMs,
  keepAliveTimeout: connection.idleMs,
  /** How often Node checks for requests that exceed these limits. */
  connectionsCheckingInterval: 2_000,
};

type LoadGuard = { isOverloaded: () => boolean; countRefusal: () => void };
export type ServerOptions = {
  limits?: typeof defaultLimits;
  loadGuard?: LoadGuard;
  /** Of web pages that may call the API. */
  origins?: Origins;
};
const acceptAll: LoadGuard = { isOverloaded: () => false, countRefusal: () => undefined };
/**
 * Creates the server. Requests that Node's HTTP parser refuses are also answered as `{code, message}`.
 *
 * @param options.loadGuard decides whether to refuse a request before it is parsed, and counts refusals; health checks
 *   and metrics are always admitted
 */
export function createHttpServer(
  app: Koa,
  { limits = defaultLimits, loadGuard = acceptAll, origins = new Set() }: ServerOptions = {},
): Server {
  const callback = app.callback();
  const responses = new WeakMap<Socket, ServerResponse>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    responses.set(request.socket, response);
    if (!loadGuard.isOverloaded() || isHealthCheck(request)) return void callback(request, response);
    loadGuard.countRefusal();
    refuseOverloaded(request, response, buildCorsHeaders(origins, request.headers));
  };
  // Node would refuse a missing Host or an unknown Expect without a body, so the application checks these.
  const server = createServer({ ...limits, requireHostHeader: false }, handle);
  (server as HalfOpen).httpAllowHalfOpen = true; // a client that closed its sending side may still wait for the response
  server.on('checkExpectation', handle);
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (refused.has(socket)) return; // data after a parse error causes further errors
    refused.add(socket);
    const response = responses.get(socket);
    const isResponding = response?.headersSent && !response.writableFinished; // a second response would corrupt the first
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding) return void socket.destroy();
    socket.end(buildParserErrorResponse(parserErrorCodes[error.code ?? ''] ?? 'VALIDATION_ERROR'));
    setTimeout(() => socket.destroy(), connection.lingerMs).unref(); // the client may never close its side
  });
  return server;
}

/**
 * Creates a server that serves `/livez`, `/readyz` and `/metrics` only. Node accepts one connection of each server when its
 * event loop turns, so a probe at this server does not wait behind the connections of clients at another one.
 */
export function createHealthServer(health: Health, log: Logger): Server {
  const app = new Koa();
  app.use(handleErrors(log));
  app.use(createHealthRoutes(health).routes());
  return createHttpServer(app);
}

/** Asks clients for other connections once the process is `stopping`. */
export function closeConnectionsWhile(stopping: () => boolean): Middleware {
  return async (ctx, next) => {
    await next();
    if (stopping()) ctx.set('Connection', 'close');
  };
}

/** HTTP/1.1 requires one Host header (RFC 9112, 3.2). Node would refuse without a response body. */
export const requireHost: Middleware = async (ctx, next) => {
  const { host = [] } = ctx.req.headersDistinct;
  if (host.length > 1 || (ctx.req.httpVersion === '1.1' && host.length === 0))
    fail('VALIDATION_ERROR', 'Send one Host header.');
  await next();
};

const isHealthCheck = ({ url = '' }: IncomingMessage): boolean => healthPaths.has(url.replace(/\?.*/, ''));

function refuseOverloaded(request: IncomingMessage, response: ServerResponse, corsHeaders: OutgoingHttpHeaders): void {
  const sentId = request.headers['x-request-id'];
  const { requestId, header } = chooseRequestId(typeof sentId === 'string' ? sentId : '', request.url ?? '');
  const { type, text } = buildErrorBody(new ApiError('OVERLOADED'), request.headers.accept ?? '', requestId);
  const headers = {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': header,
    'Retry-After': '1',
    ...corsHeaders,
  };
  response.writeHead(503, headers).end(text);
}

function buildParserErrorResponse(code: ErrorCode): string {
  const body = JSON.stringify({ code, message: getMessage(code) });
  return (
    `HTTP/1.1 ${getStatus(code)} Refused\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`
  );
}

/** Error codes for requests that the HTTP parser refuses. */
const parserErrorCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
