// The profile import job when the machine is too busy to read the PDF: it is tried again, and fails only in the end.
import { expect } from 'chai';
import { createImportProfileHandler } from '../../../src/features/profiles/import-profile.ts';
import type { ImportJob } from '../../../src/features/profiles/schema.ts';
import { readProfilePdf } from '../../../src/features/profiles/pdf/reader.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { freshCompany } from '../../support/company.ts';
import { endDueEvents } from '../../support/in-process-worker.ts';
import { aProfile } from '../../support/profile.ts';
import { friday, service } from '../../support/service.ts';
import { filesOf, upload } from '../../support/upload.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Ines Caldeira');
let jobId: string;

before(() => endDueEvents(api));
beforeEach(async () => {
  const { pdf } = await aProfile('busy', { person: { name: 'Ines Caldeira' } });
  jobId = (await upload(api, acme, { as: 'Ada', of: 'Ines Caldeira', pdf })).body.jobId;
});

/** Runs one attempt, with so many milliseconds on the clock for the reader. */
const attempt = (attempts: number, wallMs?: number) => {
  const readPdf = (pdf: Uint8Array | string) => readProfilePdf(pdf, wallMs === undefined ? {} : { wallMs });
  const handle = createImportProfileHandler({
    files: openStorage(api.config),
    now: () => new Date(api.clock.now),
    readPdf,
  });
  const event = { id: jobId, key: `profile.import:${jobId}`, type: 'profile.import', attempts, subjectId: jobId };
  return handle(
    { ...event, status: 'pending', createdAt: friday },
    api.graph.bind({ tenantId: acme.tenantId }),
    new AbortController().signal,
    acme.tenantId,
  );
};
const job = async (): Promise<ImportJob> =>
  (await acme.as('Ada').get<ImportJob>(`/admin/users/${acme.id('Ines Caldeira')}/insights/import/${jobId}`)).body;

describe('an import whose PDF could not be read in time', () => {
  it('is tried again with the same file, and then succeeds', async () => {
    expect(await attempt(1, 5)).to.deep.equal({ retry: 'PROFILE_READER_TOO_SLOW' });
    expect((await job()).status).to.equal('processing');
    expect(filesOf(api, acme.tenantId)).to.have.length(1);
    expect(await attempt(2)).to.deep.equal({ done: 'completed' });
    expect((await job()).status).to.equal('parsed');
  });

  it('fails with the last attempt, and says that the file may be uploaded again', async () => {
    expect(await attempt(3, 5)).to.deep.equal({ done: 'completed' });
    expect(await job()).to.include({
      status: 'failed',
      error: 'The server was too busy to read the PDF. Upload it again.',
    });
    expect(filesOf(api, acme.tenantId)).to.deep.equal([]);
  });
});
