// Which test files a run takes, and in which order lanes take them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `quick` leaves out the slow files, `usual` takes them, `faults` takes those that kill, restart or restore. */
export type Selection = 'quick' | 'usual' | 'faults';

/**
 * What a file needs: `alone` a database that no other file uses meanwhile, `shared` one that others may use, `none` no
 * database.
 */
export type Need = 'alone' | 'shared' | 'none';

/** Hands out files in their order: the first one with the first need of `needs` of which a file is left. */
export type FileQueue = { take(needs: readonly Need[]): string | undefined };

/** These folders do not touch the graph, which test/architecture.test.ts makes sure of. */
export const foldersWithoutGraph = [
  'features/profiles/parser',
  'features/profiles/pdf',
  'features/trends/method',
  'platform/chart',
  'platform/email',
  'platform/lib',
  'platform/outbox/queues',
  'platform/schema',
  'platform/secrets',
  'platform/settings',
  'platform/storage',
  'platform/time',
];

/** Files that take longer than about eight seconds, and files that kill processes, restart servers or restore data. */
const suffixes = { slow: '.slow.test.ts', faults: '.faults.test.ts' };

/**
 * What acts on all tenants of a database: the support files whose workers carry every due event or which count locks, the
 * loops of workers, migrations, what clears the plans, and what `npm start` starts.
 */
const actsOnDatabase =
  /support\/(in-process-worker|crashing-worker|webhook-worker|queue-worker|queues|locks|due-runs|session|image|webhooks|failing-planner)\.ts|\b(endDueEvents|skipDueRuns|settled|chainEntries|publishChanges|sweepChanges|takeRetentionTurn|applyDuePlans|holdPendingEvents|releaseEvents|sweepFiles)\b|idempotency\/purge|:Migration\b|readMigrationFiles|src\/app\/worker\.ts|db\.clearQueryCaches/;

const first = [
  // It runs a worker by the real clock: on a Monday it would send the digests of the companies that other tests have left.
  'test/readme.session.slow.test.ts',
  // It plans all queries, and the tests after it use the plans.
  'test/platform/graph/query-files.slow.test.ts',
  // It takes longest.
  'test/scripts/backup.faults.test.ts',
];
const last = [
  // It looks at what other tests have written.
  'test/platform/graph/schema-names.slow.test.ts',
  // They make the database forget its plans.
  'test/platform/graph/migrations.test.ts',
  'test/platform/graph/query-plans.slow.test.ts',
];

/** The test files of a selection: the slow ones first, so that no lane begins with one when the others are at their end. */
export function findTestFiles(selection: Selection): string[] {
  const rank = (file: string): number =>
    first.includes(file) ? 0 : last.includes(file) ? 3 : file.endsWith(suffixes.slow) ? 1 : 2;
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts') && isSelected(file, selection))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function isSelected(file: string, selection: Selection): boolean {
  const isFault = file.endsWith(suffixes.faults);
  if (selection === 'faults') return isFault;
  return !isFault && (selection === 'usual' || !file.endsWith(suffixes.slow));
}

/** What a test file needs, by its folder and what it imports. */
export function readNeed(file: string): Need {
  if (foldersWithoutGraph.some((folder) => file.startsWith(`test/${folder}/`))) return 'none';
  return actsOnDatabase.test(readFileSync(file, 'utf8')) ? 'alone' : 'shared';
}

/** A queue of these files, in their order for each need. */
export function createFileQueue(files: readonly string[], needOf: (file: string) => Need): FileQueue {
  const left = Object.groupBy(files, needOf);
  return {
    take(needs) {
      const need = needs.find((one) => left[one]?.length);
      return need && left[need]?.shift();
    },
  };
}
