// Imports of people from an uploaded file, which the worker makes; for admins of the tenant only.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { OrgImportJob } from '../../../src/features/organisation/schema.ts';
import { refusal, type Answer, freshCompany } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { friday, service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { boundary, filesOf, formOf } from '../../support/upload.ts';

const api = service();
const base = '/admin/organisation/imports';
const header = 'email,name,jobTitle,team,department,managerEmail,roles';
const moved = [
  header,
  'bob@example.test,Bob,Head of sales,Sales,Sales,ada@example.test,',
  'cy@example.test,Cy,,Sales,Sales,bob@example.test,',
].join('\n');

const acme = freshCompany(
  api,
  'Ada [Board] (admin)\n  Mia [Sales]\n    Bob [Sales]\nEve (admin)\nPia [People] (people_team)',
);
const neighbour = freshCompany(api, 'Zed (admin)\n  Yan');

function send(csv: string, { query = '', who = 'Ada', of = acme, key = '' } = {}): Promise<Answer<OrgImportJob>> {
  const form = formOf([{ name: 'file', filename: 'people.csv', type: 'text/csv', content: csv }]);
  return of.as(who).post<OrgImportJob>(`${base}${query}`, form, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...(key && { 'idempotency-key': key }),
  });
}
const read = (importId: string, who = 'Ada', of = acme) => of.as(who).get<OrgImportJob>(`${base}/${importId}`);
/** What the tenant holds, but for the import itself and the work of the outbox. */
const held = (): Promise<unknown> =>
  acme.statement(`
     MATCH (n {tenantId: $tenantId}) WHERE NOT n:OrgImport AND NOT n:OutboxEvent AND NOT coalesce(n.action = 'organisation.upload', false)
     OPTIONAL MATCH (n)-[r]->(m)
     WITH n, type(r) + coalesce(m.id, m.key) AS edge ORDER BY edge
     RETURN labels(n) AS labels, n.id AS id, n.key AS key, n.name AS name, n.jobTitle AS job, n.roles AS roles, collect(edge) AS edges
     ORDER BY labels, id, key`);

describe('POST /admin/organisation/imports', () => {
  it('stores the file, and says where to read the import', async () => {
    const { status, headers, body } = await send(moved, { query: '?dryRun=true' });
    expect(status).to.equal(202);
    expect(headers.get('location')).to.equal(`/v1${base}/${body.importId}`);
    expect(body).to.deep.include({ status: 'queued', dryRun: true, createdAt: friday });
    expect((await read(body.importId)).body).to.deep.equal(body);
    expect(filesOf(api, acme.tenantId)).to.have.length(1);
  });

  it('is refused while another import of the tenant is under way, and keeps no file of it', async () => {
    const first = (await send(moved)).body;
    expect(refusal(await send(moved))).to.deep.equal([409, 'ORGANISATION_BUSY']);
    expect((await send(moved, { who: 'Zed', of: neighbour })).status).to.equal(202);
    expect(filesOf(api, acme.tenantId)).to.deep.equal([`${first.importId}.pdf`]);
    expect((await read(first.importId)).body.status).to.equal('queued');
  });

  it('begins one import for one Idempotency-Key', async () => {
    const first = await send(moved, { key: 'once' });
    const again = await send(moved, { key: 'once' });
    expect(again.body).to.deep.equal(first.body);
    expect(refusal(await send(header, { key: 'once' }))).to.deep.equal([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('refuses a file that is too large, and anything but a file', async () => {
    expect(refusal(await send('x'.repeat(20_000_001)))).to.deep.equal([413, 'PAYLOAD_TOO_LARGE']);
    expect(refusal(await acme.as('Ada').post(base, { file: moved }))[0]).to.equal(415);
  });

  it('is for admins', async () => {
    for (const who of ['Mia', 'Pia'])
      expect(refusal(await send(moved, { who })), who).to.deep.equal([403, 'FORBIDDEN']);
    expect(filesOf(api, acme.tenantId)).to.deep.equal([]);
  });
});

describe('GET /admin/organisation/imports/{importId}', () => {
  it('is for admins of the tenant', async () => {
    const { importId } = (await send(moved)).body;
    for (const who of ['Mia', 'Pia']) expect(refusal(await read(importId, who)), who).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await read(importId, 'Zed', neighbour))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await read(randomUUID()))).to.deep.equal([404, 'ORG_IMPORT_NOT_FOUND']);
  });

  it('says that an import failed whose attempts have been used, and another can begin', async () => {
    const { importId } = (await send(moved)).body;
    await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, key: $key}) SET e.status = 'dead' REMOVE e.dueAt`,
      { key: `organisation.import:${importId}` },
    );
    const { body } = await read(importId);
    expect([body.status, body.error]).to.deep.equal([
      'failed',
      'It was begun several times and never ended; upload the file again.',
    ]);
    expect((await send(moved)).status).to.equal(202);
  });

  it('has ended when its event has: what it changed can be seen then', async () => {
    const { importId } = (await send(moved)).body;
    const end = { status: 'failed', done: 1, total: 3, error: 'A reason.' };
    await acme.statement('MATCH (i:OrgImport {tenantId: $tenantId}) SET i += $end', { end });
    const { error, ...shown } = (await read(importId)).body;
    expect([shown.status, error]).to.deep.equal(['applying', undefined]);
    await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, key: 'organisation.import:' + $importId}) DELETE e`,
      {
        importId,
      },
    );
    expect((await read(importId)).body).to.deep.equal({ ...shown, ...end, done: 3 });
  });
});

