// checkin import wait: waits until a profile's import has been read, for scripts that go on with it.
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import type { Graph } from '../../src/graph/client.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { print, logToStderr } from '../output.ts';

/** The end of a reading is only seen in the database, which tells nobody of it. */
const lookEveryMs = 250;
const stillEveryMs = 10_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Job = { jobId: string; status: string; error?: string; warnings?: string[] };
type Options = { tenant: string; timeout: number; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--timeout <seconds>', 'how long to wait', wholeSeconds, 60)
    .option('--json', 'print the import as JSON, with its error and its warnings')
    .action(async (id: string, { tenant, timeout, json }: Options) => {
      const jobId = id.toLowerCase();
      if (!uuid.test(jobId)) command.error('error: a job id is a UUID, as the upload has answered it', { exitCode: 2 });
      const job = await withConnection(async ({ graph }) => {
        return untilRead(graph.bind({ tenantId: await findTenantId(graph, tenant) }), jobId, timeout);
      });
      await print(json ? JSON.stringify(job, null, 2) : job.status);
      if (job.status === 'failed') throw new Error(job.error ?? 'The PDF could not be read; upload it again.');
    });
}

/** @throws {Error} when there is no such import, or it is still not read after so many seconds */
async function untilRead(graph: Graph, jobId: string, seconds: number): Promise<Job> {
  const deadline = performance.now() + seconds * 1000;
  let reportedAt = { status: '', at: 0 };
  for (;;) {
    const job = await graph.maybe<Job>('profiles/import_progress', { jobId });
    if (!job) throw new Error('There is no such import in this tenant.');
    const { status } = job;
    if (status !== 'queued' && status !== 'processing') return job;
    const now = performance.now();
    if (status !== reportedAt.status || now - reportedAt.at > stillEveryMs) {
      logToStderr(status === 'queued' ? 'The import waits for the worker.' : 'The worker reads the PDF.');
      reportedAt = { status, at: now };
    }
    if (now > deadline) throw new Error(`The import is still ${status} after ${seconds} s; is the worker running?`);
    await pause(lookEveryMs);
  }
}

function wholeSeconds(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number of seconds, 1 to 99999.');
}
