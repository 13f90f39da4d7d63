// A receiver of webhooks: a real HTTP server on this machine that keeps what it gets and answers as the test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { listenLocally } from '../../scripts/stack/ports.ts';

export type ReceivedEvent = {
  id: string;
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: { subject?: { type: string; id: string }; changed?: string[] } };
};
/** Answers a request: a status, or a function that does as it likes. */
type ReceiverAnswer = number | ((request: IncomingMessage, response: ServerResponse) => void);
export type Receiver = {
  url: string;
  /** Everything that arrived, also what was answered with an error. */
  received: ReceivedEvent[];
  answer(how: (event: ReceivedEvent) => ReceiverAnswer): void;
  /** The types that arrived, in order. */
  types(): string[];
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  let decide: (event: ReceivedEvent) => ReceiverAnswer = () => 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const event = {
        id: headers['webhook-id'] ?? '',
        headers,
        body,
        event: JSON.parse(body) as ReceivedEvent['event'],
      };
      received.push(event);
      const answer = decide(event);
      if (typeof answer === 'function') answer(request, response);
      else response.writeHead(answer).end();
    });
  });
  const { url, stop } = await listenLocally(server);
  return {
    url: `${url}/hook`,
    received,
    answer: (how) => void (decide = how),
    types: () => received.map(({ event }) => event.type),
    close: stop,
  };
}

/** Verifies an event with the library of Standard Webhooks. @throws {Error} unless the secret signed it */
export const verify = (secret: string, { body, headers }: ReceivedEvent): unknown =>
  new Webhook(secret).verify(body, headers);
