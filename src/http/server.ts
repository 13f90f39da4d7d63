// The HTTP server around the application: its limits of time, and answers to what never becomes a request.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type Koa from 'koa';
import { getMessage, getStatus, type ErrorCode } from '../errors.ts';
import { lingerMs } from './respond.ts';

/** A property of Node's server that its types leave out. */
type HalfOpen = Server & { httpAllowHalfOpen: boolean };

const defaultLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  /** How often Node looks for requests that are over their limit. */
  connectionsCheckingInterval: 2_000,
};

export type LoadGuard = { isOverloaded: () => boolean; countRefusal: () => void };
export type ServerOptions = { limits?: typeof defaultLimits; loadGuard?: LoadGuard };
const acceptAll: LoadGuard = { isOverloaded: () => false, countRefusal: () => undefined };
const exemptPaths = new Set(['/livez', '/readyz', '/metrics']);
const overloadedBody = JSON.stringify({ code: 'OVERLOADED', message: getMessage('OVERLOADED') });
const overloadedHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(overloadedBody),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Retry-After': '1',
};

/**
 * A server for the application. What HTTP itself refuses is answered as `{code, message}` too.
 *
 * @param options.loadGuard `isOverloaded` asks whether to refuse a request before it costs anything, `countRefusal` is told of
 *   each that is refused; health checks and metrics always come in
 */
export function createHttpServer(
  app: Koa,
  { limits = defaultLimits, loadGuard = acceptAll }: ServerOptions = {},
): Server {
  const callback = app.callback();
  const responses = new WeakMap<Socket, ServerResponse>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    responses.set(request.socket, response);
    if (!loadGuard.isOverloaded() || exemptPaths.has(request.url ?? '')) return void callback(request, response);
    loadGuard.countRefusal();
    response.writeHead(503, { ...overloadedHeaders, 'X-Request-Id': randomUUID() }).end(overloadedBody);
  };
  // Node would refuse a missing Host or an odd Expect without a body; the application has the words for it.
  const server = createServer({ ...limits, requireHostHeader: false }, handle);
  (server as HalfOpen).httpAllowHalfOpen = true; // whoever sends no more may still wait for the answer
  server.on('checkExpectation', handle);
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (refused.has(socket)) return; // what still comes after a fault is faulty, too
    refused.add(socket);
    const response = responses.get(socket);
    const isAnswering = response?.headersSent && !response.writableFinished; // a second answer would end up in the first
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy();
    socket.end(buildParserErrorResponse(parserErrorCodes[error.code ?? ''] ?? 'VALIDATION_ERROR'));
    setTimeout(() => socket.destroy(), lingerMs).unref(); // the client may never close its side
  });
  return server;
}

function buildParserErrorResponse(code: ErrorCode): string {
  const body = JSON.stringify({ code, message: getMessage(code) });
  return (
    `HTTP/1.1 ${getStatus(code)} Refused\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`
  );
}

/** Faults that the HTTP parser finds before there is a request. */
const parserErrorCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
