// checkin doctor: looks at everything the service stands on and says what is wrong.
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import pino from 'pino';
import { pendingMigrations } from '../../src/graph/migrations.ts';
import { checkTenant } from '../../src/org/check.ts';
import { listTenants } from '../../src/org/tenants.ts';
import { openRedis } from '../../src/queues/redis.ts';
import { formatError } from '../format-error.ts';
import { resolveConfig, connect, type Connection } from '../connect.ts';
import { pluralize } from '../../src/pluralize.ts';
import { print, printJson } from '../output.ts';

const redisWithinMs = 3_000;

type Finding = { status: 'ok' | 'fault'; what: string; detail: string };

export function define(command: Command): void {
  command.option('--json', 'print what was found as JSON').action(async ({ json }: { json?: true }) => {
    const findings: Finding[] = [];
    await examine(async (finding) => {
      findings.push(finding);
      if (finding.status === 'fault') process.exitCode = 1;
      if (!json) await print(`${finding.status}\t${finding.what}\t${finding.detail}`);
    });
    if (json) await printJson(findings);
  });
}

/** Looks at one thing after the other, as far as there is something to look at, and reports each. */
async function examine(report: (finding: Finding) => Promise<void>): Promise<void> {
  /** What was found, or null after a fault. */
  async function check<T>(what: string, find: () => Promise<T> | T, sound: (findings: T) => string): Promise<T | null> {
    try {
      const lines = await find();
      await report({ status: 'ok', what, detail: sound(lines) });
      return lines;
    } catch (error) {
      await report({ status: 'fault', what, detail: formatError(error) });
      return null;
    }
  }

  const config = await check('configuration', resolveConfig, () => 'complete');
  if (!config) return;
  const redis = (): Promise<void> => redisAnswers(config.REDIS_URL);
  await check('redis', redis, () => 'answers');
  const connection = await check(
    'neo4j',
    () => connect({ anySchema: true }),
    () => 'answers',
  );
  if (!connection) return;
  const { graph } = connection;
  type Version = { version: string; edition: string };
  const version = (): Promise<Version> => graph.bind({}).one<Version>('tenants/database_version');
  try {
    await check('database', version, ({ version, edition }) => `Neo4j ${version} ${edition}`);
    const schema = (): Promise<void> => schemaIsCurrent(graph);
    await check('schema', schema, () => 'up to date');
    for (const { id, slug } of await listTenants(graph)) {
      const organisation = async (): Promise<void> => {
        const faults = (await checkTenant(graph, id)).filter(({ kind }) => kind === 'fault').length;
        if (faults > 0) throw new Error(`${pluralize(faults, 'fault')}; see "checkin org check --tenant ${slug}"`);
      };
      await check(`tenant ${slug}`, organisation, () => 'sound');
    }
  } finally {
    await connection.close();
  }
}

async function schemaIsCurrent(graph: Connection['graph']): Promise<void> {
  const pending = await pendingMigrations(graph);
  if (pending.length === 0) return;
  throw new Error(`lacks ${pending.map(({ version }) => version).join(', ')}; run "checkin migrate"`);
}

async function redisAnswers(url: string): Promise<void> {
  const redis = openRedis(url, pino({ level: 'silent' }));
  const giveUpAt = Date.now() + redisWithinMs;
  try {
    for (;;) {
      const answered = await redis.ping(redisWithinMs).then(
        () => true,
        () => false,
      );
      if (answered) return;
      if (Date.now() > giveUpAt)
        throw new Error(`does not answer at ${new URL(url).host}; start it, or correct REDIS_URL`);
      await pause(50);
    }
  } finally {
    redis.close();
  }
}
