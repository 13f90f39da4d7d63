// Profiles with an S3 bucket as the store: the way of a PDF from end to end, and what happens while the bucket is away.
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ImportJob, InsightsProfile } from '../../../src/features/profiles/schema.ts';
import { deleteTenant } from '../../../src/features/personal-data/delete-tenant.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { readServiceKeys } from '../../../src/platform/secrets/service-keys.ts';
import { createLinkSigner } from '../../../src/platform/secrets/file-links.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { aProfile } from '../../support/profile.ts';
import { proxy, type Proxy } from '../../support/proxy.ts';
import { s3Server } from '../../support/s3-server.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { upload } from '../../support/upload.ts';

const s3 = s3Server();

describe('profiles in a bucket', () => {
  let between: Proxy;
  const mailbox = sharedInbox();
  let worker: InProcessWorker | undefined;
  let acme: Company;
  before(async () => {
    between = await proxy(s3.endpoint);
    const FILES_ENDPOINT = `http://127.0.0.1:${between.port}`;
    Object.assign(process.env, { FILES_BUCKET: s3.bucket, FILES_ENDPOINT });
  });
  const api = service();
  beforeEach(async () => {
    await between.up();
    await endDueEvents(api);
    acme = await company(api, 'Ada (admin)\n  Ines Caldeira');
  });
  afterEach(() => worker?.stop());
  after(async () => {
    Object.assign(process.env, { FILES_BUCKET: '', FILES_ENDPOINT: '' });
    await between.close();
  });

  const open = (): InProcessWorker => (worker = startInProcessWorker(api, { ses: mailbox.url }));
  const begun = async (pdf: Uint8Array): Promise<string> => {
    const { status, body } = await upload(api, acme, { as: 'Ada', of: 'Ines Caldeira', pdf });
    expect(status).to.equal(202);
    return body.jobId;
  };
  const job = (jobId: string): string => `/admin/users/${acme.id('Ines Caldeira')}/insights/import/${jobId}`;
  const parsed = (jobId: string): Promise<ImportJob> =>
    until(
      async () => (await acme.as('Ada').get<ImportJob>(job(jobId))).body,
      ({ status }) => status === 'parsed',
    );
  const objects = async (): Promise<string[]> => {
    const asked = new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: `${acme.tenantId}/` });
    return ((await s3.client.send(asked)).Contents ?? []).map(({ Key = '' }) => Key);
  };
  const ines = () => aProfile('bucket', { person: { name: 'Ines Caldeira' } });

  it('are uploaded, read, confirmed and handed out in parts, and go with their tenant', async () => {
    open();
    const { pdf, fields } = await ines();
    const kept = await begun(pdf);
    expect((await parsed(kept)).parsedFields).to.deep.equal(fields);
    expect((await acme.as('Ada').post(`${job(kept)}/confirm`)).status).to.equal(200);
    expect(await objects()).to.deep.equal([`${acme.tenantId}/${kept}.pdf`]);

    const { body } = await acme.as('Ines Caldeira').get<InsightsProfile>(`/users/${acme.id('Ines Caldeira')}/insights`);
    const link = body.summary?.fullProfilePdfUrl?.replace('http://api.test', api.url) ?? '';
    const whole = await fetch(link);
    expect([whole.status, whole.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(pdf)).to.equal(true);
    const part = await fetch(link, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).to.deep.equal([206, `bytes 100-199/${pdf.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(pdf).subarray(100, 200))).to.equal(true);
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(pdf.length)]);

    await deleteTenant(openErasureServices(api.graph, api.config), acme.tenantId);
    expect(await objects()).to.deep.equal([]);
    expect((await fetch(link)).status).to.equal(404);
  });

  it('say that files are unavailable while it hangs, also with an Idempotency-Key', async () => {
    const { pdf } = await ines();
    between.hang();
    const parts = { as: 'Ada', of: 'Ines Caldeira', pdf };
    const sent = [parts, { ...parts, key: randomUUID() }].map((one) => upload<{ code: string }>(api, acme, one));
    const refusals = (await Promise.all(sent)).map(({ status, body }) => [status, body.code]);
    expect(refusals).to.deep.equal(Array(2).fill([503, 'FILES_UNAVAILABLE']));
  });

  it('are 503 while it is down, to upload and to download; what is decided on meanwhile stays decided', async () => {
    open();
    const { pdf } = await ines();
    const jobId = await begun(pdf);
    await parsed(jobId);
    await between.down();
    const refused = await upload<{ code: string }>(api, acme, { as: 'Ada', of: 'Ines Caldeira', pdf });
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).to.deep.equal([
      503,
      'FILES_UNAVAILABLE',
      '1',
    ]);
    const lost = await fetch(await linkTo(jobId));
    expect([lost.status, ((await lost.json()) as { code: string }).code]).to.deep.equal([503, 'FILES_UNAVAILABLE']);
    const undeleted = await deleteTenant(openErasureServices(api.graph, api.config), acme.tenantId).catch(
      (error: unknown) => error,
    );
    expect(undeleted).to.include({ code: 'FILES_UNAVAILABLE' });
    expect((await acme.as('Ada').post(`${job(jobId)}/reject`)).status).to.equal(200); // the tenant is all there
    expect((await acme.as('Ada').get<ImportJob>(job(jobId))).body.status).to.equal('rejected');
    expect(api.logged.join(''))
      .to.include('FILES_UNAVAILABLE')
      .and.not.match(/Ines|Caldeira|test-secret/);
  });

  it('wait to be read for as long as it is down: that is no attempt', async () => {
    const { pdf } = await ines();
    const jobId = await begun(pdf);
    await between.down();
    const { logged } = open();
    const event = () =>
      api.graph.statement(
        'MATCH (e:OutboxEvent {tenantId: $t, key: $key}) RETURN e.attempts AS attempts, e.error AS error',
        {
          t: acme.tenantId,
          key: `profile.import:${jobId}`,
        },
      );
    const [seen] = await until(event, ([row]) => Boolean(row?.['error']));
    expect(seen).to.deep.equal({ attempts: 0, error: 'FILES_UNAVAILABLE' });
    await between.up();
    await parsed(jobId);
    expect(logged.join('')).to.not.match(/Ines|Caldeira/);
  });

  it('break off half-way when it goes, and the service goes on', async () => {
    const id = randomUUID();
    const pdf = randomBytes(10_000_000);
    await openStorage(api.config).forTenant(acme.tenantId).put(id, pdf);
    const link = await linkTo(id);
    const broken = await fetch(link);
    await between.down();
    const failed = await broken.arrayBuffer().then(
      () => false,
      () => true,
    );
    expect([broken.status, failed]).to.deep.equal([200, true]);
    await between.up();
    expect((await (await fetch(link)).arrayBuffer()).byteLength).to.equal(pdf.length);
  });

  async function linkTo(fileId: string): Promise<string> {
    const links = createLinkSigner(await readServiceKeys(api.config), `${api.url}/v1/profile-files`);
    return links.sign(acme.tenantId, fileId, new Date(api.clock.now));
  }
});
