// Imports that are ended and decided by several at once: each is ended once and decided once, and no file is left over.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { freshCompany } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

type Confirmed = { previousFileId: string | null; status: string };

describe('an import', () => {
  const api = service();
  const acme = freshCompany(api, 'Ada (admin)\n  Ines');
  const graph = () => api.graph.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
  const read = <T>(text: string, params = {}): Promise<T[]> => acme.statement(text, params) as Promise<T[]>;
  /** Imports of Ines' profile; the pool then has a connection for each who works on them. */
  async function given(status: string, count = 1): Promise<string[]> {
    const jobIds = Array.from({ length: count }, () => randomUUID());
    await read(
      `MATCH (u:User {tenantId: $tenantId, id: $ines})
       UNWIND $jobIds AS jobId
       CREATE (j:ImportJob {tenantId: $tenantId, id: jobId, userId: $ines, adminId: $ada, status: $status})-[:IS_FOR]->(u)
       SET j:$($label)`,
      {
        jobIds,
        status,
        ines: acme.id('Ines'),
        ada: acme.id('Ada'),
        label: `T_${acme.tenantId.replaceAll('-', '')}`,
      },
    );
    await Promise.all(Array.from({ length: 12 }, () => read('RETURN 1 AS one')));
    return jobIds;
  }
  const statusOf = async (jobId: string): Promise<unknown> =>
    (await read<{ status: string }>('MATCH (j:ImportJob {id: $jobId}) RETURN j.status AS status', { jobId }))[0]
      ?.status;
  const finish = (jobId: string, status = 'parsed') =>
    graph().write('profiles/finish_import', {
      jobId,
      status,
      error: null,
      parsedFields: '{}',
      evidence: '{}',
      warnings: [],
      payload: '{}',
      eventId: randomUUID(),
      now: friday,
    });
  const confirm = (jobId: string, decisionId = randomUUID()) =>
    graph().write<Confirmed>('profiles/confirm_import', {
      jobId,
      decisionId,
      fields: '{}',
      corrected: ['keyStrengths'],
      now: friday,
    });
  const reject = (jobId: string, decisionId = randomUUID()) =>
    graph().write('profiles/reject_import', { jobId, decisionId, now: friday });

  it('is ended by one of a dozen readings, and the admin told once; later readings change nothing', async () => {
    const [jobId = ''] = await given('processing');
    const ends = await Promise.all(Array.from({ length: 12 }, () => finish(jobId)));
    expect(ends.filter((end) => end !== null)).to.deep.equal([{ status: 'parsed' }]);
    const told = await read(`MATCH (e:OutboxEvent {tenantId: $tenantId}) RETURN e.recipientIds AS whom`);
    expect(told).to.deep.equal([{ whom: [acme.id('Ada')] }]);
    await confirm(jobId);
    expect(await finish(jobId, 'failed')).to.equal(null);
    expect(await statusOf(jobId)).to.equal('confirmed');
  });

  it('is confirmed once, on record with who did it; the same decision made twice is one', async () => {
    const [jobId = ''] = await given('parsed');
    const decisionId = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      expect(await confirm(jobId, decisionId)).to.deep.equal({ previousFileId: null, status: 'confirmed' });
    }
    expect([await confirm(jobId), await reject(jobId), await statusOf(jobId)]).to.deep.equal([null, null, 'confirmed']);
    expect(
      await read(
        'MATCH (e:AuditEntry {tenantId: $tenantId}) RETURN e {.*, id: null, recordedAt: null, at: toString(e.at)} AS entry',
      ),
    ).to.deep.equal([
      {
        entry: {
          tenantId: acme.tenantId,
          action: 'profile.confirm',
          at: '2026-11-20T10:00:00Z',
          actorId: acme.id('Ada'),
          userId: acme.id('Ines'),
          importJobId: jobId,
          corrected: ['keyStrengths'],
        },
      },
    ]);
  });

  it('is rejected once; the same decision made twice is one', async () => {
    const [jobId = ''] = await given('parsed');
    const decisionId = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      expect(await reject(jobId, decisionId)).to.deep.equal({ status: 'rejected' });
    }
    expect([await confirm(jobId), await reject(jobId), await statusOf(jobId)]).to.deep.equal([null, null, 'rejected']);
  });

  it('is decided by one of a dozen at the same moment', async () => {
    const [jobId = ''] = await given('parsed');
    const decisions = Array.from({ length: 12 }, (_, place) => (place % 2 ? confirm(jobId) : reject(jobId)));
    expect((await Promise.all(decisions)).filter((decision) => decision !== null)).to.have.length(1);
  });

  it('of a dozen confirmed at the same moment hands back each file but the last to be removed', async () => {
    const jobIds = await given('parsed', 12);
    const confirmed = await Promise.all(jobIds.map((jobId) => confirm(jobId)));
    const removed = confirmed.map((one) => one?.previousFileId).filter((id) => id != null);
    const [profile] = await read<{ fileId: string }>(
      'MATCH (p:Profile {tenantId: $tenantId, userId: $ines}) RETURN p.fileId AS fileId',
      { ines: acme.id('Ines') },
    );
    expect([...removed, profile?.fileId]).to.have.members(jobIds);
  });
});
