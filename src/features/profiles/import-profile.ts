// The profile import job: parses the uploaded PDF and notifies the admin of the result.
import { deriveId } from '../../platform/lib/ids.ts';
import type { profileNotifications } from './notifications.ts';
import type { PayloadOf } from '../../platform/notifications/notices.ts';
import type { Work } from '../../platform/outbox/work.ts';
import { queueLimits } from '../../platform/outbox/queue-limits.ts';
import { readProfilePdf, type ReadingFailure } from './pdf/reader.ts';
import type { ProfileReading } from './parser/parse.ts';
import { buildProposal } from './parser/proposal.ts';
import type { FileStorage } from '../../platform/storage/file-storage.ts';

const busy = { retry: 'PROFILE_READER_TOO_SLOW' };
const fileGone: ReadingFailure = { failed: 'The file no longer exists. Upload it again.' };

type ImportState = { status: string; userName: string };

type Services = { files: FileStorage; now: () => Date; readPdf?: typeof readProfilePdf };

/**
 * Creates the handler of `profile.import` events. It is idempotent: a second run finishes the import and notifies only
 * once. An import that the machine was too busy for is retried, and fails with the last attempt.
 */
export function createImportProfileHandler({ files, now, readPdf = readProfilePdf }: Services): Work {
  return async ({ subjectId: jobId = '', attempts }, graph, _signal, tenantId) => {
    const store = files.forTenant(tenantId);
    const started = await graph.write<ImportState>('profiles/start_processing', { jobId });
    if (started?.status === 'processing') {
      const pdf = await store.read(jobId);
      const reading: ProfileReading | ReadingFailure = pdf ? await readPdf(pdf) : fileGone;
      if ('failed' in reading && reading.canRetry && attempts < queueLimits.imports.maxAttempts) return busy;
      const failed = 'failed' in reading ? reading.failed : null;
      const proposal = 'failed' in reading ? null : buildProposal(reading, started.userName);
      const notification: PayloadOf<(typeof profileNotifications)['insights.import_finished']> = {
        employeeName: started.userName,
        outcome: failed === null ? 'parsed' : 'failed',
        ...(failed !== null && { reason: failed }),
      };
      await graph.write('profiles/finish_import', {
        jobId,
        status: notification.outcome,
        error: failed,
        parsedFields: proposal && JSON.stringify(proposal.parsedFields),
        evidence: proposal && JSON.stringify(proposal.evidence),
        warnings: proposal && proposal.warnings,
        payload: JSON.stringify(notification),
        eventId: deriveId('insights.import_finished', jobId),
        now: now().toISOString(),
      });
    }
    const current = await graph.write<ImportState>('profiles/start_processing', { jobId });
    if (current?.status !== 'parsed' && current?.status !== 'confirmed') await store.remove(jobId);
    return { done: 'completed' };
  };
}
