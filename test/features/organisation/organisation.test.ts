// The organisation as a whole over HTTP: export, check, comparison, erasure; for admins of the tenant only.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { OrgDiff } from '../../../src/features/organisation/schema.ts';
import { fingerprint, refusal, type Answer, freshCompany } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

/** What happens before the next transaction over the whole organisation. */
let beforeTransaction = (): unknown => undefined;
/** Whether the file storage is away. */
let hasNoFiles = false;
const api = service(({ graph, files }) => ({
  files: {
    ...files,
    forTenant: (tenantId) => ({
      ...files.forTenant(tenantId),
      remove: (id) => (hasNoFiles ? Promise.reject(new Error('away')) : files.forTenant(tenantId).remove(id)),
    }),
  },
  graph: {
    ...graph,
    async transaction(...call) {
      const before = beforeTransaction;
      beforeTransaction = () => undefined;
      await before();
      return graph.transaction(...call);
    },
  },
}));
const acme = freshCompany(
  api,
  'Ada [Board] (admin)\n  Mia [Sales]\n    Bob [Sales]\nPia [People] (people_team, senior_leadership)',
);
const neighbour = freshCompany(api, 'Zed (admin)\n  Yan');
beforeEach(() => {
  hasNoFiles = false;
  beforeTransaction = () => undefined;
});

const base = '/admin/organisation';
async function exportCsv(who = 'Ada', query = ''): Promise<string> {
  return (await acme.as(who).get<string>(`${base}/export${query}`, { accept: 'text/csv' })).body;
}

