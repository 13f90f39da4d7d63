// `npm run bench`: measures the service, as ratios to floors measured in the same run. Prints Markdown tables.
import os from 'node:os';
import { closeRatios, formless } from './tools/bench/form.ts';
import type { Suite } from './tools/bench/suite.ts';

/** The parts of the whole run, in its order. Each also runs alone. */
const parts: Record<string, { about: string; measure: (suite: Suite) => Promise<void> }> = {
  requests: {
    about: 'small reads, summaries and moves at 1, 16 and 64 clients; fairness; in-app notifications',
    measure: async (suite) => (await import('./tools/bench/requests.ts')).measureRequests(suite),
  },
  'sign-in': {
    about: 'GET summary with tokens of an identity provider beside our own',
    measure: async (suite) => (await import('./tools/bench/sign-in.ts')).measureSignIn(suite),
  },
  decisions: {
    about: 'access decisions at 16 and 64 clients, who may read a summary at 1',
    measure: async (suite) => (await import('./tools/bench/decisions.ts')).measureDecisions(suite),
  },
  assistants: {
    about: 'calls of tools by assistants beside the requests that they make',
    measure: async (suite) => (await import('./tools/bench/assistants.ts')).measureAssistants(suite),
  },
  questions: {
    about: 'what somebody is asked in a week, at 1, 16 and 64 clients',
    measure: async (suite) => (await import('./tools/bench/questions.ts')).measureQuestions(suite),
  },
  reports: {
    about: 'chains and reports of 10,000 people, and moves of large sub-trees, by one client',
    measure: async (suite) => (await import('./tools/bench/long-lists.ts')).measureLongLists(suite),
  },
  plans: {
    about: 'the preview of a plan, and a plan of 10,000 moves applied and undone while others read',
    measure: async (suite) => (await import('./tools/bench/plans.ts')).measurePlans(suite),
  },
  trends: {
    about: 'trend detection for 10,000 people',
    measure: async (suite) =>
      (await import('./tools/bench/trends.ts')).measureTrends(await suite.history(), suite.environment),
  },
};

/** Measurements of faults and overload, which start servers of their own. */
const separate: Record<string, { about: string; run: () => Promise<unknown> }> = {
  restart: {
    about: '[--rate 40]: Neo4j killed and restarted under load',
    run: () => import('./tools/bench/restart.ts'),
  },
  neighbours: {
    about:
      '[--only imports,charts]: one tenant while another misbehaves: batches, boards, charts, imports, slow readers and more',
    run: () => import('./tools/bench/neighbours.ts'),
  },
  largest: {
    about:
      '[--people 20000] [--ms 400]: the largest request of every endpoint, one by one and eight at once, beside another tenant',
    run: () => import('./tools/bench/largest.ts'),
  },
  'first-use': {
    about:
      '[--people 100000] [--idle 120]: every GET as an admin, the People Team and the widest manager, the first and the second time',
    run: () => import('./tools/bench/first-use.ts'),
  },
  'people-import': {
    about: '[--people 100000]: new people imported on the shipped heap of Neo4j, beside another tenant',
    run: () => import('./tools/bench/people-import.ts'),
  },
  overload: {
    about: '[--seconds 60] [--connections 500]: three times the load that can be served',
    run: () => import('./tools/bench/overload.ts'),
  },
};

const [chosen] = formless;
process.once('exit', () => closeRatios(chosen ?? ''));
if (chosen === '--help') {
  console.log(usage());
} else if (chosen === '--names') {
  console.log(Object.keys({ ...parts, ...separate }).join('\n'));
} else if (chosen !== undefined && separate[chosen]) {
  await separate[chosen].run();
} else if (chosen === undefined || parts[chosen]) {
  await measure(chosen ? [chosen] : Object.keys(parts));
} else {
  console.error(usage());
  process.exitCode = 2;
}

async function measure(names: string[]): Promise<void> {
  const { startSuite } = await import('./tools/bench/suite.ts');
  const suite = await startSuite();
  console.log(`\n${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Node ${process.version}`);
  for (const name of names) await parts[name]?.measure(suite);
  await suite.stop();
  process.exit(0);
}

function usage(): string {
  const list = (rows: Record<string, { about: string }>): string =>
    Object.entries(rows)
      .map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
      .join('\n');
  return [
    'usage: npm run bench [-- <part> [--small]]',
    `\nWithout a part, these, in about fourteen minutes:\n${list(parts)}`,
    `\nOnly on their own:\n${list(separate)}`,
  ].join('\n');
}
