// What a misbehaving tenant does in the part `neighbours`: one table, each entry a name and a function.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { maxGoals } from '../../../src/features/goals/rules.ts';
import { exportPeople } from '../../../src/features/organisation/import/export.ts';
import { toAssistantsPath } from '../../../src/platform/http/addresses.ts';
import { addWeeks, getCurrentMonday } from '../../../src/platform/time/weeks.ts';
import { letAssistants } from './assistants.ts';
import { createChart } from './chart.ts';
import { sized } from './form.ts';
import { createImporter, importPeople } from './imports.ts';
import { sendSteadily, type Kind } from './load.ts';
import type { Population } from './population.ts';
import type { Bench } from './service.ts';
import { readSlowly } from './slow-client.ts';

/** `misbehave` ends soon after `signal` aborts. */
export type Misbehaviour = { name: string; misbehave: (signal: AbortSignal) => Promise<unknown> };
export type Crowd = { tenantId: string; root: string; everyone: string[] };

const crowdSize = sized(20_000, 1_000);
const nominators = sized(900, 50);
const nominationsEach = 20;

/** Writes a tenant of 20,000 people. */
export async function populateCrowd({ graph }: Bench): Promise<Crowd> {
  const chart = createChart();
  const root = chart.addPerson();
  const { head, below } = chart.tree(crowdSize - 2, root);
  const { tenantId } = await chart.write(graph);
  return { tenantId, root, everyone: [root, head, ...below] };
}

/**
 * Lists what the tenants do.
 *
 * @param url of the API
 * @param loud a tenant of a thousand people
 */
export async function listMisbehaviours(
  bench: Bench,
  url: string,
  loud: Population,
  crowd: Crowd,
): Promise<Misbehaviour[]> {
  const by = await bench.token(loud.tenantId, loud.root);
  const byCrowd = await bench.token(crowd.tenantId, crowd.root);
  const requests = (connections: number, name: string, kinds: Kind[]): Misbehaviour => ({
    name: `${connections} × ${name}`,
    misbehave: (signal) => sendSteadily({ url, kinds, perSecond: null, connections, signal }),
  });
  const reads = (connections: number, name: string, path: string, token = by): Misbehaviour =>
    requests(connections, name, [{ name, method: 'GET', path: `/v1${path}`, token }]);
  const loops = (count: number, name: string, work: () => Promise<unknown>): Misbehaviour => ({
    name: `${count} × ${name}`,
    misbehave: (signal) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          while (!signal.aborted) await work();
        }),
      ),
  });

  const plan = await planMoves(`${url}/v1/admin/org-plans`, byCrowd, crowd);
  const { upload } = await createImporter({ url: `${url}/v1`, token: by }, loud.root);
  const csv: string[] = [];
  await exportPeople(bench.graph, crowd.tenantId, 'csv', (text) => Promise.resolve(void csv.push(text)));
  let turn = 0;
  const importCrowd = async (): Promise<void> => {
    turn += 1;
    await importPeople({ url: `${url}/v1`, token: byCrowd }, csv.join('').replaceAll(',Job ', `,Job ${turn}.`));
  };
  return [
    {
      name: 'nothing: two busy loops outside of the service',
      misbehave: async (signal) => {
        const loops = [1, 2].map(() => spawn(process.execPath, ['--eval', 'for (;;);']));
        await once(signal, 'abort');
        for (const loop of loops) loop.kill();
      },
    },
    requests(4, 'batches of 700 evaluations', [await evaluations(bench, loud)]),
    reads(4, 'boards of 600 long goals', `/goals/board?userId=${loud.leaf}`),
    reads(12, 'searches', '/users?search=pe&limit=200'),
    reads(8, 'chains of 1,000 people', `/org/users/${loud.root}/chain`),
    reads(4, 'organisation reports', '/reports/org'),
    requests(12, 'nominations', await nominations(bench, crowd)),
    requests(2, 'dispatches to 900 people', [await dispatches(bench, crowd)]),
    loops(4, 'uploads of profile PDFs', upload),
    reads(4, 'previews of plans of 10,000 moves', `${plan}/preview`, byCrowd),
    reads(4, 'pages of their sight', `${plan}/preview/sight?limit=200`, byCrowd),
    reads(8, 'charts of 20,000 people', '/org/chart', byCrowd),
    requests(8, 'the largest call of an assistant', [await callOfAssistant(`${url}/v1`, byCrowd, crowd)]),
    {
      name: '50 × slow readers of that chart',
      misbehave: (signal) =>
        Promise.all(Array.from({ length: 50 }, () => readSlowly(`${url}/v1/org/chart`, byCrowd, signal))),
    },
    loops(4, 'exports of 20,000 people', () =>
      exportPeople(bench.graph, crowd.tenantId, 'csv', () => Promise.resolve()),
    ),
    loops(1, 'imports of 20,000 changed people', importCrowd),
  ];
}

