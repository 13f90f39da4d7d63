// What the parts of `npm run bench` share: one database, its tenants, each written when a part first needs it, and the
// server with the floors.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { sized } from './form.ts';
import type { Target } from './measure.ts';
import { checkingIn, populate, populateCheckIns, populateSmall, type CheckIns, type Population } from './population.ts';
import { logProgress } from './progress.ts';
import type { FloorQueries } from './reports.ts';
import { startBench, type Bench } from './service.ts';
import { populateHistory, type History } from './trends.ts';

/** The API together with the floors. `url` ends in the version prefix. */
type BenchServer = {
  url: string;
  pid: number | null;
  /** The most memory that the process has used. */
  readPeakMegabytes: () => Promise<number>;
  stop(): Promise<void>;
};

export type Suite = Bench & {
  large(): Promise<Population>;
  small(): Promise<Population>;
  checkIns(): Promise<CheckIns>;
  history(): Promise<History>;
  /** @param questions the queries that the bare driver can run there */
  startServer(questions?: FloorQueries): Promise<BenchServer>;
  /** The floor without a database. */
  startPlainKoa(): Promise<BenchServer>;
  targetRoot(url: string, tenant: { tenantId: string; root: string }): Promise<Target>;
};

/** Starts the servers of the benchmark, without any tenant. */
export async function startSuite(): Promise<Suite> {
  const bench = await startBench('bench');
  const { graph, environment } = bench;

  /** Writes a tenant once. The planner needs current statistics: an index is sampled only when much of it has changed. */
  function writeOnce<T>(description: string, write: () => Promise<T>): () => Promise<T> {
    let written: Promise<T> | null = null;
    const writeAndPlan = async (): Promise<T> => {
      logProgress(`writing a tenant of ${description}`);
      const tenant = await write();
      await graph.statement('CALL db.awaitIndexes(120)');
      await graph.statement('CALL db.resampleOutdatedIndexes()');
      return tenant;
    };
    return () => (written ??= writeAndPlan());
  }

  return {
    ...bench,
    large: writeOnce(sized('100,000 people', '1,000 people'), () => populate(graph)),
    small: writeOnce('1,000 people', () => populateSmall(graph)),
    checkIns: writeOnce(`${checkingIn} people who check in`, () => populateCheckIns(graph)),
    history: writeOnce('people who have checked in for a year', () => populateHistory(graph)),
    startServer: (questions = {}) => start('server.ts', { BENCH_QUESTIONS: JSON.stringify(questions) }),
    startPlainKoa: () => start('plain-koa.ts'),
    targetRoot: async (url, { tenantId, root }) => ({ url, token: await bench.token(tenantId, root) }),
  };

  async function start(file: string, extra: Record<string, string> = {}): Promise<BenchServer> {
    const server = fork(path.join(projectFolder, 'scripts', 'tools', 'bench', file), {
      env: { ...process.env, ...environment, ...extra },
    });
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    return {
      url: `http://127.0.0.1:${port}/v1`,
      pid: server.pid ?? null,
      async readPeakMegabytes() {
        server.send('memory');
        const [{ peakMegabytes }] = (await once(server, 'message')) as [{ peakMegabytes: number }];
        return peakMegabytes;
      },
      async stop() {
        server.kill('SIGTERM');
        await once(server, 'exit');
      },
    };
  }
}
