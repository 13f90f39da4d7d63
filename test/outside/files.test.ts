// The store of files: a folder and an S3 bucket do the same, and a bucket that cannot be had is an outage and no more.
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from 'chai';
import { openFiles, type Files, type Listed } from '../../src/outside/files.ts';
import { openBucket } from '../../src/outside/files/bucket.ts';
import { deleteTenant } from '../../scripts/org/delete-tenant.ts';
import { openFileLinks } from '../../src/file-links.ts';
import type { ImportJob, InsightsProfile } from '../../src/model.ts';
import { localSecret } from '../../src/tokens.ts';
import { company, type Company } from '../support/company.ts';
import { inbox, type Inbox } from '../support/inbox.ts';
import { aProfile } from '../support/profile.ts';
import { proxy, type Proxy } from '../support/proxy.ts';
import { s3Server } from '../support/s3-server.ts';
import { service } from '../support/service.ts';
import { upload } from '../support/upload.ts';
import { quiet, until, workshop, type Workshop } from '../support/workshop.ts';

const s3 = s3Server();
const folder = mkdtempSync(path.join(tmpdir(), 'files-'));
after(() => rmSync(folder, { recursive: true }));

const bytesOf = async (stream: Readable | null): Promise<Buffer> => Buffer.concat((await stream?.toArray()) ?? []);
const pagesOf = async (files: Files): Promise<Listed[][]> => {
  const pages: Listed[][] = [];
  for await (const page of files.list()) pages.push(page);
  return pages;
};
const codeOf = (asked: () => Promise<unknown>): Promise<unknown> =>
  asked().then(
    () => 'no error',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

type Store = { open: () => Files; plant: (name: string) => unknown };
const stores: Record<string, Store> = {
  folder: {
    open: () => openFiles({ FILES_DIR: folder }),
    plant(name) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), 'x');
    },
  },
  bucket: {
    open: () => openFiles({ FILES_DIR: '/nowhere', FILES_BUCKET: s3.bucket, FILES_ENDPOINT: s3.endpoint }),
    plant: (name) => s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: name, Body: 'x' })),
  },
};

