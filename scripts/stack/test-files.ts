// Which test files a run takes, and in which order lanes take them.
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** `npm test` runs the `usual` files, `npm run test:long` the `long` ones, and `npm run test:nightly` those for the night. */
export type Selection = 'usual' | 'long' | 'nightly';

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

/**
 * What the name of a file says: it acts on all tenants of a database, which no other file uses meanwhile; it kills, restarts and
 * restores, or studies what would take `npm test` too long; or it would take `.ci/run` too long.
 */
const suffixes = { alone: '.alone.test.ts', long: '.long.test.ts', nightly: '.nightly.test.ts' };

/**
 * In this order, so that no lane begins a file that takes long when the others are at their end. From that of the benchmark on, the
 * long ones took 747, 736, 638, 420, 327, 281, 255, 172, 167 and 158 s in one run of all on two cores, and the others less.
 */
export const first = [
  'test/scripts/demo.test.ts',
  'test/scripts/report.browser.test.ts',
  // It runs a worker by the real clock: on a Monday it would send the digests of the companies that other tests have left.
  'test/readme.session.long.test.ts',
  'test/scripts/bench.long.test.ts',
  'test/scripts/backup.long.test.ts',
  'test/platform/http/openapi.clients.long.test.ts',
  'test/features/assistants/clients.long.test.ts',
  'test/platform/outbox/kills.long.test.ts',
  'test/platform/graph/query-files.plans.long.test.ts',
  'test/platform/graph/kills.long.test.ts',
  'test/scripts/upgrade.long.test.ts',
  'test/platform/outbox/two-of-each.long.test.ts',
  'test/features/partners/partners.model.long.test.ts',
];
const last = [
  // It looks at what other tests have written.
  'test/platform/graph/schema-names.test.ts',
  // They make the database forget its plans.
  'test/platform/graph/migrations.alone.test.ts',
  'test/platform/graph/query-plans.alone.test.ts',
];

/** The test files of a selection, in the order in which lanes take them. */
export function findTestFiles(selection: Selection): string[] {
  const rank = (file: string): number =>
    first.includes(file) ? first.indexOf(file) - first.length : last.includes(file) ? 1 : 0;
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts') && readSelection(file) === selection)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function readSelection(file: string): Selection {
  if (file.endsWith(suffixes.nightly)) return 'nightly';
  return file.endsWith(suffixes.long) ? 'long' : 'usual';
}

/** What a test file needs, by its folder and its name. Long files have a database each lane. */
export function readNeed(file: string): Need {
  if (foldersWithoutGraph.some((folder) => file.startsWith(`test/${folder}/`))) return 'none';
  return Object.values(suffixes).some((suffix) => file.endsWith(suffix)) ? 'alone' : 'shared';
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
