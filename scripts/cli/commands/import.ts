// checkin import wait: waits until the PDF of an import is parsed, for use in scripts.
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import type { Graph } from '../../../src/platform/graph/client.ts';
import { toUuid } from '../../../src/platform/schema/validation.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { print, logToStderr } from '../output.ts';

/** The outcome is only in the database, which sends no event for it. */
const pollIntervalMs = 250;

type Job = { jobId: string; status: string; error?: string; warnings?: string[] };
type Clock = { now: () => number; pause: (milliseconds: number) => Promise<unknown> };
type Options = { tenant: string; timeout: number; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--timeout <seconds>', 'how long to wait', parseSeconds, 60)
    .option('--json', 'print the import as JSON, with its error and its warnings')
    .action(async (id: string, { tenant, timeout, json }: Options) => {
      const jobId =
        toUuid(id) ?? command.error('error: a job id is a UUID, as returned by the upload', { exitCode: 2 });
      const job = await withConnection(async ({ graph }) => {
        return waitForJob(graph.bind({ tenantId: await findTenantId(graph, tenant) }), jobId, timeout);
      });
      await print(json ? JSON.stringify(job, null, 2) : job.status);
      if (job.status === 'failed') throw new Error(job.error ?? 'The PDF could not be parsed; upload it again.');
    });
}

/**
 * Says each state once, when it begins.
 *
 * @throws {Error} when the import does not exist, or is not finished after so many seconds
 */
export async function waitForJob(
  graph: Pick<Graph, 'maybe'>,
  jobId: string,
  seconds: number,
  clock: Clock = { now: () => performance.now(), pause },
): Promise<Job> {
  const deadline = clock.now() + seconds * 1000;
  let reported = '';
  for (;;) {
    const job = await graph.maybe<Job>('profiles/import_progress', { jobId });
    if (!job) throw new Error('This import does not exist in this tenant.');
    const { status } = job;
    if (status !== 'queued' && status !== 'processing') return job;
    if (status !== reported) {
      logToStderr(status === 'queued' ? 'The import is waiting for a worker.' : 'A worker is parsing the PDF.');
      reported = status;
    }
    if (clock.now() > deadline)
      throw new Error(`The import is still ${status} after ${seconds} s; is the worker running?`);
    await clock.pause(pollIntervalMs);
  }
}

function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number of seconds, 1 to 99999.');
}