for (const [kind, { open, plant }] of Object.entries(stores)) {
  describe(`files in a ${kind}`, () => {
    const pdf = randomBytes(10_000_000);
    const [tenantId, neighbourId] = [randomUUID(), randomUUID()];
    let files: Files;
    before(() => (files = open()));

    it('come back byte for byte, up to 10 MB, and say how large they are', async () => {
      const [store, id] = [files.of(tenantId), randomUUID()];
      await store.put(id, pdf);
      expect((await store.read(id))?.equals(pdf)).to.equal(true);
      expect(await store.size(id)).to.equal(pdf.length);
    });

    it('come in any range of bytes, both ends included', async () => {
      const [store, id] = [files.of(tenantId), randomUUID()];
      await store.put(id, pdf);
      for (const [from, to] of [
        [0, 0],
        [5, 9],
        [70_000, 3_000_000],
        [pdf.length - 1, pdf.length - 1],
        [0, pdf.length - 1],
      ] as const) {
        const part = await bytesOf(await store.stream(id, from, to));
        expect(part.equals(pdf.subarray(from, to + 1)), `${from}-${to}`).to.equal(true);
      }
    });

    it('are nothing when they are not there, and may be removed all the same', async () => {
      const [store, id] = [files.of(tenantId), randomUUID()];
      expect([await store.read(id), await store.size(id), await store.stream(id, 0, 1)]).to.deep.equal([
        null,
        null,
        null,
      ]);
      await store.remove(id);
      await files.of(randomUUID()).removeAll();
    });

    it('are replaced as a whole, whoever reads them meanwhile', async () => {
      const [store, id] = [files.of(tenantId), randomUUID()];
      const versions = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(2_000_000, letter));
      await store.put(id, Buffer.alloc(2_000_000, 'a'));
      let writing = true;
      const written = Promise.all(versions.map((bytes) => store.put(id, bytes))).finally(() => (writing = false));
      while (writing) {
        const read = await store.read(id);
        expect(versions.some((bytes) => read?.equals(bytes))).to.equal(true);
      }
      await written;
    });

    it('are removed one by one, or all of a tenant and none of another', async () => {
      const [store, neighbour] = [files.of(tenantId), files.of(neighbourId)];
      const [first, second] = [randomUUID(), randomUUID()];
      for (const id of [first, second]) await store.put(id, Buffer.from('ours'));
      await neighbour.put(first, Buffer.from('theirs'));
      await store.remove(first);
      expect([await store.size(first), await store.size(second)]).to.deep.equal([null, 4]);
      await store.removeAll();
      expect([await store.size(second), String(await neighbour.read(first))]).to.deep.equal([null, 'theirs']);
      await neighbour.removeAll();
      expect(await pagesOf(files)).to.deep.equal([]);
    });

    it('are named by UUIDs and nothing else', async () => {
      for (const wrong of ['', '.', '..', '../x', tenantId.toUpperCase(), `${tenantId}/`, `${tenantId}\n`]) {
        expect(() => files.of(wrong), wrong).to.throw('UUID');
        const store = files.of(tenantId);
        const asked = [
          () => store.put(wrong, Buffer.from('x')),
          () => store.read(wrong),
          () => store.size(wrong),
          () => store.stream(wrong, 0, 1),
          () => store.remove(wrong),
        ];
        for (const one of asked) expect(await codeOf(one)).to.equal('A file is named by UUIDs.');
      }
    });

    it('are listed in pages of at most 500 with the time they were written, and what else lies there is not', async () => {
      const ids = Array.from({ length: 501 }, () => randomUUID());
      const since = Date.now() - 2_000; // S3 tells whole seconds
      for (let at = 0; at < ids.length; at += 50) {
        await Promise.all(ids.slice(at, at + 50).map((id) => files.of(tenantId).put(id, Buffer.from('x'))));
      }
      await files.of(neighbourId).put(ids[0] ?? '', Buffer.from('x'));
      for (const name of [
        'a-file',
        `${tenantId}/notes.txt`,
        `${tenantId}/${randomUUID()}.txt`,
        `x/${randomUUID()}.pdf`,
      ]) {
        await plant(name);
      }
      const pages = await pagesOf(files);
      const listed = pages.flat();
      expect(pages.every(({ length }) => length <= 500)).to.equal(true);
      expect(listed.filter((one) => one.tenantId === tenantId).map(({ id }) => id)).to.have.members(ids);
      expect(listed.filter((one) => one.tenantId !== tenantId)).to.have.length(1);
      for (const { at } of listed) expect(at.getTime()).to.be.within(since, Date.now() + 1_000);
      await files.of(tenantId).removeAll();
      expect((await pagesOf(files)).flat().map((one) => one.tenantId)).to.deep.equal([neighbourId]);
    });
  });
}

describe('files in a folder', () => {
  it('are an outage when the folder cannot be had', async () => {
    const blocked = path.join(folder, 'blocked');
    writeFileSync(blocked, 'a file, no folder');
    const store = openFiles({ FILES_DIR: blocked }).of(randomUUID());
    const id = randomUUID();
    for (const asked of [() => store.put(id, Buffer.from('x')), () => store.read(id), () => store.stream(id, 0, 1)]) {
      expect(await codeOf(asked)).to.equal('FILES_UNAVAILABLE');
    }
    expect(existsSync(blocked)).to.equal(true);
  });
});

