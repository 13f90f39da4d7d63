// The part `assistants`: calls of tools beside the requests that they make, by one client, in the tenant of 100,000 people.
import { randomUUID } from 'node:crypto';
import { toAssistantsPath } from '../../../src/platform/http/addresses.ts';
import { sized } from './form.ts';
import { measureAlternating, type RequestSpec, type Target } from './measure.ts';
import { logProgress } from './progress.ts';
import { createReads, signTokens, type Caller } from './request-specs.ts';
import { untilReady } from './service.ts';
import type { Suite } from './suite.ts';
import { printHeading, printRatios } from './tables.ts';

const turns = sized(500, 30);
const aim = '≤ 1.15 × its endpoint';
const revision = '2026-07-28';

/** Measures and prints. */
export async function measureAssistants(suite: Suite): Promise<void> {
  const population = await suite.large();
  const server = await suite.startServer();
  const root = await suite.targetRoot(server.url, population);
  const target: Target = { url: new URL(server.url).origin, token: root.token };
  await untilReady(target.url);
  await letAssistants(server.url, root.token);
  const managers = await signTokens(suite, population.tenantId, population.managersOfEight);
  const address = toAssistantsPath(`bench-${population.tenantId}`);
  const [summary, , digest, , board] = createReads(population, managers).map(toVersioned);
  const pairs: [RequestSpec | undefined, RequestSpec][] = [
    [
      summary,
      createCall('getSummary', managers, address, ({ summaryIds }, turn) => ({
        summaryId: summaryIds[turn % summaryIds.length],
      })),
    ],
    [digest, createCall('getWeeklyDigest', managers, address, () => ({ weekStart: population.week }))],
    [board, createCall('getBoard', managers, address, () => ({}))],
  ];
  printHeading('Assistants, one client', 'aim');
  for (const [read, call] of pairs) {
    if (!read) throw new Error('There is no such request.');
    logProgress(`assistants: ${call.name}`);
    printRatios(read, read.name, await measureAlternating(target, [read, call], turns), (name) => [
      name === call.name ? aim : '',
    ]);
  }
  await server.stop();
}

/** The same request, sent to an address without the version prefix. */
const toVersioned = (spec: RequestSpec): RequestSpec => ({ ...spec, path: (turn) => `/v1${spec.path(turn)}` });

/** Lets the assistants of a tenant read, as its admin. */
export async function letAssistants(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/admin/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ assistants: 'read' }),
  });
  if (!answer.ok) throw new Error(`assistants: ${answer.status} ${await answer.text()}`);
}

/** Each manager calls a tool in turn, in the newest revision of the protocol. */
function createCall(
  name: string,
  managers: Caller[],
  address: string,
  args: (manager: Caller, turn: number) => object,
): RequestSpec {
  const at = (turn: number): Caller => managers[turn % managers.length] as Caller;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    name: `tool ${name}`,
    method: 'POST',
    path: () => address,
    token: (turn) => at(turn).token,
    headers: () => ({
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    }),
    body: (turn) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: turn,
        method: 'tools/call',
        params: { name, arguments: args(at(turn), turn), _meta: meta },
      }),
  };
}
