// The job of an import: the uploaded PDF is read, and the admin who sent it is told how that ended.
import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '../notifications/registry.ts';
import type { Work } from '../outbox/process-event.ts';
import { readProfilePdf } from '../pdf/reader.ts';
import type { ProfileRefusal } from '../profile-parser/parse.ts';
import { proposalOf } from '../profile-parser/proposal.ts';
import type { Files } from '../storage/storage.ts';

const gone: ProfileRefusal = { failed: 'The file is not there any more; upload it again.' };

type Begun = { status: string; userName: string };

/** Makes the work of a `profile.import` event. Doing it twice reads twice, but ends the import and tells people once. */
export function importingProfiles({ files, now }: { files: Files; now: () => Date }): Work {
  return async ({ subjectId: jobId = '' }, graph, _signal, tenantId) => {
    const store = files.of(tenantId);
    const begun = await graph.write<Begun>('profiles/begin_import', { jobId });
    if (begun?.status === 'processing') {
      const pdf = await store.read(jobId);
      const reading = pdf ? await readProfilePdf(pdf) : gone;
      const failed = 'failed' in reading ? reading.failed : null;
      const proposal = 'failed' in reading ? null : proposalOf(reading, begun.userName);
      const told: PayloadOf<'insights.import_finished'> = {
        employeeName: begun.userName,
        outcome: failed === null ? 'parsed' : 'failed',
        ...(failed !== null && { reason: failed }),
      };
      await graph.write('profiles/finish_import', {
        jobId,
        status: told.outcome,
        error: failed,
        parsedFields: proposal && JSON.stringify(proposal.parsedFields),
        evidence: proposal && JSON.stringify(proposal.evidence),
        warnings: proposal && proposal.warnings,
        payload: JSON.stringify(told),
        eventId: randomUUID(),
        now: now().toISOString(),
      });
    }
    const ended = await graph.write<Begun>('profiles/begin_import', { jobId });
    if (ended?.status !== 'parsed' && ended?.status !== 'confirmed') await store.remove(jobId);
    return 'done';
  };
}
