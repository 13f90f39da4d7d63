// The job that imports people from an uploaded file. It works in a thread: to read and compare a large file would hold up
// the other jobs of the worker for seconds.
import type { DatabaseConfig } from '../../../platform/graph/connection/driver.ts';
import type { DateOrder } from './file-dates.ts';
import { runThread } from '../../../platform/lib/threads.ts';
import type { Work } from '../../../platform/outbox/work.ts';
import type { FileStorage } from '../../../platform/storage/file-storage.ts';
import type { Assignment, Progress } from './import-people-thread.ts';

/** For a file of 20 MB in a tenant of 200,000 people. */
const heapMegabytes = 1_536;
const noteEveryMs = 1_000;
const program = new URL('./import-people-thread.ts', import.meta.url);

/** How the admin would have the file read. */
type Reading = { isDryRun: boolean; emptyClears: boolean | null; dateOrder: DateOrder | null; atMost: number | null };
type Services = { files: FileStorage; database: DatabaseConfig; now: () => Date };

/**
 * Creates the handler of `organisation.import` events. The transaction that changes people also ends the import, so that a
 * second attempt after a crash changes nothing. An attempt that dies, or is too slow, is repeated from the beginning.
 */
export function createImportPeopleHandler({ files, database, now }: Services): Work {
  return async ({ subjectId: importId = '', actorId: userId = '' }, graph, signal, tenantId) => {
    const store = files.forTenant(tenantId);
    const fields = { status: 'checking', done: null, total: null };
    const started = await graph.write<Reading>('organisation/set_import', { importId, fields });
    const csv = started && (await store.read(importId));
    if (started && csv) {
      const { isDryRun: dryRun, emptyClears, dateOrder, atMost } = started;
      const reading = { dryRun, emptyClears: emptyClears ?? false, atMost, ...(dateOrder && { dateOrder }) };
      const assignment = { database, tenantId, importId, userId, csv, reading, now: now().toISOString() };
      let noted = 0;
      const onMessage = (progress: Progress): void => {
        if (performance.now() < noted + noteEveryMs) return;
        noted = performance.now();
        const applying = { status: 'applying', ...progress };
        void graph.write('organisation/set_import', { importId, fields: applying }).catch(() => undefined);
      };
      // an attempt that fails may have made the import
      await runThread(program, assignment satisfies Assignment, { heapMegabytes, signal, onMessage });
    } else if (started) {
      const error = 'The file no longer exists. Upload it again.';
      await graph.write('organisation/set_import', { importId, fields: { status: 'failed', error } });
    }
    await store.remove(importId);
    return { done: 'completed' };
  };
}
