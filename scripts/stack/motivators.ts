// A sandbox of the external motivators provider: real HTTP, generated scores, and faults on demand.
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listenLocally, readPort } from './ports.ts';

/** Correct answers, no known people, or one of these faults. */
const behaviours = ['good', 'unknown', 'failing', 'silent', 'huge', 'garbled', 'malformed'] as const;
export type Behaviour = (typeof behaviours)[number];

export type MotivatorsSandbox = {
  url: string;
  requestCount: () => number;
  setBehaviour: (next: Behaviour) => void;
  stop: () => Promise<void>;
};

const names = ['altruism', 'autonomy', 'competition', 'feedback', 'financial needs', 'innovation', 'progress'];
names.push('rationality', 'security', 'social relationships', 'status');

/** Returns the eleven motivators of a person. The same person gets the same scores from 0 to 100. */
export function createSandboxScores(userId: string): { name: string; score: number }[] {
  return names.map((name) => ({
    name,
    score: createHash('sha256').update(`${userId} ${name}`).digest().readUInt32BE() % 101,
  }));
}

/**
 * Starts it in this process on 127.0.0.1, at MOTIVATORS_PORT or a free port. It answers
 * `GET /people/<userId>/motivators`; `PUT /behaviour/<behaviour>` changes its behaviour.
 */
export async function startMotivators(): Promise<MotivatorsSandbox> {
  let behaviour: Behaviour = 'good';
  let requestCount = 0;
  const server = createServer((request, response) => {
    const [, userId] = /^\/people\/([\w-]+)\/motivators$/.exec(request.url ?? '') ?? [];
    const [, requested] = /^\/behaviour\/(\w+)$/.exec(request.url ?? '') ?? [];
    const change = behaviours.find((one) => one === requested);
    if (request.method === 'PUT' && change) {
      behaviour = change;
      return void response.writeHead(204).end();
    }
    if (!userId) return void response.writeHead(404).end();
    requestCount += 1;
    respond(response, behaviour, userId);
  });
  return {
    ...(await listenLocally(server, await readPort('MOTIVATORS_PORT'))),
    requestCount: () => requestCount,
    setBehaviour: (next) => void (behaviour = next),
  };
}

function respond(response: ServerResponse, behaviour: Behaviour, userId: string): void {
  if (behaviour === 'silent') return;
  if (behaviour === 'failing' || behaviour === 'unknown') {
    return void response.writeHead(behaviour === 'failing' ? 500 : 404).end();
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if (behaviour === 'huge') return void response.end(`{"motivators":"${'x'.repeat(10_000_000)}"}`);
  if (behaviour === 'garbled') return void response.end('Garbled: {"motivators": [');
  if (behaviour === 'malformed') return void response.end('{"motivators": [{"name": "status", "score": "high"}]}');
  response.end(JSON.stringify({ motivators: createSandboxScores(userId) }));
}
