// Requests as they go over the wire: any bytes and any headers, also those that fetch would refuse or tidy up.
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';

export type Sent = { status: number; headers: IncomingHttpHeaders; text: string; body: unknown };
export type Wire = {
  method?: string;
  headers?: Record<string, string>;
  /** Text or bytes go with their length; pieces go chunked, without one. */
  body?: string | Buffer | Buffer[];
};

/** Sends one request on a connection of its own; the path is sent as it is. */
export function send(url: string, path: string, { method = 'GET', headers = {}, body }: Wire = {}): Promise<Sent> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const isJson = answer.headers['content-type']?.startsWith('application/json');
        const json = isJson && !answer.headers['content-encoding'] && text;
        const parsed: unknown = json ? JSON.parse(text) : undefined;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: parsed });
      });
    });
    asked.on('error', reject);
    if (Array.isArray(body)) for (const piece of body) asked.write(piece);
    asked.end(Array.isArray(body) ? undefined : body);
  });
}

/** A bare connection to the service. */
export async function socketTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Writes text on a bare connection and reads the answer until the service ends it. */
export async function sendRaw(url: string, text: string): Promise<Sent> {
  const socket = await socketTo(url);
  socket.write(text);
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  return parseAnswer(answer);
}

/** An answer as it came over the wire, with a body of JSON or none. */
export function parseAnswer(answer: string): Sent {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
  );
  return { status: Number(line.split(' ')[1]), headers, text: body, body: body && JSON.parse(body) };
}

/** Expects `{code, message}`, exactly two keys, and a 401 or 503 with the header that belongs to it. */
export function expectRefusal({ status, headers, body }: Sent, wanted: number, code: string): string {
  expect({ status, ...(body as object) }).to.include({ status: wanted, code });
  expect(body).to.have.all.keys('code', 'message');
  expect(headers['content-type'], 'as the document names it: generated clients compare it').to.equal(
    'application/json',
  );
  if (wanted === 401)
    expect(headers['www-authenticate']).to.match(/^Bearer (error="invalid_token", .*)?resource_metadata="http/);
  if (wanted === 503) expect(headers['retry-after']).to.match(/^[1-9]\d*$/);
  const { message } = body as { message: string };
  expect(message).to.be.a('string').with.length.above(10);
  return message;
}