describe('a bucket that cannot be had', () => {
  const [tenantId, id] = [randomUUID(), randomUUID()];
  const pdf = randomBytes(10_000_000);
  let between: Proxy;
  let files: Files;
  before(async () => {
    await openFiles({ FILES_DIR: '', FILES_BUCKET: s3.bucket, FILES_ENDPOINT: s3.endpoint }).of(tenantId).put(id, pdf);
  });
  beforeEach(async () => {
    between = await proxy(s3.endpoint);
    files = openBucket({ ...s3, endpoint: `http://127.0.0.1:${between.port}`, withinMs: 500, stallMs: 500 });
  });
  afterEach(() => between.close());

  const everything = (from: Files): Record<string, () => Promise<unknown>> => ({
    put: () => from.of(tenantId).put(randomUUID(), pdf),
    read: () => from.of(tenantId).read(id),
    size: () => from.of(tenantId).size(id),
    stream: () => from.of(tenantId).stream(id, 0, 9),
    remove: () => from.of(tenantId).remove(randomUUID()),
    removeAll: () => from.of(randomUUID()).removeAll(),
    list: () => pagesOf(from),
  });
  const ways = { down: () => between.down(), hanging: () => Promise.resolve(between.hang()) };
  for (const [how, break_] of Object.entries(ways)) {
    it(`is an outage within the time, whatever is asked, and is used again when it is back (${how})`, async () => {
      await files.of(tenantId).size(id);
      await break_();
      const started = performance.now();
      const asked = Object.entries(everything(files)).map(async ([what, one]) => ({ what, code: await codeOf(one) }));
      for (const { what, code } of await Promise.all(asked)) expect(code, what).to.equal('FILES_UNAVAILABLE');
      expect(performance.now() - started).to.be.below(1_000);
      await between.up();
      expect((await files.of(tenantId).read(id))?.equals(pdf)).to.equal(true);
    });
  }

  it('is an outage when it does not take our keys, and says nothing of them', async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = 'another-secret';
    const other = openBucket(s3);
    const errors = await Promise.all(
      Object.values(everything(other)).map((asked) => asked().catch((error: unknown) => error as Error)),
    );
    process.env['AWS_SECRET_ACCESS_KEY'] = 'test-secret';
    for (const error of errors) {
      expect(error).to.include({ code: 'FILES_UNAVAILABLE', status: 503 });
      expect(`${String(error)} ${String((error as Error).cause)}`).to.not.match(/test-key|-secret/);
    }
  });

  it('is an outage when there is no such bucket: no file is taken for gone', async () => {
    const store = openBucket({ ...s3, bucket: 'nowhere' }).of(tenantId);
    expect(await codeOf(() => store.read(id))).to.equal('FILES_UNAVAILABLE');
    expect(await codeOf(() => store.stream(id, 0, 1))).to.equal('FILES_UNAVAILABLE');
  });

  it('is not read into memory beyond what an upload may be', async () => {
    const Body = Buffer.alloc(20_000_001);
    const huge = randomUUID();
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: `${tenantId}/${huge}.pdf`, Body }));
    expect(await codeOf(() => files.of(tenantId).read(huge))).to.equal('FILES_UNAVAILABLE');
    await until(
      () => Promise.resolve(between.connections()),
      (open) => open === 0,
      3,
    );
  });

  const breaks: Record<string, (stream: Readable) => unknown> = {
    'the store hangs': () => between.hang(),
    'the store goes': (stream) => {
      stream.resume();
      void between.down();
    },
    'its reader does not go on': () => undefined,
    'it is destroyed': (stream) => stream.destroy(),
  };
  for (const [when, break_] of Object.entries(breaks)) {
    it(`ends a stream and its request when ${when}, even when nobody listens`, async () => {
      const stream = await files.of(tenantId).stream(id, 0, pdf.length - 1);
      if (!stream) throw new Error('It is not there.');
      await once(stream, 'readable');
      stream.read(10);
      break_(stream);
      await new Promise((closed) => stream.once('close', closed));
      expect(stream.errored === null || (stream.errored as { code?: string }).code === 'FILES_UNAVAILABLE').to.equal(
        true,
      );
      expect(stream.errored === null).to.equal(when === 'it is destroyed');
      await until(
        () => Promise.resolve(between.connections()),
        (open) => open === 0,
        3,
      );
    });
  }
});

describe('profiles in a bucket', () => {
  let between: Proxy;
  let mailbox: Inbox;
  let works: Workshop | undefined;
  let acme: Company;
  before(async () => {
    between = await proxy(s3.endpoint);
    const FILES_ENDPOINT = `http://127.0.0.1:${between.port}`;
    Object.assign(process.env, { FILES_BUCKET: s3.bucket, FILES_ENDPOINT });
    mailbox = await inbox();
  });
  const api = service();
  beforeEach(async () => {
    await between.up();
    await quiet(api);
    acme = await company(api, 'Ada (admin)\n  Ines Caldeira');
  });
  afterEach(() => works?.stop());
  after(async () => {
    Object.assign(process.env, { FILES_BUCKET: '', FILES_ENDPOINT: '' });
    await mailbox.close();
    await between.close();
  });

  const open = (): Workshop => (works = workshop(api, { ses: mailbox.url }));
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

    await deleteTenant(api.graph, openFiles(api.config), acme.tenantId);
    expect(await objects()).to.deep.equal([]);
    expect((await fetch(link)).status).to.equal(404);
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
    expect(await codeOf(() => deleteTenant(api.graph, openFiles(api.config), acme.tenantId))).to.equal(
      'FILES_UNAVAILABLE',
    );
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
    await openFiles(api.config).of(acme.tenantId).put(id, pdf);
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
    const links = openFileLinks(await localSecret(api.config.TOKEN_KEY_FILE ?? ''), `${api.url}/v1/profile-files`);
    return links.to(acme.tenantId, fileId, new Date(api.clock.now));
  }
});
