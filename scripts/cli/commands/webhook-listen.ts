// checkin webhook listen: a receiver of webhooks at a terminal. It verifies each event and prints it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidArgumentError, type Command } from 'commander';
import { Webhook } from 'standardwebhooks';
import { logToStderr, print } from '../output.ts';

type Options = { secret?: string; status: number; count: number; json?: true };
type Event = {
  type: string;
  timestamp: string;
  data: { subject?: { type: string; id: string }; changed?: string[]; orgRevision?: number };
};

const maxBodyBytes = 64 * 1024;

export function define(command: Command): void {
  command
    .option('--secret <whsec>', 'verify the signatures with this secret; refuse other events with 401')
    .option('--status <code>', 'answer with this status instead of 204, to see what happens', toInteger, 204)
    .option('--count <number>', 'end after so many events', toInteger, Infinity)
    .option('--json', 'print an event as a line of JSON, with its headers')
    .action(async (port: string, options: Options) => {
      const verifier = options.secret === undefined ? null : createVerifier(options.secret, command);
      await listen(toInteger(port), verifier, options);
    });
}

/** Receives events until the process is interrupted, or `count` have come. */
async function listen(port: number, verifier: Webhook | null, { status, count, json }: Options): Promise<void> {
  let remaining = count;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const verdict = judge(verifier, body, headers);
      response.writeHead(verdict === 'invalid' ? 401 : status).end();
      void print(json ? JSON.stringify({ verdict, headers, body }) : describe(verdict, body));
      remaining -= 1;
      if (remaining === 0) server.close();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: actual } = server.address() as AddressInfo;
      logToStderr(`Listening at http://127.0.0.1:${actual}. Stop with Ctrl-C.`);
    });
    server.on('close', resolve);
    process.once('SIGINT', () => {
      server.close();
      server.closeAllConnections();
    });
  });
}

type Verdict = 'valid' | 'invalid' | 'not verified';

function judge(verifier: Webhook | null, body: string, headers: Record<string, string>): Verdict {
  if (!verifier) return 'not verified';
  try {
    verifier.verify(body, headers);
    return 'valid';
  } catch {
    return 'invalid';
  }
}

/** One line: verdict, time, type, subject, changed fields. */
function describe(verdict: Verdict, body: string): string {
  const signature = `signature ${verdict}`;
  try {
    const { type, timestamp, data } = JSON.parse(body) as Event;
    const subject = data.subject ? `${data.subject.type} ${data.subject.id}` : '';
    return [signature, timestamp, type, subject, (data.changed ?? []).join(',')].join('\t').trimEnd();
  } catch {
    return `${signature}\tnot an event`;
  }
}

function createVerifier(secret: string, command: Command): Webhook {
  try {
    return new Webhook(secret);
  } catch {
    return command.error('error: --secret must be a secret such as whsec_…', { exitCode: 2 });
  }
}

function toInteger(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}
