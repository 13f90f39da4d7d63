// Schema migrations: each file of cypher/schema once, in order, by one process at a time.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import type { GraphClient } from './client.ts';
import { readMigrationFiles, splitStatements } from './query-files.ts';

const attempts = 20;
const pauseBetweenAttemptsMs = 1_000;
const uniqueVersionConstraint =
  'CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (m:Migration) REQUIRE m.version IS UNIQUE';

type Applied = { version: string; checksum: string };
type Migration = ReturnType<typeof readMigrationFiles>[number] & { checksum: string };

/**
 * Brings the database up to this program's schema. Safe to run from several processes at once: one holds the lock,
 * the others wait and then find nothing left to do. A migration cut off half-way is run again; each is repeatable.
 *
 * @returns the versions applied by this call
 * @throws {Error} when a migration that was applied has been edited or is missing since
 */
export function migrate(graph: GraphClient, report: (line: string) => void = () => undefined): Promise<string[]> {
  return retryWhileUnavailable(async () => {
    await graph.statement(uniqueVersionConstraint);
    return graph.transaction({}, async (lock) => {
      await lock.run('tenants/lock_migrations');
      const pending = await pendingMigrations(graph);
      for (const migration of pending) {
        report(`migration ${migration.version}: ${migration.description}`);
        await applyMigration(graph, migration);
      }
      return pending.map(({ version }) => version);
    });
  });
}

/**
 * Waits for a database that is still starting, and makes sure that no migration is pending.
 *
 * @throws {Error} that says which are, and what to run
 */
export async function requireSchema(graph: GraphClient): Promise<void> {
  const pending = await retryWhileUnavailable(() => pendingMigrations(graph));
  if (pending.length === 0) return;
  throw new Error(
    `The database lacks ${pending.map(({ version }) => version).join(', ')}: run "checkin migrate" first.`,
  );
}

/** Tries again while the database cannot be reached or another process holds the lock; not for ever. */
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
 * The migrations that the database lacks.
 *
 * @throws {Error} when an applied one has been edited or is missing since
 */
export async function pendingMigrations(graph: GraphClient): Promise<Migration[]> {
  const files = readMigrationFiles().map((file) => ({ ...file, checksum: computeChecksum(file.text) }));
  const applied = await graph.transaction({}, (tx) => tx.run<Applied>('tenants/applied_migrations'));
  for (const { version, checksum } of applied) {
    const file = files.find((migration) => migration.version === version);
    if (!file)
      throw new Error(`The database has migration ${version}, which this program does not know; run a newer one.`);
    if (file.checksum !== checksum) {
      throw new Error(
        `Migration ${version} was edited after it had been applied; restore it and add a new one instead.`,
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
