// Schema migrations: applies each file of cypher/schema once, in order, by one process at a time.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../errors.ts';
import type { GraphClient } from '../client.ts';
import { getQuery, readMigrationFiles, splitStatements } from './query-files.ts';
import { listSchemaNames } from './schema-names.ts';

const attempts = 20;
const pauseBetweenAttemptsMs = 1_000;
const uniqueVersionConstraint =
  'CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (m:Migration) REQUIRE m.version IS UNIQUE';

type AppliedMigration = { version: string; checksum: string };
type Migration = ReturnType<typeof readMigrationFiles>[number] & { checksum: string };

/**
 * Applies the pending migrations, and makes the names in the queries known to the database. Several processes may call it
 * at once: one holds the lock, the others wait and find nothing pending. An interrupted migration runs again, so every
 * migration must be idempotent.
 *
 * @returns the versions applied by this call
 * @throws {Error} if the file of an applied migration was edited or is missing
 */
export function migrate(graph: GraphClient, report: (line: string) => void = () => undefined): Promise<string[]> {
  return retryWhileUnavailable(async () => {
    await graph.statement(uniqueVersionConstraint);
    return graph.transaction({}, async (lock) => {
      await lock.run('tenants/lock_migrations');
      await graph.statement(getQuery('tenants/reserve_names').text, listSchemaNames());
      const pending = await listPendingMigrations(graph);
      for (const migration of pending) {
        report(`migration ${migration.version}: ${migration.description}`);
        await applyMigration(graph, migration);
      }
      return pending.map(({ version }) => version);
    });
  });
}

/**
 * Waits for a database that is still starting, then checks that no migration is pending.
 *
 * @throws {Error} that names the pending migrations and the command to run
 */
export async function requireSchema(graph: GraphClient): Promise<void> {
  const pending = await retryWhileUnavailable(() => listPendingMigrations(graph));
  if (pending.length === 0) return;
  throw new Error(
    `The database lacks migrations ${pending.map(({ version }) => version).join(', ')}: run "checkin migrate" first.`,
  );
}

/** Retries, up to `attempts` times, while the database is unreachable or another process holds the lock. */
async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const busy = error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE';
      if (!busy || attempt === attempts) throw error;
      await pause(pauseBetweenAttemptsMs);
    }
  }
}

/**
 * Lists the migrations that are not applied yet.
 *
 * @throws {Error} if the file of an applied migration was edited or is missing
 */
export async function listPendingMigrations(graph: GraphClient): Promise<Migration[]> {
  const files = readMigrationFiles().map((file) => ({ ...file, checksum: computeChecksum(file.text) }));
  const applied = await graph.transaction({}, (tx) => tx.run<AppliedMigration>('tenants/applied_migrations'));
  for (const { version, checksum } of applied) {
    const file = files.find((migration) => migration.version === version);
    if (!file) throw new Error(`The database has migration ${version}, which this version lacks; run a newer version.`);
    if (file.checksum !== checksum) {
      throw new Error(
        `Migration ${version} was edited after it was applied; restore the file and add a new migration instead.`,
      );
    }
  }
  return files.filter(({ version }) => !applied.some((row) => row.version === version));
}

async function applyMigration(graph: GraphClient, { version, description, text, checksum }: Migration): Promise<void> {
  for (const statement of splitStatements(text)) await graph.statement(statement);
  await graph.bind({}).write('tenants/record_migration', { version, description, checksum });
}

function computeChecksum(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
