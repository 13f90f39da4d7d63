// The sweep of files: what a crash has left in the store, and no import or profile needs, goes.
import type { Logger } from 'pino';
import type { GraphClient } from '../graph/client.ts';
import type { FileStorage } from '../storage/file-storage.ts';

const everyMs = 60 * 60_000;
/** An upload is recorded some seconds after its file was written; a file without a record that is a day old has none. */
const orphanAfterMs = 24 * 60 * 60_000;
/** Until then an import that was given up may be revived ("checkin outbox retry") and its file read after all. */
const unreadAfterMs = 30 * 24 * 60 * 60_000;

export type SweepServices = { graph: GraphClient; files: FileStorage; now: () => Date; log: Logger };

/**
 * Goes through all files of all tenants once, some hundreds at a time, and removes those older than a day that nothing
 * needs. Any number of workers may do so at once.
 *
 * @returns how many were removed
 * @throws {Error} when the store or the database fails; what was removed by then was not needed
 */
export async function sweepFiles(
  { graph, files, now }: Pick<SweepServices, 'graph' | 'files' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  const at = now().getTime();
  const createdAfter = new Date(at - unreadAfterMs).toISOString();
  let removed = 0;
  for await (const page of files.list()) {
    if (signal?.aborted) break;
    const old = page.filter((file) => file.at.getTime() < at - orphanAfterMs);
    if (old.length === 0) continue;
    const params = { files: old.map(({ tenantId, id }) => ({ tenantId, id })), createdAfter };
    const { orphaned } = await graph
      .bind({})
      .one<{ orphaned: typeof params.files }>('profiles/find_orphaned_files', params);
    for (const { tenantId, id } of orphaned) await files.forTenant(tenantId).remove(id);
    removed += orphaned.length;
  }
  return removed;
}

/** Sweeps at once and then every hour, until it is stopped. */
export function startFileSweep(services: SweepServices): { stop(): Promise<void> } {
  const { log } = services;
  const stopping = new AbortController();
  const sweep = async (): Promise<void> => {
    try {
      const removed = await sweepFiles(services, stopping.signal);
      if (removed > 0) log.info({ removed }, 'files that nothing needs are gone');
    } catch (error) {
      log.warn({ err: error }, 'the files could not be swept');
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => void (sweeping = sweeping.then(sweep)), everyMs);
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await sweeping;
    },
  };
}
