// checkin doctor: looks at everything the service stands on and says what is wrong.
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import pino from 'pino';
import { openRedis } from '../../src/outside/redis.ts';
import { pendingMigrations } from '../../src/schema.ts';
import { complaint } from '../complaint.ts';
import { configuration, connect, type Connection } from '../connect.ts';
import { checkOrganisation } from '../org/check.ts';
import { counted, print } from '../output.ts';

const redisWithinMs = 3_000;

/** Adds `doctor`. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check the configuration, the servers, the schema and every organisation; exit code 1 on a fault')
    .action(async () => {
      const config = await check(
        'configuration',
        () => Promise.resolve(configuration()),
        () => 'complete',
      );
      if (!config) return;
      await check(
        'redis',
        () => redisAnswers(config.REDIS_URL),
        () => 'answers',
      );
      const connection = await check(
        'neo4j',
        () => connect({ anySchema: true }),
        () => 'answers',
      );
      if (!connection) return;
      try {
        await checkDatabase(connection);
      } finally {
        await connection.close();
      }
    });
}

async function checkDatabase({ graph }: Connection): Promise<void> {
  type Version = { version: string; edition: string };
  const version = (): Promise<Version> => graph.bind({}).one<Version>('tenants/database_version');
  await check('database', version, ({ version, edition }) => `Neo4j ${version} ${edition}`);
  await check(
    'schema',
    () => schemaIsCurrent(graph),
    () => 'up to date',
  );
  const tenants = await graph.transaction({}, (tx) => tx.run<{ id: string; slug: string }>('tenants/all'));
  for (const { id, slug } of tenants) {
    const examine = async (): Promise<number> => {
      const faults = (await checkOrganisation(graph, id)).filter(({ kind }) => kind === 'fault').length;
      if (faults > 0) throw new Error(`${counted(faults, 'fault')}; see "checkin org check --tenant ${slug}"`);
      return faults;
    };
    await check(`tenant ${slug}`, examine, () => 'sound');
  }
}

async function schemaIsCurrent(graph: Connection['graph']): Promise<void> {
  const pending = await pendingMigrations(graph);
  if (pending.length === 0) return;
  throw new Error(`lacks ${pending.map(({ version }) => version).join(', ')}; run "checkin migrate"`);
}

/** Prints one line; what was found, or null and exit code 1. */
async function check<T>(what: string, find: () => Promise<T>, sound: (found: T) => string): Promise<T | null> {
  try {
    const found = await find();
    await print(`ok\t${what}\t${sound(found)}`);
    return found;
  } catch (error) {
    process.exitCode = 1;
    await print(`fault\t${what}\t${complaint(error)}`);
    return null;
  }
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
