// A stand-in for the external provider of motivators: real HTTP, made-up scores, and faults on demand.
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portFrom } from './ports.ts';

/** How it behaves: as it should, knowing nobody, or broken in one of these ways. */
const behaviours = ['good', 'unknown', 'failing', 'silent', 'huge', 'garbled', 'misshapen'] as const;
export type Behaviour = (typeof behaviours)[number];

export type MotivatorsSandbox = {
  url: string;
  /** How many questions it was asked. */
  requests: () => number;
  behave: (how: Behaviour) => void;
  stop: () => Promise<void>;
};

const names = ['altruism', 'autonomy', 'competition', 'feedback', 'financial needs', 'innovation', 'progress'];
names.push('rationality', 'security', 'social relationships', 'status');

/** The eleven motivators of a person: the same scores from 0 to 100 each time. */
export function sandboxScores(userId: string): { name: string; score: number }[] {
  return names.map((name) => ({
    name,
    score: createHash('sha256').update(`${userId} ${name}`).digest().readUInt32BE() % 101,
  }));
}

/**
 * Starts it in this process on 127.0.0.1, at MOTIVATORS_PORT or a free port. It answers
 * `GET /people/<userId>/motivators`; `PUT /behaviour/<behaviour>` tells it to fail, or to be good again.
 */
export async function startMotivators(): Promise<MotivatorsSandbox> {
  let behaviour: Behaviour = 'good';
  let requests = 0;
  const server = createServer((request, response) => {
    const [, userId] = /^\/people\/([\w-]+)\/motivators$/.exec(request.url ?? '') ?? [];
    const [, wanted] = /^\/behaviour\/(\w+)$/.exec(request.url ?? '') ?? [];
    const known = behaviours.find((one) => one === wanted);
    if (request.method === 'PUT' && known) {
      behaviour = known;
      return void response.writeHead(204).end();
    }
    if (!userId) return void response.writeHead(404).end();
    requests += 1;
    answer(response, behaviour, userId);
  });
  const port = await portFrom('MOTIVATORS_PORT');
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    behave: (how) => void (behaviour = how),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, behaviour: Behaviour, userId: string): void {
  if (behaviour === 'silent') return;
  if (behaviour === 'failing' || behaviour === 'unknown') {
    return void response.writeHead(behaviour === 'failing' ? 500 : 404).end();
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if (behaviour === 'huge') return void response.end(`{"motivators":"${'x'.repeat(10_000_000)}"}`);
  if (behaviour === 'garbled') return void response.end('Garbled: {"motivators": [');
  if (behaviour === 'misshapen') return void response.end('{"motivators": [{"name": "status", "score": "high"}]}');
  response.end(JSON.stringify({ motivators: sandboxScores(userId) }));
}
