// The hash chain of the audit log: made after the commit, verified and exported by command.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { chainEntries, verifyChain, type ChainReport } from '../../src/platform/audit/audit-chain.ts';
import { company, freshCompany } from '../support/company.ts';

import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const api = service();
const checkin = shell();
const acme = freshCompany(api, 'Ada (admin)\n  Mia\n  Gus\n  Bob');
const run = (...words: string[]) => checkin.run(['audit', ...words, '--tenant', acme.tenantId]);
const verify = async (...options: string[]): Promise<ChainReport & { code: number | null }> => {
  const { code, out } = await run('verify', '--json', ...options);
  return { ...(JSON.parse(out) as ChainReport), code };
};
const chainAll = async (): Promise<void> => {
  while (await chainEntries(api.graph, randomUUID()));
};
/** Each entry, changed by the Cypher in its place; `n` is the place. */
const tamper = (sequence: number, change: string): Promise<unknown> =>
  api.graph.statement(`MATCH (e:AuditEntry {tenantId: $id, sequence: $sequence}) ${change}`, {
    id: acme.tenantId,
    sequence,
  });

beforeEach(async () => {
  for (const to of ['Mia', 'Gus', 'Ada', 'Mia', 'Gus']) {
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Bob')}/manager`, { managerId: acme.id(to) });
  }
});

describe('checkin audit verify', () => {
  it('says that entries wait until they have their place, and finds no fault', async () => {
    expect(await verify()).to.deep.equal({ entries: 0, pending: 5, head: null, faults: [], code: 0 });
    await Promise.all([chainAll(), chainAll(), chainAll()]);
    await acme.as('Ada').patch('/admin/settings', { minimumGroup: 7 });
    const { entries, pending, head, faults, code } = await verify();
    expect([entries, pending, head?.sequence, faults, code]).to.deep.equal([5, 1, 5, [], 0]);
    await chainAll();
    expect(await verify()).to.deep.include({ entries: 6, pending: 0, faults: [], code: 0 });
    const { out, err } = await run('verify');
    expect([out, err]).to.deep.equal([
      `head\t6:${(await verify()).head?.hash}\n`,
      `6 entries of ${acme.tenantId} verified: no faults.\n`,
    ]);
  });

  for (const [what, change, faults] of [
    ['changed', `SET e.actorId = 'somebody else'`, [{ sequence: 3, fault: 'changed' }]],
    ['changed by a value that was not there', "SET e.corrected = ['jobTitle']", [{ sequence: 3, fault: 'changed' }]],
    ['removed', 'DELETE e', [{ sequence: 3, fault: 'missing' }]],
    ['copied', `CREATE (c:AuditEntry {id: randomUUID()}) SET c += e {.*, id: c.id}`, [{ sequence: 3, fault: 'added' }]],
  ] as const) {
    it(`finds an entry that was ${what}`, async () => {
      await chainAll();
      await tamper(3, change);
      const report = await verify();
      expect(report.faults.map(({ sequence, fault }) => ({ sequence, fault }))).to.deep.include.members([...faults]);
      expect(report.code).to.equal(1);
    });
  }

  it('finds that the first or the last entries were removed, and a log that was made anew', async () => {
    await chainAll();
    const { head } = await verify();
    const text = `${head?.sequence}:${head?.hash}`;
    expect((await verify('--head', text)).faults).to.deep.equal([]);
    await tamper(1, 'DELETE e');
    expect((await verify()).faults).to.deep.equal([{ sequence: 1, fault: 'missing' }]);
    await tamper(5, 'DELETE e');
    expect((await verify()).faults).to.deep.equal([1, 5].map((sequence) => ({ sequence, fault: 'missing' })));
    await acme.statement(`MATCH (e:AuditEntry {tenantId: $tenantId}) SET e.recordedAt = e.at REMOVE e.sequence, e.hash
       WITH count(*) AS n MATCH (c:AuditChain {tenantId: $tenantId}) SET c.lastSequence = 0, c.lastHash = ''`);
    await chainAll();
    expect((await verify()).faults).to.deep.equal([]);
    expect((await verify('--head', text)).faults).to.deep.equal([{ sequence: 5, fault: 'missing' }]);
    expect((await verify('--head', `3:${'0'.repeat(64)}`)).faults).to.deep.equal([
      { sequence: 3, fault: 'other head' },
    ]);
    expect((await run('verify', '--head', 'x')).code).to.equal(2);
  });

  it('reads the log in two statements, however long it is', async () => {
    await acme.statement(
      `UNWIND range(1, 1200) AS n
       CREATE (:AuditEntry:$($label) {tenantId: $tenantId, id: randomUUID(), action: 'person.update', at: datetime(), recordedAt: datetime()})`,
      { label: `T_${acme.tenantId.replaceAll('-', '')}` },
    );
    await chainAll();
    const asked: string[] = [];
    api.graph.figures.onStatement(({ query }) => asked.push(query));
    const { entries, faults } = await verifyChain(api.graph.bind({ tenantId: acme.tenantId }));
    expect([entries, faults]).to.deep.equal([1_205, []]);
    expect(asked).to.deep.equal(['audit/read_chain', 'audit/scan']);
  });

  it('begins behind what was deleted because of its age', async () => {
    await chainAll();
    await acme.statement(`MATCH (e:AuditEntry {tenantId: $tenantId, sequence: 2}), (c:AuditChain {tenantId: $tenantId})
       SET c.sweptThrough = e.sequence, c.sweptHash = e.hash`);
    for (const sequence of [1, 2]) await tamper(sequence, 'DELETE e');
    expect(await verify()).to.deep.include({ entries: 3, faults: [] });
  });
});

describe('checkin audit export', () => {
  it('prints the entries of the tenant alone, in their order, without personal text', async () => {
    const neighbour = await company(api, 'Zed (admin)');
    await neighbour.as('Zed').patch('/admin/settings', { minimumGroup: 7 });
    await chainAll();
    const { out } = await run('export');
    const entries = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5]);
    for (const entry of entries) {
      expect(entry).to.include({ action: 'reporting-line.move', actorId: acme.id('Ada'), source: 'api' });
      expect(entry['hash']).to.match(/^[0-9a-f]{64}$/);
    }
    expect(out).to.not.match(/Ada|Mia|example\.test/);
  });
});
