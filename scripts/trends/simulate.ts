// `node --import tsx scripts/trends/simulate.ts`: prints the false alarm and detection rates of trend flags as Markdown.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { quantile } from 'simple-statistics';
import { defaultTrendSettings as settings } from '../../src/trends/types.ts';
import { simulateCase, plantedCases, quietCases, type Case, type Outcome } from './cases.ts';

type Task = { of: Case; seed: number };

if (process.send) {
  process.on('message', ({ of, seed }: Task) => process.send?.(simulateCase(of, seed, settings)));
} else {
  await main();
}

async function main(): Promise<void> {
  const tasks = [...quietCases, ...plantedCases].flatMap((of) =>
    Array.from({ length: of.seeds }, (_, i): Task => ({ of, seed: i + 1 })),
  );
  const outcomes = await runInParallel(tasks);
  const of = (one: Case): Outcome[] => outcomes.filter((_, i) => tasks[i]?.of === one);
  const quiet = (one: Case): Outcome['quiet'] => of(one).flatMap((outcome) => outcome.quiet);

  // The thresholds of the simple rule: each family exceeds its own in half of the level's share of quiet weeks, like the flags.
  const distances = new Map(
    quietCases.slice(0, 2).map((one) => [
      one.people,
      {
        people: quantile(
          quiet(one).map((week) => week.people),
          1 - settings.level / 2,
        ),
        groups: quantile(
          quiet(one).map((week) => week.groups),
          1 - settings.level / 2,
        ),
      },
    ]),
  );
  const distanceFor = (one: Case): { people: number; groups: number } =>
    distances.get(one.people) ?? { people: 1, groups: 1 };

  const [thousand] = quietCases;
  const { people, groups } = distanceFor(thousand as Case);
  console.log(`Level ${settings.level}, ${settings.recentWeeks} recent weeks against up to ${settings.baselineWeeks}.`);
  console.log(
    `Tuned distances of the plain rule at 1,000 people: ± ${people.toFixed(2)}, groups ± ${groups.toFixed(2)};`,
  );
  console.log(
    `at 100 people: ± ${distances.get(100)?.people.toFixed(2)}, groups ± ${distances.get(100)?.groups.toFixed(2)}.\n`,
  );
  console.log('| Nothing shifts: weeks with any flag | tenants × weeks | flags | 3 weeks, tuned | 3 weeks, ± 1 |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const one of quietCases) {
    const outcomes = quiet(one);
    const { people: far, groups: farGroups } = distanceFor(one);
    const share = (test: (week: (typeof outcomes)[number]) => boolean): string =>
      percent(outcomes.filter(test).length / outcomes.length);
    console.log(
      `| ${one.people.toLocaleString('en')} people, ${one.name} | ${one.seeds} × ${outcomes.length / one.seeds} ` +
        `| ${share((week) => week.flagged)} | ${share((week) => week.people > far || week.groups > farGroups)} ` +
        `| ${share((week) => week.people > 1 || week.groups > 1)} |`,
    );
  }

  console.log(
    '\n| Planted, found within 4, 6, 8 weeks | flags | 3 weeks, tuned | 3 weeks, ± 1 | false among all flags |',
  );
  console.log('| --- | --- | --- | --- | ---: |');
  for (const one of plantedCases) {
    const targets = of(one).flatMap((outcome) => outcome.targets);
    const far = distanceFor(one)['department' in (one.planting ?? {}) ? 'groups' : 'people'];
    const within = [4, 6, 8];
    const detectedShare = (test: (target: (typeof targets)[number], week: number) => boolean): string =>
      within
        .map((end) => targets.filter((target) => target.flagged.slice(0, end).some((_, week) => test(target, week))))
        .map((some) => percent(some.length / targets.length))
        .join(', ');
    const flags = of(one).reduce((sum, outcome) => sum + outcome.flags, 0);
    const falseFlags = of(one).reduce((sum, outcome) => sum + outcome.falseFlags, 0);
    const ours = detectedShare(({ flagged }, week) => flagged[week] === true);
    const tuned = detectedShare(({ points }, week) => (points[week] ?? 0) > far);
    const asPut = detectedShare(({ points }, week) => (points[week] ?? 0) > 1);
    console.log(`| ${one.name} | ${ours} | ${tuned} | ${asPut} | ${falseFlags} of ${flags} |`);
  }
}

/** Runs the tasks in one process per core. Returns the outcomes in the order of the tasks. */
async function runInParallel(tasks: readonly Task[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
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
      worker.on('message', (outcome: Outcome) => {
        outcomes[at] = outcome;
        assignTask();
      });
      worker.on('error', reject);
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A worker ended with code ${code}.`))));
      assignTask();
    });
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}
