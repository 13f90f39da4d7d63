// The thread of an import of people. It records the import as done or failed. If another attempt may succeed, the thread fails.
import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../../../platform/errors.ts';
import { openGraph } from '../../../platform/graph/client.ts';
import type { DatabaseConfig } from '../../../platform/graph/connection/driver.ts';
import { maxListed, type OrgImport } from '../schema.ts';
import { toAdmin } from '../people/actor.ts';
import type { DateOrder } from './file-dates.ts';
import { importPeople, type ImportResult } from './import.ts';

/** `userId`: the admin who uploaded the file, and is permitted once more when the changes are made. */
export type Assignment = {
  database: DatabaseConfig;
  tenantId: string;
  importId: string;
  userId: string;
  csv: Uint8Array;
  reading: { dryRun: boolean; emptyClears: boolean; dateOrder?: DateOrder; atMost: number | null };
  now: string;
};
export type Progress = { done: number; total: number };

const limits = { answerWithinMs: 30_000, transactionWithinMs: 5 * 60_000, planFirst: false };

const { database, tenantId, importId, userId, csv, reading, now } = workerData as Assignment;
const graph = openGraph(database, limits);
try {
  await importPeople(graph, { id: tenantId }, Buffer.from(csv), {
    ...reading,
    now: new Date(now),
    by: toAdmin(userId, 'api'),
    progress: (done, total) => parentPort?.postMessage({ done, total } satisfies Progress),
    async record(tx, result) {
      const status = result.faults.length > 0 ? 'failed' : 'done';
      const fields = { status, result: JSON.stringify(describeImport(result)) };
      const ended = await tx.rows('organisation/set_import', { importId, fields });
      if (ended.length === 0) throw new Error('Another attempt has ended this import.');
    },
  });
} catch (error) {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const fields = { status: 'failed', error: error.message };
  await graph.bind({ tenantId }).write('organisation/set_import', { importId, fields });
} finally {
  await graph.close();
}

/** What the import comes to, as the API shows it: counts all, and lists the first of each kind. */
function describeImport(result: ImportResult): OrgImport {
  const { applied, created, changed, moved, unchanged, leaving, leftOut, pending, faults, warnings, notes } = result;
  const top = (email: string): string => email || 'top';
  return {
    applied,
    unchanged,
    ...(warnings.length > 0 && { warnings }),
    notes: notes.slice(0, maxListed),
    created: created.length,
    changed: changed.length,
    moved: moved.length,
    ...(leaving.length > 0 && { left: leaving.length }),
    leftOut: leftOut.length,
    faultCount: faults.length,
    faults: faults.slice(0, maxListed).map(({ row, message }) => ({ ...(row !== null && { row }), message })),
    lines: [
      ...created.slice(0, maxListed).map(({ email }) => ({ change: 'created' as const, email })),
      ...changed.slice(0, maxListed).map(({ email, fields, name, values }) => ({
        change: 'changed' as const,
        email,
        detail: fields.join(', '),
        name,
        values: values.map(({ field, from, to }) => ({ field, ...(from && { from }), ...(to && { to }) })),
      })),
      ...moved
        .slice(0, maxListed)
        .map(({ email, from, to }) => ({ change: 'moved' as const, email, detail: `${top(from)} → ${top(to)}` })),
      ...leaving.slice(0, maxListed).map(({ email, name }) => ({ change: 'left' as const, email, name })),
      ...leftOut.slice(0, maxListed).map((email) => ({ change: 'leftOut' as const, email })),
      ...pending
        .slice(0, maxListed)
        .map(({ email, manager }) => ({ change: 'pending' as const, email, detail: manager })),
    ],
  };
}
