// `node --import tsx scripts/trends/simulate.ts [quiet] [large] [injected] [further]`: prints the false alarm and detection
// rates of trend flags as Markdown. Without a name, all parts; `--share 0.25` makes fewer tenants.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultTrendSettings as settings } from './select-flags.ts';
import {
  furtherCases,
  injectedCases,
  quietCases,
  simulateInjected,
  simulateQuiet,
  type Injected,
  type InjectedCase,
  type Quiet,
} from './cases.ts';

/** `at` is the place in the list of cases. `large` has quiet cases with 1,000 people. */
type Task = { kind: 'quiet' | 'large' | 'injected' | 'further'; at: number; seed: number };
type Result = Quiet | Injected;

const quietSeeds = 35;
/** The hardest processes are tried with 1,000 people, too. */
const inLargeTenants = ['% of people autocorrelated', 'variance changes'];
const largeSeeds = 35;

if (process.send) {
  process.on('message', (task: Task) => process.send?.(runTask(task)));
} else {
  const { values, positionals } = parseArgs({ options: { share: { type: 'string' } }, allowPositionals: true });
  await main(positionals, Number(values.share ?? 1));
}

function runTask({ kind, at, seed }: Task): Result {
  if (kind === 'quiet' || kind === 'large')
    return simulateQuiet(quietCases[at]!, kind === 'large' ? 1_000 : 100, seed, settings, true);
  return simulateInjected(
    (kind === 'injected' ? injectedCases : furtherCases)[at]!,
    seed,
    settings,
    kind === 'injected',
  );
}

async function main(names: string[], share: number): Promise<void> {
  const parts = names.length > 0 ? names : ['quiet', 'large', 'injected', 'further'];
  const seeds = (count: number, kind: Task['kind'], at: number): Task[] =>
    Array.from({ length: Math.ceil(count * share) }, (_, i) => ({ kind, at, seed: i + 1 }));
  const isLarge = (name: string): boolean => inLargeTenants.some((part) => name.includes(part));
  const tasks = [
    ...quietCases.flatMap((_, at) => seeds(quietSeeds, 'quiet', at)),
    ...quietCases.flatMap(({ name }, at) => (isLarge(name) ? seeds(largeSeeds, 'large', at) : [])),
    ...injectedCases.flatMap((one, at) => seeds(one.seeds, 'injected', at)),
    ...furtherCases.flatMap((one, at) => seeds(one.seeds, 'further', at)),
  ].filter(({ kind }) => parts.includes(kind));
  const results = await runInParallel(tasks);
  const of = <One>(kind: Task['kind'], at: number): One[] =>
    results.filter((_, i) => tasks[i]?.kind === kind && tasks[i].at === at) as One[];
  if (parts.includes('quiet')) printQuiet('100 people', (at) => of<Quiet>('quiet', at).flat());
  if (parts.includes('large')) printQuiet('1,000 people', (at) => of<Quiet>('large', at).flat());
  if (parts.includes('injected')) printInjected((at) => of<Injected>('injected', at));
  if (parts.includes('further')) printFurther((at) => of<Injected>('further', at));
}

function printQuiet(people: string, looksOf: (at: number) => Quiet): void {
  const all = quietCases.map((_, at) => looksOf(at)).filter((looks) => looks.length > 0);
  const methods = Object.keys(all[0]?.[0]?.baselines ?? {});
  console.log(
    `\n| ${people}, nothing shifts: weeks with any flag, of ${all[0]?.length} | limit | trend flags | ${join(methods)}`,
  );
  console.log(`| --- |${' ---: |'.repeat(2 + methods.length)}`);
  for (const [at, { name, limit }] of quietCases.entries()) {
    const looks = looksOf(at);
    const share = (flagsOf: (look: Quiet[number]) => number | undefined): string =>
      percent(looks.filter((look) => (flagsOf(look) ?? 0) > 0).length / looks.length);
    const shares = [share(({ flags }) => flags), ...methods.map((one) => share((look) => look.baselines[one]))];
    if (looks.length > 0) console.log(`| ${name} | ${limit === null ? '–' : percent(limit)} | ${join(shares)}`);
    if (looks.some(({ organisation }) => organisation > 0)) {
      const flagged = looks.filter(({ organisation }) => organisation > 0).length / looks.length;
      console.error(`${name}: the organisation is flagged in ${percent(flagged)} of the weeks`);
    }
  }
}

function printInjected(runsOf: (at: number) => Injected[]): void {
  console.log(`\n| 20 of 1,000 people shift | ${join(injectedCases.map(({ name }) => name))}`);
  console.log('| --- | --- | --- | --- |');
  for (const method of Object.keys(runsOf(0)[0] ?? {})) {
    console.log(
      `| ${method} | ${join(injectedCases.map((_, at) => formatInjected(runsOf(at).map((one) => one[method]!))))}`,
    );
  }
  printStarts(injectedCases, runsOf);
}

function printFurther(runsOf: (at: number) => Injected[]): void {
  printStarts(furtherCases, runsOf);
}

function printStarts(cases: InjectedCase[], runsOf: (at: number) => Injected[]): void {
  console.log(
    '\n| Trend flags | by week 4 / 8 / 12; in week 12; false | in weeks 20, 26 | start late by (median); in the range |',
  );
  console.log('| --- | --- | --- | --- |');
  for (const [at, { name, injection }] of cases.entries()) {
    const runs = runsOf(at).map((one) => one['trend flags']!);
    const targets = runs.flatMap((run) => run.targets);
    const inWeek = (week: number): string =>
      percent(targets.filter((target) => target[week - 1]).length / targets.length);
    const starts = runs.flatMap((run) => run.starts);
    const late = starts.map((start) => start.late).sort((a, b) => a - b);
    const covered = percent(starts.filter(({ isCovered }) => isCovered).length / starts.length);
    const later = injection.onset < 30 ? `${inWeek(20)}, ${inWeek(26)}` : '';
    console.log(
      `| ${name} | ${formatInjected(runs)} | ${later} | ${late[late.length >> 1] ?? '–'} weeks; ${covered} |`,
    );
  }
}

/** The share of targets flagged by week 4, 8 and 12, that of those flagged in week 12, and false flags. */
function formatInjected(runs: Injected[string][]): string {
  const targets = runs.flatMap((run) => run.targets);
  const share = (test: (target: boolean[]) => boolean): string =>
    ((100 * targets.filter(test).length) / Math.max(1, targets.length)).toFixed(0);
  const by = [4, 8, 12].map((week) => share((target) => target.slice(0, week).includes(true))).join(' / ');
  const flags = runs.reduce((sum, run) => sum + run.flags, 0);
  const falseFlags = runs.reduce((sum, run) => sum + run.falseFlags, 0);
  return `${by}; ${share((target) => target[11] === true)}; ${falseFlags} of ${flags}`;
}

/** Runs the tasks in one process per core. Returns the results in the order of the tasks. */
async function runInParallel(tasks: readonly Task[]): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = fork(fileURLToPath(import.meta.url));
      let at = -1;
      const assignTask = (): void => {
        at = next++;
        const task = tasks[at];
        if (task) worker.send(task);
        else worker.disconnect();
        if (at % 50 === 0) console.error(`${at} of ${tasks.length} tenants`);
      };
      worker.on('message', (result: Result) => {
        results[at] = result;
        assignTask();
      });
      worker.on('error', reject);
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A worker ended with code ${code}.`))));
      assignTask();
    });
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

function join(cells: string[]): string {
  return `${cells.join(' | ')} |`;
}
