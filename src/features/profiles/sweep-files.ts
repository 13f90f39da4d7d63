// The file sweep: deletes files that no import or profile needs, such as those left behind by a crash.
import { startLoop, type Loop } from '../../platform/lib/loops.ts';
import type { JobServices } from '../../platform/outbox/work.ts';
import { getUnreadLimit } from './unread-imports.ts';
import type { FileStorage } from '../../platform/storage/file-storage.ts';

/** An upload is recorded seconds after its file is written, so a file without a record after a day is an orphan. */
const orphanAfterMs = 24 * 60 * 60_000;

type SweepServices = JobServices & { files: FileStorage };

/**
 * Deletes the unneeded files of all tenants that are older than a day. Several workers can run it at the same time.
 *
 * @returns the number of deleted files
 * @throws {Error} if the storage or the database fails; files deleted until then were not needed
 */
export async function sweepFiles(
  { graph, files, now }: Omit<SweepServices, 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const at = now().getTime();
  const createdAfter = getUnreadLimit(now());
  let removed = 0;
  for await (const page of files.list()) {
    if (signal?.aborted) break;
    const old = page.filter((file) => file.at.getTime() < at - orphanAfterMs);
    if (old.length === 0) continue;
    const params = { files: old.map(({ tenantId, id }) => ({ tenantId, id })), createdAfter };
    const found = await graph.bind({}).write<{ orphaned: typeof params.files }>('profiles/find_orphaned_files', params);
    const orphaned = found?.orphaned ?? [];
    for (const { tenantId, id } of orphaned) await files.forTenant(tenantId).remove(id);
    removed += orphaned.length;
  }
  return removed;
}

/** Sweeps immediately, and again an hour after each sweep. `stop` waits for a running sweep. */
export function startFileSweep(services: SweepServices, pauseMs = 60 * 60_000): Loop {
  const { log } = services;
  const onFault = (error: unknown): void => log.warn({ err: error }, 'file sweep failed');
  return startLoop({ pauseMs, onFault }, async (signal) => {
    const removed = await sweepFiles(services, signal);
    if (removed > 0) log.info({ removed }, 'unneeded files deleted');
  });
}
