// `npm run bench -- first-use [--people 100000] [--idle 120] [--only reports,chart]`: asks every GET of the OpenAPI document as an
// admin, as the People Team and as the senior manager of everyone, the first and the second time after a start. Prints all of them,
// and counts those whose first answer is slow beside the second, and those that are refused or broken. Ends with 1 if any is.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sections } from '../../../src/app/sections.ts';
import { addWeeks, getCurrentMonday } from '../../../src/platform/time/weeks.ts';
import { createChart, runInBatches } from './chart.ts';
import { formless, isSmall, sized } from './form.ts';
import { listReads, type Read } from './largest-requests.ts';
import { logProgress } from './progress.ts';
import { startBench, untilReady, type Bench } from './service.ts';
import { line, ms, printTitles } from './tables.ts';
import { createThings } from './things.ts';

const answerWithinMs = 120_000;
const aim = { times: 3, ms: 300 };
const withSummary = 0.85;
const withGoals = 0.1;

const { values } = parseArgs({
  args: formless.slice(1),
  options: {
    people: { type: 'string', default: sized('100000', '300') },
    idle: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});
const bench = await startBench('bench-first-use');
logProgress(`first-use: writing a tenant of ${values.people} people`);
const tenant = await populateWide(bench, Number(values.people));
await bench.graph.statement('CALL db.awaitIndexes(120)');
await bench.graph.statement('CALL db.resampleOutdatedIndexes()');
const { tenantId, people } = tenant;
const tokens = {
  admin: await bench.token(tenantId, tenant.admin),
  'people team': await bench.token(tenantId, tenant.peopleTeam),
  manager: await bench.token(tenantId, tenant.manager),
};
const things = await createInAnotherApi();

// The caches of the database are as cold as after a start of everything. Tests that run afterwards use the plans.
if (!isSmall) await bench.graph.statement('CALL db.clearQueryCaches()');
// The small form compares no times, and never idles: each first request would wait for the plan of another one as well.
const api = await bench.startApi({ QUERY_PLANS: sized('all', 'everyday') });
const worker = await bench.startWorker();
const started = performance.now();
await Promise.all([untilReady(api.url), untilReady(worker.url)]);
logProgress(`first-use: ready after ${ms(performance.now() - started)} ms; idle for ${values.idle} s`);
await pause(Number(values.idle) * 1_000);

type Answer = { status: number; ms: number; bytes: number; isWhole: boolean; code: string };
type Asked = { role: string; name: string; first: Answer; second: Answer };
const asked: Asked[] = [];
for (const [role, token] of Object.entries(tokens)) {
  for (const read of listAll()) {
    const first = await ask(read, token);
    const second = await ask(read, token);
    asked.push({ role, name: read.name, first, second });
    if (first.ms > 1_000) logProgress(`first-use: ${role}, ${read.name}: ${ms(first.ms)} ms, then ${ms(second.ms)} ms`);
  }
}
await bench.stop();
process.exit(report());

function listAll(): Read[] {
  return sections
    .flatMap(({ endpoints, prefix = '/v1' }) =>
      endpoints
        .filter(({ method, callers = ['user'] }) => method === 'GET' && callers.includes('user'))
        .flatMap((endpoint) => listReads(endpoint, prefix, things)),
    )
    .filter(({ name }) => values.only.split(',').some((part) => name.includes(part)));
}

function report(): number {
  const title = `First and second use, in a tenant of ${values.people} people after ${values.idle} idle s`;
  printTitles(title, 'role', 'first ms', 'second ms', 'status', 'bytes');
  for (const { role, name, first, second } of asked) {
    line(name, role, ms(first.ms), ms(second.ms), describe(first, second), second.bytes);
  }
  const slow = asked.filter(isSlowAtFirst);
  const isRefused = ({ status }: Answer): boolean => status === 500 || status === 503; // 502: no provider is configured
  // The small form runs beside tests that may hold up the database for seconds: it minds what is refused twice.
  const refused = asked.filter(({ first, second }) => [first, second][isSmall ? 'every' : 'some'](isRefused));
  const broken = asked.filter(({ first, second }) => [first, second].some(({ isWhole }) => !isWhole));
  printTitles('Together', 'requests', `first > ${aim.times} × second and > ${aim.ms} ms`, '503 or 500', 'incomplete');
  line('all', asked.length, slow.length, refused.length, broken.length);
  const list = (what: string, some: readonly Asked[]): void => {
    for (const { role, name, first, second } of some) {
      console.log(
        `\n${what}: ${name} as ${role}: ${ms(first.ms)} ms, then ${ms(second.ms)} ms, ${describe(first, second)}`,
      );
    }
  };
  list(
    'slow at first',
    slow.toSorted((a, b) => b.first.ms - a.first.ms),
  );
  list('refused', refused);
  list('incomplete', broken);
  return sized(slow.length, 0) + refused.length + broken.length > 0 ? 1 : 0;
}

function isSlowAtFirst({ first, second }: Asked): boolean {
  return first.ms > aim.times * second.ms && first.ms > aim.ms;
}

function describe(first: Answer, second: Answer): string {
  const words = ({ status, code, isWhole }: Answer): string =>
    [status, code, !isWhole && 'incomplete'].filter(Boolean).join(' ');
  return words(first) === words(second) ? words(first) : `${words(first)}, then ${words(second)}`;
}

async function ask({ path }: Read, token: string): Promise<Answer> {
  const from = performance.now();
  let status = 0;
  let bytes = 0;
  let code = '';
  let isWhole = false;
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(api.url + path, { headers, signal: AbortSignal.timeout(answerWithinMs) });
    status = answer.status;
    const start: string[] = [];
    for await (const piece of answer.body ?? []) {
      const chunk = piece as Uint8Array;
      if (status >= 400) start.push(Buffer.from(chunk).toString());
      bytes += chunk.length;
    }
    isWhole = true;
    code = /"code": ?"(\w+)"/.exec(start.join(''))?.[1] ?? '';
  } catch {
    // no answer, or one that ended early
  }
  return { status, ms: performance.now() - from, bytes, isWhole, code };
}