describe('GET /admin/organisation/export', () => {
  it('is what an import reads', async () => {
    const csv = await exportCsv();
    expect(csv.split(/\r?\n/).filter(Boolean)).to.have.length(5);
    const { body } = await acme.as('Ada').get<{ rows: unknown[] }>(`${base}/export`);
    expect(body.rows[1]).to.deep.equal({
      email: 'bob@example.test',
      name: 'Bob',
      jobTitle: "Bob's job",
      team: 'Sales',
      department: 'Sales',
      managerEmail: 'mia@example.test',
      roles: [],
      id: acme.id('Bob'),
    });
  });

  it('shows the managers of an earlier time, not of a later one', async () => {
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Bob')}/manager`, { managerId: acme.id('Ada') });
    expect(await exportCsv('Ada', '?asOf=2026-11-19')).to.match(/^bob.*mia@example.test/m);
    expect(await exportCsv()).to.match(/^bob.*ada@example.test/m);
    for (const asOf of ['2026-11-21', 'never'])
      expect(refusal(await acme.as('Ada').get(`${base}/export?asOf=${asOf}`))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('GET /admin/organisation/check', () => {
  it('finds what is inconsistent in this tenant', async () => {
    const { body } = await acme.as('Ada').get<{ faults: number; findings: object[] }>(`${base}/check`);
    expect(body).to.deep.equal({ faults: 0, findings: [{ kind: 'note', message: '2 people have no manager' }] });
    await acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.active = false', { id: acme.id('Mia') });
    const broken = await acme.as('Ada').get<{ faults: number; findings: object[] }>(`${base}/check`);
    expect(broken.body.faults).to.equal(1);
    expect(broken.body.findings).to.deep.include({
      kind: 'fault',
      message: 'bob@example.test reports to someone who has left: mia@example.test',
    });
    expect((await neighbour.as('Zed').get<{ faults: number }>(`${base}/check`)).body.faults).to.equal(0);
  });
});

describe('GET /admin/organisation/diff', () => {
  it('has who moved and who joined between two times', async () => {
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Bob')}/manager`, { managerId: acme.id('Ada') });
    const { status, body } = await acme.as('Ada').get<OrgDiff>(`${base}/diff?from=2026-11-19`);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.include({ movedCount: 1, joinedCount: 0, joined: [], flows: [], smallFlows: 1 });
    expect(body.moved).to.deep.equal([
      { email: 'bob@example.test', name: 'Bob', from: 'mia@example.test', to: 'ada@example.test' },
    ]);
    expect([body.before.layers, body.after.layers, body.after.people]).to.deep.equal([3, 2, 4]);
    const joined = await acme.as('Ada').get<OrgDiff>(`${base}/diff?from=2026-01-01&to=2026-11-19`);
    expect([joined.body.joinedCount, joined.body.movedCount]).to.deep.equal([4, 0]);
  });

  it('refuses times in the wrong order, in the future, and that are none', async () => {
    for (const query of ['', '?from=2026-11-19&to=2026-11-18', '?from=2026-11-21', '?from=never'])
      expect(refusal(await acme.as('Ada').get(`${base}/diff${query}`)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('POST /admin/users/{userId}/erase', () => {
  const erase = (who: string, by = 'Ada', query = ''): Promise<Answer> =>
    acme.as(by).post(`/admin/users/${acme.id(who)}/erase${query}`);

  it('counts in a dry run, then deletes for good, with an audit entry of the admin', async () => {
    await acme.as('Bob').post('/summaries', aSummary());
    const before = await fingerprint(api, acme.tenantId);
    const dry = await erase('Bob', 'Ada', '?dryRun=true');
    expect([dry.status, dry.body]).to.deep.equal([200, dry.body]);
    expect(dry.body).to.deep.include({ erased: false, summaries: 1, goals: 0 });
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect((await erase('Bob')).body).to.deep.include({ erased: true, summaries: 1 });
    expect(refusal(await acme.as('Bob').get('/me'))).to.deep.equal([401, 'UNAUTHENTICATED']);
    expect(refusal(await erase('Bob'))).to.deep.equal([404, 'USER_NOT_FOUND']);
    const { items } = (await acme.as('Ada').get<{ items: AuditEntry[] }>(`/audit?actorId=${acme.id('Ada')}`)).body;
    expect(items.map(({ source }) => source)).to.deep.equal(['api']);
  });

  it('is done, and says which files are left, while the file storage is away', async () => {
    await upload(api, acme, { as: 'Ada', of: 'Bob', pdf: Buffer.from('%PDF-1.7') });
    hasNoFiles = true;
    const { status, body } = await erase('Bob');
    expect([status, body]).to.deep.equal([200, { ...(body as object), erased: true, imports: 1, filesLeft: 1 }]);
    expect(refusal(await acme.as('Bob').get('/me'))).to.deep.equal([401, 'UNAUTHENTICATED']);
  });

  it('is made once with an Idempotency-Key, also where its transaction is begun again after the person is gone', async () => {
    // the first request with a key: the query of its record has no plan yet, so that the transaction begins again
    const headers = { authorization: `Bearer ${await acme.token('Ada')}`, 'idempotency-key': 'erase Bob' };
    const send = () => fetch(`${api.url}/v1/admin/users/${acme.id('Bob')}/erase`, { method: 'POST', headers });
    const first = await send();
    const body: unknown = await first.json();
    expect([first.status, body]).to.deep.equal([200, { ...(body as object), erased: true }]);
    const again = await send();
    expect([again.status, await again.json()]).to.deep.equal([200, body]);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
  });

  it('erases whom the id names, also when their address passes to somebody else at the moment', async () => {
    await acme.as('Ada').post(`/admin/users/${acme.id('Bob')}/deactivate`);
    const hire = { email: 'bob@example.test', name: 'Nora', newPerson: true };
    beforeTransaction = () => acme.as('Ada').post('/admin/users', hire);
    expect((await erase('Bob')).body).to.include({ erased: true });
    const { items } = (await acme.as('Ada').get<{ items: object[] }>('/users?search=bob@example.test')).body;
    expect(items.map((user) => 'name' in user && user.name)).to.deep.equal(['Nora']);
    expect((await acme.as('Ada').get(`/users/${acme.id('Bob')}`)).status).to.equal(404);
  });

  it('refuses to take managers away from people, and admins themselves', async () => {
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await erase('Mia'))).to.deep.equal([409, 'HAS_REPORTS']);
    expect(refusal(await erase('Ada'))).to.deep.equal([409, 'LAST_ADMIN']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is for admins, and reaches nobody of another tenant', async () => {
    const before = await fingerprint(api, acme.tenantId);
    for (const who of ['Mia', 'Pia', 'Bob'])
      expect(refusal(await erase('Bob', who)), who).to.deep.equal([403, 'FORBIDDEN']);
    const foreign = await neighbour.as('Zed').post(`/admin/users/${acme.id('Bob')}/erase`);
    expect(refusal(foreign)).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await neighbour.as('Zed').post(`/admin/users/${randomUUID()}/erase`))).to.deep.equal([
      404,
      'USER_NOT_FOUND',
    ]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});

it('what admins read of the whole organisation is for admins', async () => {
  for (const path of ['export', 'check', 'diff?from=2026-11-01'])
    for (const who of ['Mia', 'Pia', 'Bob'])
      expect(refusal(await acme.as(who).get(`${base}/${path}`)), `${who} ${path}`).to.deep.equal([403, 'FORBIDDEN']);
});
