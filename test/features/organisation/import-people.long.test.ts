// Workers that are killed while they import people: nobody is there before all are, and all are there once.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import type { OrgImportJob } from '../../../src/features/organisation/schema.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { settled, skipDueRuns } from '../../support/outbox.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { boundary, formOf } from '../../support/upload.ts';

const people = 12_000;
const aheadMs = 60_000;
const base = '/admin/organisation/imports';

describe('a worker that is killed while it imports people', () => {
  const api = service();
  let acme: Company;
  const mailbox = sharedInbox();
  let worker: ChildProcess;
  beforeEach(async () => {
    await endDueEvents(api);
    acme = await company(api, 'Ada (admin)');
    await skipDueRuns(api);
  });
  afterEach(() => worker.kill('SIGKILL'));

  const count = async (label: string): Promise<number> => {
    const text = `MATCH (n:${label} {tenantId: $tenantId}) RETURN count(n) AS count`;
    return Number((await acme.statement(text))[0]?.['count']);
  };
  const kill = async (): Promise<void> => {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  };

  /** Uploads a file of new people, and starts a worker that imports them. */
  async function begin(): Promise<string> {
    const rows = Array.from({ length: people }, (_, n) => {
      const manager = n === 0 ? 'ada' : `p${Math.floor((n - 1) / 8)}`;
      return `p${n}@example.test,Person ${n},Baker,Team ${n % 100},Tech,${manager}@example.test,`;
    });
    const csv = ['email,name,jobTitle,team,department,managerEmail,roles', ...rows].join('\n');
    const content = formOf([{ name: 'file', filename: 'people.csv', type: 'text/csv', content: csv }]);
    const authorization = `Bearer ${await acme.token('Ada')}`;
    const response = await fetch(`${api.url}/v1${base}`, {
      method: 'POST',
      headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: new Uint8Array(content),
    });
    expect(response.status).to.equal(202);
    worker = spawn(process.execPath, ['src/app/worker.ts'], {
      env: { ...process.env, WORKER_PORT: '0', SES_ENDPOINT: mailbox.url },
      stdio: 'ignore',
    });
    return ((await response.json()) as OrgImportJob).importId;
  }

  const read = async (importId: string): Promise<OrgImportJob> =>
    (await acme.as('Ada').get<OrgImportJob>(`${base}/${importId}`)).body;

  /** Lets another worker do the rest; its clock is ahead: the lease of the killed worker is over. */
  async function finish(importId: string): Promise<OrgImportJob> {
    const last = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(Date.now() + aheadMs) });
    const rows = await settled(api, acme).finally(() => last.stop());
    expect(rows.filter(({ status }) => status !== 'done')).to.deep.equal([]);
    return read(importId);
  }

  async function expectAllOnce({ status, result }: OrgImportJob): Promise<void> {
    expect([status, result?.created]).to.deep.equal(['done', people]);
    expect([await count('User'), await count('ImportBatch')]).to.deep.equal([people + 1, 0]);
    const imports = `MATCH (n:AuditEntry {tenantId: $tenantId, action: 'organisation.import'}) RETURN count(n) AS count`;
    const [row] = await acme.statement(imports);
    expect(row).to.deep.equal({ count: 1 });
  }

  it('before the last transaction leaves nobody to be seen but the progress, and the next worker imports all', async () => {
    const importId = await begin();
    const look = async (): Promise<unknown[]> => {
      const { status, done = 0, total = 0 } = await read(importId);
      return [status, done > 0, done <= total, total > people];
    };
    await until(look, (seen) => seen.join() === 'applying,true,true,true');
    await until(
      () => count('ImportBatch'),
      (batches) => batches > 2,
    );
    await kill();
    expect(await count('User')).to.equal(1);
    const { body } = await acme.as('Ada').get<{ items: unknown[] }>('/users?search=Person');
    expect(body.items).to.deep.equal([]);
    await expectAllOnce(await finish(importId));
  });

  it('after the last transaction has imported all, once', async () => {
    const importId = await begin();
    await until(
      () => count('User'),
      (users) => users > 1,
    );
    await kill();
    // The server shows a large commit bit by bit.
    await until(
      () => count('User'),
      (users) => users === people + 1,
    );
    await expectAllOnce(await finish(importId));
  });
});
