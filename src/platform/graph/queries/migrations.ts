// Schema migrations: applies each file of cypher/schema once, in order, by one process at a time; and says which releases
// work with the schema of a database.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../errors.ts';
import { readVersion } from '../../lib/project-folder.ts';
import type { GraphClient } from '../client.ts';
import { getQuery, listQueries, readMigrationFiles, splitStatements } from './query-files.ts';
import { stripCommentsAndStrings } from './statements.ts';

const attempts = 20;
const pauseBetweenAttemptsMs = 1_000;
const uniqueVersionConstraint =
  'CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (m:Migration) REQUIRE m.version IS UNIQUE';
/**
 * The last of the migrations that the baseline, the first file of cypher/schema, replaced, and the last commit that has them. Commits
 * before it have the same release, and fewer migrations.
 */
export const beforeBaseline = {
  version: 'V036',
  release: '0.3.0',
  commit: 'd6f27da19d6eace3e38d2fa16e197818261e3b10',
};

/** `worksWith`: the oldest version of the service that works with the schema after it; absent where nobody said so. */
export type AppliedMigration = { version: string; checksum: string; worksWith: string | null };
type MigrationFile = ReturnType<typeof readMigrationFiles>[number];
type Migration = MigrationFile & { checksum: string };
/** What a release knows: its version, and its migrations in order. */
export type Release = { version: string; migrations: MigrationFile[] };

const readRelease = (): Release => ({ version: readVersion(), migrations: readMigrationFiles() });

/**
 * Applies the pending migrations, and makes the names in the queries known to the database. Several processes may call it
 * at once: one holds the lock, the others wait and find nothing pending. An interrupted migration runs again, so every
 * migration must be idempotent.
 *
 * @returns the versions applied by this call
 * @throws {Error} if the file of an applied migration was edited, or the schema needs another release
 */
export function migrate(graph: GraphClient, report: (line: string) => void = () => undefined): Promise<string[]> {
  return retryWhileUnavailable(async () => {
    await graph.statement(uniqueVersionConstraint);
    return graph.transaction({}, async (lock) => {
      await lock.rows('tenants/lock_migrations');
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
 * Waits for a database that is still starting, then checks that no migration is pending. Those of newer releases may be
 * there, if they work with this one.
 *
 * @throws {Error} that names the pending migrations and the command to run, or the release that the schema needs
 */
export async function requireSchema(graph: GraphClient, release?: Release): Promise<void> {
  const pending = await retryWhileUnavailable(() => listPendingMigrations(graph, release));
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
 * Lists the migrations that are applied, from the baseline on. A database that release 0.3.0 made also has a record of those
 * that the baseline replaced, which that release looks for after a rollback; nothing else depends on them.
 *
 * @throws {Error} that names the commit which must migrate the database first, if an older one made it
 */
export async function listAppliedMigrations(
  graph: GraphClient,
  { migrations: [baseline] } = readRelease(),
): Promise<AppliedMigration[]> {
  const applied = await graph.transaction({}, (tx) => tx.rows<AppliedMigration>('tenants/applied_migrations'));
  const isReplaced = ({ version }: AppliedMigration): boolean => version < (baseline?.version ?? '');
  const replaced = applied.filter(isReplaced);
  if (replaced.length > 0 && !replaced.some(({ version }) => version === beforeBaseline.version)) {
    const { version, release, commit } = beforeBaseline;
    const last = replaced
      .map((migration) => migration.version)
      .sort()
      .at(-1);
    throw new Error(
      `The database has migration ${last} and not ${version}, so it was made by an older commit. Two steps lead here: run ` +
        `"checkin migrate" of the commit ${commit}, whose version is ${release} as that of commits before it is, and then ` +
        '"checkin migrate" of this one. The page scripts/ops/README.md has the commands, under Upgrades.',
    );
  }
  return applied.filter((migration) => !isReplaced(migration));
}

/**
 * Lists the migrations that are not applied yet.
 *
 * @throws {Error} if the file of an applied migration was edited, or the schema needs another release
 */
export async function listPendingMigrations(graph: GraphClient, release = readRelease()): Promise<Migration[]> {
  const files = release.migrations.map((file) => ({ ...file, checksum: computeChecksum(file.text) }));
  const applied = await listAppliedMigrations(graph, release);
  for (const { version, checksum, worksWith } of applied) {
    const file = files.find((migration) => migration.version === version);
    if (file && file.checksum !== checksum) {
      throw new Error(
        `Migration ${version} was edited after it was applied; restore the file and add a new migration instead.`,
      );
    }
    if (file || (worksWith !== null && compareVersions(worksWith, release.version) <= 0)) continue;
    const needed = worksWith === null ? 'a newer version' : `version ${worksWith} or newer`;
    throw new Error(`The database has migration ${version}, which needs ${needed}; this is ${release.version}.`);
  }
  return files.filter(({ version }) => !applied.some((row) => row.version === version));
}

async function applyMigration(graph: GraphClient, { text, ...migration }: Migration): Promise<void> {
  for (const statement of splitStatements(text)) await graph.statement(statement);
  await graph.bind({}).write('tenants/record_migration', migration);
}

/** Compares versions such as `0.9.0` and `0.10.0`: negative if the first is older. */
function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function computeChecksum(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

const relationshipType = /[:|]([A-Z][A-Z_]+)\b/g;
const label = /[:&|]([A-Z][a-z]\w*)/g;
/** After a full stop, unless it is a function of a namespace, and before the colon of a map or a node. */
const propertyKey = /\.([a-z]\w*)\b(?!\()|[{,]\s*([a-z]\w*):/g;

export type SchemaNames = { labels: string[]; types: string[]; keys: string[] };

/**
 * Lists the labels, relationship types and property keys of all queries. Fields of maps that a query only returns are
 * among the keys: telling them apart would take a parser, and an unused key costs the database some bytes.
 */
export function listSchemaNames(): SchemaNames {
  const code = listQueries().map(({ text }) => stripCommentsAndStrings(text));
  const find = (pattern: RegExp): string[] => {
    const names = code.flatMap((text) => [...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? ''));
    return [...new Set(names)].sort();
  };
  return { labels: find(label), types: find(relationshipType), keys: find(propertyKey) };
}
