// `npm run bench -- neighbours [--only imports]`: how the people of one tenant fare while another misbehaves, against the
// quiet before; with --only, beside those misbehaviours whose name contains one of the texts, such as `imports,charts`.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { startMailbox } from '../../stack/mailbox.ts';
import { formless, noteRatio, sized } from './form.ts';
import { createImporter } from './imports.ts';
import { fillBoard, listMisbehaviours, populateCrowd, type Misbehaviour } from './misbehaviours.ts';
import { listNeighbourReads, readFor, type Seen } from './neighbour.ts';
import { populateSmall } from './population.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady } from './service.ts';
import { line, ms, printTitles } from './tables.ts';

const eachMs = sized(7_000, 1_500);
const warmUpMs = sized(3_000, 300);
const jobsEach = sized(3, 1);
const jobWithinMs = 60_000;

const { values } = parseArgs({ args: formless.slice(1), options: { only: { type: 'string', default: '' } } });
const bench = await startBench('bench-neighbours');
const neighbour = await populateSmall(bench.graph);
const loud = await populateSmall(bench.graph);
const crowd = await populateCrowd(bench);
await fillBoard(bench, loud);
await bench.graph.statement('CALL db.awaitIndexes(120)');
await bench.graph.statement('CALL db.resampleOutdatedIndexes()');
const api = await bench.startApi();
const mailbox = await startMailbox();
const worker = await bench.startWorker({ SES_ENDPOINT: mailbox.url, LOG_LEVEL: 'error' });
await Promise.all([untilReady(api.url), untilReady(worker.url)]);
const kinds = await listNeighbourReads(bench, neighbour);
const misbehaviours = await listMisbehaviours(bench, api.url, loud, crowd);
/** Reads as the neighbour for some seconds. */
const read = (): Promise<Seen> => readFor(api.url, kinds, AbortSignal.timeout(eachMs));
for (let turn = 0; turn < 2; turn += 1) await read();

const isChosen = (name: string): boolean => values.only.split(',').some((part) => name.includes(part));
const columns = ['p95 ms, quiet', 'beside', '× quiet', 'aim', 'refused', 'of'];
printTitles('The neighbour, beside another tenant that sends', ...columns);
const ratios: number[] = [];
for (const misbehaviour of misbehaviours.filter(({ name }) => isChosen(name))) {
  logProgress(`neighbours: ${misbehaviour.name}`);
  await runBeside(misbehaviour, () => Promise.resolve()); // its queries are planned, and their code compiled
  const quiet = await read();
  const beside = await runBeside(misbehaviour, read);
  const ratio = beside.p95 / quiet.p95;
  ratios.push(ratio);
  line(misbehaviour.name, ms(quiet.p95), ms(beside.p95), ratio.toFixed(2), '≤ 2', beside.refused, beside.count);
}
noteRatio('speed of a neighbour beside the median misbehaviour', 1 / median(ratios));
if (values.only === '') await measureJobs();
await mailbox.stop();
await bench.stop();
process.exit(0);

/** Works while others misbehave. What they have left for the worker is dropped afterwards. */
async function runBeside<T>({ misbehave }: Misbehaviour, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const misbehaving = misbehave(stop.signal);
  await pause(warmUpMs);
  const result = await work();
  stop.abort();
  await misbehaving;
  await bench.graph.statement(
    "MATCH (e:OutboxEvent {status: 'pending'}) CALL (e) { SET e.status = 'done' } IN TRANSACTIONS OF 1000 ROWS",
  );
  return result;
}

/** How long the worker takes for the neighbour, quiet and while another tenant gives it much to do. */
async function measureJobs(): Promise<void> {
  const { importOne } = await createImporter({ url: `${api.url}/v1`, token: kinds[0]?.token ?? '' }, neighbour.root);
  const jobs = [
    { name: 'in-app notification', run: async () => (await notify()).inApp, beside: 'dispatches', aim: '≤ 1,000' },
    { name: 'e-mail', run: async () => (await notify()).mail, beside: 'dispatches', aim: '≤ 5,000' },
    { name: 'profile PDF', run: importOne, beside: 'PDFs', aim: '≤ 2 × quiet' },
  ];
  printTitles('Work of the worker for the neighbour', 'quiet ms', 'beside ms', '× quiet', 'aim');
  for (const { name, run, beside: what, aim } of jobs) {
    const misbehaviour = misbehaviours.find((each) => each.name.includes(what)) as Misbehaviour;
    logProgress(`neighbours: ${name}`);
    const repeat = async (): Promise<number> => {
      const times: number[] = [];
      while (times.length < jobsEach) times.push(await run());
      return median(times);
    };
    const quiet = await repeat();
    const beside = await runBeside(misbehaviour, repeat);
    line(`${name}, beside ${misbehaviour.name}`, ms(quiet), ms(beside), (beside / quiet).toFixed(2), aim);
  }
}

/** Dispatches to one person of the neighbour, and returns when it is in their list, and when the e-mail is sent. */
async function notify(): Promise<{ inApp: number; mail: number }> {
  const { tenantId, leaf } = neighbour;
  const by = await bench.token(tenantId, 'service:intranet', 'notifications:dispatch');
  const count = async (query: string): Promise<number> =>
    Number((await bench.graph.statement(`${query} RETURN count(*) AS count`, { tenantId, leaf }))[0]?.['count']);
  const notifications = 'MATCH (:Notification {tenantId: $tenantId, userId: $leaf})';
  const mails = "MATCH (:OutboxEvent {tenantId: $tenantId, queue: 'emails', status: 'done'})";
  const seen = await count(notifications);
  const sent = await count(mails);
  const started = performance.now();
  const until = async (query: string, before: number): Promise<number> => {
    while ((await count(query)) <= before) {
      if (performance.now() - started > jobWithinMs) throw new Error('A notification was not delivered in time.');
      await pause(20);
    }
    return performance.now() - started;
  };
  const body = { type: 'announcement', recipientUserIds: [leaf], payload: { title: 'Fire drill', body: 'At ten.' } };
  const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' };
  const url = `${api.url}/v1/notifications/dispatch`;
  const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (status !== 202) throw new Error(`A dispatch was answered ${status}.`);
  return { inApp: await until(notifications, seen), mail: await until(mails, sent) };
}