async function evaluations({ token }: Bench, { tenantId, leaf }: Population): Promise<Kind> {
  const question = {
    subject: { type: 'user', id: leaf },
    action: { name: 'summaries:read' },
    evaluations: Array.from({ length: 700 }, () => ({ resource: { type: 'user', id: randomUUID() } })),
  };
  const by = await token(tenantId, 'service:portal', 'access:evaluate');
  return { name: 'evaluations', method: 'POST', path: '/access/v1/evaluations', bodies: [question], token: by };
}

/** The chart of everybody: its answer is read up to the bound of what is read for an assistant. */
async function callOfAssistant(api: string, token: string, { tenantId }: Crowd): Promise<Kind> {
  await letAssistants(api, token);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getOrgChart', arguments: {} } };
  const accept = 'application/json, text/event-stream';
  const path = toAssistantsPath(`bench-${tenantId}`);
  return { name: 'assistant', method: 'POST', path, bodies: [body], token, accept };
}

/** Each person nominates as many people as they may. */
async function nominations({ token }: Bench, { tenantId, everyone }: Crowd): Promise<Kind[]> {
  const nominees = everyone.slice(-nominationsEach);
  const bodies = nominees.map((nomineeUserId) => ({ nomineeUserId, reason: 'x'.repeat(200) }));
  const path = '/v1/mvp/nominations/individual';
  const createKind = async (id: string): Promise<Kind> => ({
    name: 'nomination',
    method: 'POST',
    path,
    bodies,
    token: await token(tenantId, id),
  });
  return Promise.all(everyone.slice(0, nominators).map(createKind));
}

async function dispatches({ token }: Bench, { tenantId, everyone }: Crowd): Promise<Kind> {
  const payload = { title: 'Fire drill', body: 'At ten.' };
  const body = { type: 'announcement', recipientUserIds: everyone.slice(0, 900), payload };
  const by = await token(tenantId, 'service:intranet', 'notifications:dispatch');
  return { name: 'dispatch', method: 'POST', path: '/v1/notifications/dispatch', bodies: [body], token: by };
}

/** Drafts a plan that moves half of the people below others. Returns its path. */
async function planMoves(plans: string, token: string, { everyone }: Crowd): Promise<string> {
  const leaves = everyone.slice(-crowdSize / 2);
  const moves = leaves.map((userId, at) => ({ userId, managerId: everyone[at % 1_000] }));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Benchmark', moves });
  const response = await fetch(plans, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`A plan was answered ${response.status}: ${await response.text()}`);
  return `/admin/org-plans/${((await response.json()) as { id: string }).id}`;
}

/** Gives a person as many and as long goals as the three weeks of a board can have. */
export async function fillBoard({ graph }: Bench, { tenantId, leaf }: Population): Promise<void> {
  const thisWeek = getCurrentMonday(new Date().toISOString(), 'UTC');
  await graph.statement(
    `MATCH (owner:User {tenantId: $tenantId, id: $leaf})
     UNWIND $weeks AS week
     UNWIND range(1, toInteger($maxGoals)) AS n
     CREATE (owner)-[:OWNS]->(goal:Goal {
       tenantId: $tenantId, id: randomUUID(), userId: $leaf, title: 'Goal ' + n, description: $description,
       type: 'personal', status: 'active', weekStart: date(week), dateSet: datetime() + duration({seconds: n})
     })
     SET goal:$('T_' + replace($tenantId, '-', ''))`,
    {
      tenantId,
      leaf,
      weeks: [-1, 0, 1].map((weeks) => addWeeks(thisWeek, weeks)),
      maxGoals,
      description: 'x'.repeat(10_000),
    },
  );
}
