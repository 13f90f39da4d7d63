// `npm run bench -- neighbours`: how the people of one tenant fare while another misbehaves, against the same time in quiet.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { getCurrentMonday } from '../../src/rules/weeks.ts';
import { percentile, sendSteadily, type Kind } from './load.ts';
import { startMailbox } from '../stack/mailbox.ts';
import { populateSmall, type Population } from './population.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady, type Bench } from './service.ts';
import { line, ms } from './tables.ts';

const secondsEach = 8;
const warmUpMs = 2_000;
const dispatches = 20;

const bench = await startBench('bench-neighbours');
const [quietOne, loud] = [await populateSmall(bench.graph), await populateSmall(bench.graph)];
await fillBoard(bench, loud);
const api = await bench.startApi();
const mailbox = await startMailbox();
const worker = await bench.startWorker({ SES_ENDPOINT: mailbox.url, LOG_LEVEL: 'error' });
await Promise.all([untilReady(api.url), untilReady(worker.url)]);
const kinds = await listNeighbourReads(bench, quietOne);
const misbehaviours = await listMisbehaviours(bench, loud);
for (const { kind } of misbehaviours) await measureBeside(kind, 1, 1_000); // plans their queries

line('The neighbour, beside another tenant that sends', 'p95 ms', '× quiet', 'aim', 'refused', 'of requests');
line('---', '---:', '---:', '---:', '---:', '---:');
const quiet = await measureBeside(null, 0, secondsEach * 1_000);
line('nothing', ms(quiet.p95), '1.00', '', quiet.refused, quiet.count);
for (const { name, kind, connections } of misbehaviours) {
  logProgress(`neighbours: ${name}`);
  const beside = await measureBeside(kind, connections, secondsEach * 1_000);
  const ratio = (beside.p95 / quiet.p95).toFixed(2);
  line(`${connections} × ${name}`, ms(beside.p95), ratio, '≤ 2', beside.refused, beside.count);
}
await measureDispatches();
await mailbox.stop();
await bench.stop();
process.exit(0);

type Seen = { p95: number; refused: number; count: number };

/** Measures one client of the neighbour while so many connections of the other tenant send `kind`. */
async function measureBeside(kind: Kind | null, connections: number, forMs: number): Promise<Seen> {
  const stop = new AbortController();
  const { signal } = stop;
  const load = kind && sendSteadily({ url: api.url, kinds: [kind], perSecond: null, connections, signal });
  await pause(Math.min(warmUpMs, forMs));
  const own = new AbortController();
  const reading = sendSteadily({ url: api.url, kinds, perSecond: 20, connections: 50, signal: own.signal });
  await pause(forMs);
  own.abort();
  const samples = await reading;
  stop.abort();
  await load;
  const times = samples.map((sample) => sample.ms);
  const refused = samples.filter(({ status }) => status !== 200).length;
  return { p95: percentile(times, 0.95), refused, count: samples.length };
}