/** Makes the things with an API that ends afterwards: the measured one has answered nobody. */
async function createInAnotherApi() {
  const other = await bench.startApi();
  await untilReady(other.url);
  const by = { admin: tokens.admin, leaf: await bench.token(tenantId, people.at(-1) ?? '') };
  const made = await createThings(other.url, people, by);
  await other.stop();
  return made;
}

/** One manager has everyone else below. Most people have a summary of the last week, some have goals of this week. */
async function populateWide(
  { graph }: Bench,
  size: number,
): Promise<{ tenantId: string; admin: string; peopleTeam: string; manager: string; people: string[] }> {
  const chart = createChart();
  const manager = chart.addPerson();
  const admin = chart.addPerson(manager);
  const peopleTeam = chart.addPerson(manager);
  const { head, below } = chart.tree(size - 4, manager);
  const { tenantId } = await chart.write(graph);
  const people = [manager, head, ...below];
  const setRoles = (id: string, roles: string[]): Promise<unknown> =>
    graph.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.roles = $roles', { tenantId, id, roles });
  await setRoles(manager, ['senior_manager']);
  await setRoles(admin, ['admin']);
  await setRoles(peopleTeam, ['people_team']);
  const week = getCurrentMonday(new Date().toISOString(), 'Europe/Berlin');
  const some = (share: number): string[] => people.filter((_, place) => (place * 0.618) % 1 < share);
  const summaries = some(withSummary).map((userId) => ({ id: crypto.randomUUID(), userId }));
  await runInBatches(graph, tenantId, summaries, (batch) => [
    'bench/create_summaries',
    { summaries: batch, week: addWeeks(week, -1), text: 'x'.repeat(200) },
  ]);
  await runInBatches(graph, tenantId, some(withGoals), (userIds) => ['bench/create_goals', { userIds, weeks: [week] }]);
  return { tenantId, admin, peopleTeam, manager, people };
}