describe('an import of people by the worker', () => {
  const mailbox = sharedInbox();
  let worker: InProcessWorker;
  before(async () => {
    await endDueEvents(api);
    worker = startInProcessWorker(api, { ses: mailbox.url });
  });
  after(async () => {
    await worker.stop();
  });

  const ended = async (begun: Promise<Answer<OrgImportJob>>, who = 'Ada', of = acme): Promise<OrgImportJob> => {
    const { status, body } = await begun;
    expect(status, JSON.stringify(body)).to.equal(202);
    const look = async () => (await read(body.importId, who, of)).body;
    return until(look, (job) => job.status === 'done' || job.status === 'failed');
  };

  it('says what a file would change, changes it, and finds nothing to change in it afterwards', async () => {
    const before = await held();
    const counts = { created: 1, changed: 1, moved: 1, unchanged: 0, leftOut: 4, faultCount: 0, faults: [] };
    const dry = await ended(send(moved, { query: '?dryRun=true' }));
    expect([dry.status, dry.dryRun]).to.deep.equal(['done', true]);
    expect(dry.result).to.deep.include({ applied: false, ...counts });
    expect(dry.result?.lines).to.deep.include.members([
      { change: 'created', email: 'cy@example.test' },
      {
        change: 'changed',
        email: 'bob@example.test',
        detail: 'jobTitle',
        name: 'Bob',
        values: [{ field: 'jobTitle', from: "Bob's job", to: 'Head of sales' }],
      },
      { change: 'moved', email: 'bob@example.test', detail: 'mia@example.test → ada@example.test' },
      { change: 'leftOut', email: 'pia@example.test' },
    ]);
    expect(await held()).to.deep.equal(before);
    const made = await ended(send(moved));
    expect(made.status).to.equal('done');
    expect(made.result).to.deep.include({ applied: true, ...counts });
    expect((await acme.as('Bob').get('/me')).body).to.have.nested.property('manager.name', 'Ada');
    const again = (await ended(send(moved))).result;
    expect(again).to.deep.include({ applied: true, created: 0, changed: 0, moved: 0, unchanged: 2 });
    const { items } = (await acme.as('Ada').get<{ items: AuditEntry[] }>('/audit?action=organisation.import')).body;
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({ actorId: acme.id('Ada'), source: 'api', created: 1, changed: 1, moved: 1 });
    // An import has ended before its file is deleted.
    await until(
      () => Promise.resolve(filesOf(api, acme.tenantId)),
      (files) => files.length === 0,
    );
  });

  it('takes away by an empty cell, and reads dates, as the request says', async () => {
    const cells = `email,name,managerEmail,startDate\nbob@example.test,Bob,,03/04/2026`;
    expect((await ended(send(cells))).result?.faults).to.deep.equal([
      {
        row: 2,
        message: 'startDate "03/04/2026" may begin with its day or its month; say --date-order (dateOrder) dmy or mdy',
      },
    ]);
    const kept = (await ended(send(cells, { query: '?dateOrder=mdy' }))).result;
    expect(kept?.lines).to.deep.include({
      change: 'changed',
      email: 'bob@example.test',
      detail: 'startDate',
      name: 'Bob',
      values: [{ field: 'startDate', to: '2026-03-04' }],
    });
    expect(kept?.notes).to.deep.equal([
      'empty cells leave what is there: managerEmail of 1 person; --empty-clears (emptyClears=true) takes it away',
    ]);
    expect((await acme.as('Bob').get('/me')).body).to.have.nested.property('manager.name', 'Mia');
    const cleared = (await ended(send(cells, { query: '?dateOrder=mdy&emptyClears=true' }))).result;
    expect(cleared).to.deep.include({ changed: 0, moved: 1 });
    expect(refusal(await send(cells, { query: '?dateOrder=ymd' }))[0]).to.equal(400);
  });

  it('asks whether somebody is the same person, and warns of what is odd of the file', async () => {
    await ended(send('email,name,employeeNumber\nbob@example.test,Bob,2'));
    const before = await held();
    const rows = ['xenia@beta.example,Xenia Xu,2,', 'yara@beta.example,Yara Yu,3,'];
    const { status, result } = await ended(send(['email,name,employeeNumber,samePerson', ...rows].join('\n')));
    expect([status, result?.applied, result?.faults.map(({ row }) => row)]).to.deep.equal(['failed', false, [2]]);
    expect(result?.faults[0]?.message).to.match(
      /^is this the same person\? Was Bob <bob@example\.test>, would be Xenia Xu/,
    );
    expect(result?.warnings).to.deep.equal([
      'another domain than the company’s (example.test) in 1 of 1 new address: beta.example',
    ]);
    expect(await held()).to.deep.equal(before);
  });

  it('changes nothing if a row has a fault, and names its row', async () => {
    const before = await held();
    const { status, result } = await ended(send(`${moved}\nno address,Dee,,,,,`));
    expect([status, result?.applied, result?.faultCount, result?.faults[0]?.row]).to.deep.equal([
      'failed',
      false,
      1,
      4,
    ]);
    expect(await held()).to.deep.equal(before);
  });

  it('changes nothing for somebody who is no admin any more when it is made', async () => {
    await worker.stop();
    const { importId } = (await send(moved, { who: 'Eve' })).body;
    const params = { tenantId: acme.tenantId, id: acme.id('Eve') };
    await api.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.roles = []', params);
    const before = await held();
    worker = startInProcessWorker(api, { ses: mailbox.url });
    const look = async () => (await read(importId)).body;
    const { status, error, result } = await until(look, (job) => job.status === 'failed');
    expect([status, error, result]).to.deep.equal(['failed', 'You are not permitted to do this.', undefined]);
    expect(await held()).to.deep.equal(before);
  });

  it('reaches nobody of another tenant', async () => {
    const before = await held();
    const file = `${header}\nzed@example.test,Zed,,,,,admin\nbob@example.test,Bob,,,,zed@example.test,`;
    const { result } = await ended(send(file, { who: 'Zed', of: neighbour }), 'Zed', neighbour);
    expect([result?.applied, result?.created]).to.deep.equal([true, 1]);
    expect(await held()).to.deep.equal(before);
  });

  it('keeps nothing about people once one of them is erased', async () => {
    const { importId, result } = await ended(send(moved));
    expect(result?.created).to.equal(1);
    const { status } = await acme.as('Ada').post(`/admin/users/${acme.id('Bob')}/erase?dryRun=true`);
    expect(status).to.equal(409); // Cy reports to Bob
    expect((await acme.as('Ada').post(`/admin/users/${acme.id('Pia')}/erase`)).status).to.equal(200);
    const { body } = await read(importId);
    expect([body.status, body.result, body.error]).to.deep.equal(['done', undefined, undefined]);
  });
});
