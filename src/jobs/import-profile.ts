// The job of an import: the uploaded PDF is read, and the admin who sent it is told how that ended.
import { randomUUID } from 'node:crypto';
import type { NotificationPayload } from '../notifications/registry.ts';
import type { Work } from '../outbox/process-event.ts';
import { readProfilePdf } from '../pdf/reader.ts';
import type { ProfileRefusal } from '../profile-parser/parse.ts';
import { buildProposal } from '../profile-parser/proposal.ts';
import type { FileStorage } from '../storage/file-storage.ts';

const fileGone: ProfileRefusal = { failed: 'The file is not there any more; upload it again.' };

type ImportState = { status: string; userName: string };

/** Makes the work of a `profile.import` event. Doing it twice reads twice, but ends the import and tells people once. */
export function createImportProfileHandler({ files, now }: { files: FileStorage; now: () => Date }): Work {
  return async ({ subjectId: jobId = '' }, graph, _signal, tenantId) => {
    const store = files.forTenant(tenantId);
    const started = await graph.write<ImportState>('profiles/start_processing', { jobId });
    if (started?.status === 'processing') {
      const pdf = await store.read(jobId);
      const reading = pdf ? await readProfilePdf(pdf) : fileGone;
      const failed = 'failed' in reading ? reading.failed : null;
      const proposal = 'failed' in reading ? null : buildProposal(reading, started.userName);
      const notification: NotificationPayload<'insights.import_finished'> = {
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
        eventId: randomUUID(),
        now: now().toISOString(),
      });
    }
    const current = await graph.write<ImportState>('profiles/start_processing', { jobId });
    if (current?.status !== 'parsed' && current?.status !== 'confirmed') await store.remove(jobId);
    return 'done';
  };
}
