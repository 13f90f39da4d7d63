// The HTTP server around the application: its limits of time, and answers to what never becomes a request.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type Koa from 'koa';
import { messageOf, statusOf, type ErrorCode } from '../errors.ts';

/** A property of Node's server that its types leave out. */
type HalfOpen = Server & { httpAllowHalfOpen: boolean };

const limits = { requestTimeout: 30_000, headersTimeout: 10_000 };

export type Door = { isOverloaded: () => boolean; countRefusal: () => void };
const alwaysOpen: Door = { isOverloaded: () => false, countRefusal: () => undefined };
const alwaysAnswered = new Set(['/livez', '/readyz', '/metrics']);
const overloadedBody = JSON.stringify({ code: 'OVERLOADED', message: messageOf('OVERLOADED') });
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
 * @param door `isOverloaded` asks whether to refuse a request before it costs anything, `countRefusal` is told of each that
 *   is refused; health checks and metrics always come in
 */
export function serverOf(app: Koa, { isOverloaded, countRefusal }: Door = alwaysOpen): Server {
  const callback = app.callback();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (!isOverloaded() || alwaysAnswered.has(request.url ?? '')) return void callback(request, response);
    countRefusal();
    response.writeHead(503, { ...overloadedHeaders, 'X-Request-Id': randomUUID() }).end(overloadedBody);
  };
  // Node would refuse a missing Host or an odd Expect without a body; the application has the words for it.
  const server = createServer({ ...limits, requireHostHeader: false }, handle);
  (server as HalfOpen).httpAllowHalfOpen = true; // whoever sends no more may still wait for the answer
  server.on('checkExpectation', handle);
  server.on('clientError', answerParserError);
  return server;
}

/** Answers what the HTTP parser refuses before there is a request. */
export function answerParserError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = parserCodes[error.code ?? ''] ?? 'VALIDATION_ERROR';
  const body = JSON.stringify({ code, message: messageOf(code) });
  socket.end(
    `HTTP/1.1 ${statusOf(code)} Refused\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

const parserCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