/** How long a summary of the neighbour takes to reach its manager, while the other tenant dispatches to everybody. */
async function measureDispatches(): Promise<void> {
  const people = await bench.graph.statement(
    'MATCH (u:User {tenantId: $id}) WHERE u.email IS NOT NULL RETURN u.id AS id LIMIT 900',
    { id: loud.tenantId },
  );
  const token = await bench.token(loud.tenantId, 'service:intranet', 'notifications:dispatch');
  const body = {
    type: 'announcement',
    recipientUserIds: people.map(({ id }) => id),
    payload: { title: 'Fire drill', body: 'At ten.' },
  };
  const send = async (path: string, by: string, json: unknown): Promise<number> => {
    const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' };
    return (await fetch(`${api.url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(json) })).status;
  };
  for (let n = 0; n < dispatches; n += 1) await send('/notifications/dispatch', token, body);
  const author = await bench.token(quietOne.tenantId, quietOne.leaf);
  const scores = { qualityOfWork: 4, personalWellbeing: 4, professionalWellbeing: 4 };
  const text = { proud: 'Done', obstacles: 'None', learned: 'Much', important: 'Next' };
  const weekStart = getCurrentMonday(new Date().toISOString(), 'UTC');
  const started = performance.now();
  const status = await send('/summaries', author, { weekStart, ...text, scores });
  const count = async (query: string): Promise<number> =>
    Number((await bench.graph.statement(query, { id: quietOne.tenantId }))[0]?.['count']);
  const untilOne = async (query: string): Promise<number> => {
    while ((await count(query)) === 0 && performance.now() - started < 60_000) await pause(20);
    return performance.now() - started;
  };
  const service = await bench.token(quietOne.tenantId, 'service:intranet', 'notifications:dispatch');
  await send('/notifications/dispatch', service, { ...body, recipientUserIds: [quietOne.leaf] });
  const inApp = await untilOne(
    "MATCH (n:Notification {tenantId: $id, type: 'weekly_summary.submitted'}) RETURN count(n) AS count",
  );
  const mail = await untilOne(
    "MATCH (e:OutboxEvent {tenantId: $id, queue: 'emails', status: 'done'}) RETURN count(e) AS count",
  );
  console.log('');
  line(`A summary (${status}) and a mail of the neighbour, beside ${dispatches} dispatches to 900 people`, 'ms', 'aim');
  line('---', '---:', '---:');
  line('in-app notification of the manager', ms(inApp), '≤ 1,000');
  line('the e-mail is sent', ms(mail), '≤ 5,000');
}

/** What the neighbour reads: point reads, a search and a list. */
async function listNeighbourReads({ token }: Bench, { tenantId, root, heads, leaf }: Population): Promise<Kind[]> {
  const by = await token(tenantId, root);
  const read = (name: string, path: string): Kind => ({ name, method: 'GET', path: `/v1${path}`, token: by });
  return [
    read('me', '/me'),
    read('board', `/goals/board?userId=${leaf}`),
    read('direct reports', `/org/users/${heads.chain10}/direct-reports`),
    read('search', '/users?search=an&limit=10'),
    read('window', '/mvp/nominations/window'),
  ];
}

async function listMisbehaviours(
  { token }: Bench,
  { tenantId, root, leaf }: Population,
): Promise<{ name: string; kind: Kind; connections: number }[]> {
  const by = await token(tenantId, root);
  const read = (name: string, path: string): Kind => ({ name, method: 'GET', path: `/v1${path}`, token: by });
  const question = {
    ...{ subject: { type: 'user', id: leaf }, action: { name: 'summaries:read' } },
    evaluations: Array.from({ length: 700 }, () => ({ resource: { type: 'user', id: randomUUID() } })),
  };
  const evaluations: Kind = {
    ...{ name: 'evaluations', method: 'POST', path: '/access/v1/evaluations', bodies: [question] },
    token: await token(tenantId, 'service:portal', 'access:evaluate'),
  };
  return [
    { name: 'batches of 700 evaluations', kind: evaluations, connections: 4 },
    { name: 'boards of 1,500 long goals', kind: read('board', `/goals/board?userId=${leaf}`), connections: 4 },
    { name: 'searches', kind: read('search', '/users?search=a&limit=200'), connections: 12 },
    { name: 'chains of 1,000 people', kind: read('chain', `/org/users/${root}/chain`), connections: 8 },
    { name: 'organisation reports', kind: read('report', '/reports/org'), connections: 4 },
  ];
}

/** Goals as they could be stored before there were limits. */
async function fillBoard({ graph }: Bench, { tenantId, leaf }: Population): Promise<void> {
  await graph.statement(
    `MATCH (owner:User {tenantId: $tenantId, id: $leaf})
     UNWIND range(1, 1500) AS n
     CREATE (owner)-[:OWNS]->(goal:Goal {
       tenantId: $tenantId, id: randomUUID(), userId: $leaf, title: 'Goal ' + n, description: $description,
       type: 'personal', status: 'active', weekStart: date($week), dateSet: datetime() + duration({seconds: n})
     })
     SET goal:$('T_' + replace($tenantId, '-', ''))`,
    { tenantId, leaf, description: 'x'.repeat(10_000), week: getCurrentMonday(new Date().toISOString(), 'UTC') },
  );
}
