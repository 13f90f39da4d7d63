// The store of files: a folder and an S3 bucket do the same, and a bucket that cannot be had is an outage and no more.
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from 'chai';
import { openBucket } from '../../../src/platform/storage/bucket.ts';
import type { FileStorage, FileEntry } from '../../../src/platform/storage/file-storage.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { inSpan } from '../../../src/platform/telemetry/spans.ts';
import { proxy, type Proxy } from '../../support/proxy.ts';
import { s3Server } from '../../support/s3-server.ts';
import { recordSpans } from '../../support/spans.ts';
import { until } from '../../support/until.ts';

const s3 = s3Server();
const spans = recordSpans();
const folder = mkdtempSync(path.join(tmpdir(), 'files-'));
after(() => rmSync(folder, { recursive: true }));

const bytesOf = async (stream: Readable | null): Promise<Buffer> => Buffer.concat((await stream?.toArray()) ?? []);
const pagesOf = async (files: FileStorage): Promise<FileEntry[][]> => {
  const pages: FileEntry[][] = [];
  for await (const page of files.list()) pages.push(page);
  return pages;
};
const codeOf = (asked: () => Promise<unknown>): Promise<unknown> =>
  asked().then(
    () => 'no error',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

/** The time by which files are written. Where a test is run at another date, it is not that of the process. */
function readFileClock(): number {
  const file = path.join(folder, 'now');
  writeFileSync(file, '');
  return statSync(file).mtimeMs;
}

type Store = { open: () => FileStorage; plant: (name: string) => unknown };
const stores: Record<string, Store> = {
  folder: {
    open: () => openStorage({ FILES_DIR: folder }),
    plant(name) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), 'x');
    },
  },
  bucket: {
    open: () => openStorage({ FILES_DIR: '/nowhere', FILES_BUCKET: s3.bucket, FILES_ENDPOINT: s3.endpoint }),
    plant: (name) => s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: name, Body: 'x' })),
  },
};

for (const [kind, { open, plant }] of Object.entries(stores)) {
  describe(`files in a ${kind}`, () => {
    const pdf = randomBytes(10_000_000);
    const tenantId = randomUUID();
    const neighbourId = randomUUID();
    let files: FileStorage;
    before(() => (files = open()));

    it('come back byte for byte, up to 10 MB, and say how large they are', async () => {
      const store = files.forTenant(tenantId);
      const id = randomUUID();
      await store.put(id, pdf);
      expect((await store.read(id))?.equals(pdf)).to.equal(true);
      expect(await store.size(id)).to.equal(pdf.length);
    });

    it('come in any range of bytes, both ends included', async () => {
      const store = files.forTenant(tenantId);
      const id = randomUUID();
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

    it('are null when they do not exist, and removing them is no error', async () => {
      const store = files.forTenant(tenantId);
      const id = randomUUID();
      expect([await store.read(id), await store.size(id), await store.stream(id, 0, 1)]).to.deep.equal([
        null,
        null,
        null,
      ]);
      await store.remove(id);
      await files.forTenant(randomUUID()).removeAll();
    });

    it('are replaced atomically while others read them', async () => {
      const store = files.forTenant(tenantId);
      const id = randomUUID();
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
      const store = files.forTenant(tenantId);
      const neighbour = files.forTenant(neighbourId);
      const first = randomUUID();
      const second = randomUUID();
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
        expect(() => files.forTenant(wrong), wrong).to.throw('UUID');
        const store = files.forTenant(tenantId);
        const asked = [
          () => store.put(wrong, Buffer.from('x')),
          () => store.read(wrong),
          () => store.size(wrong),
          () => store.stream(wrong, 0, 1),
          () => store.remove(wrong),
        ];
        for (const one of asked) expect(await codeOf(one)).to.equal('The id of a file must be a UUID.');
      }
    });

    it('are listed in pages of at most 500 with the time they were written, and what else lies there is not', async () => {
      const ids = Array.from({ length: 501 }, () => randomUUID());
      const since = readFileClock() - 2_000; // S3 tells whole seconds
      for (let at = 0; at < ids.length; at += 50) {
        await Promise.all(ids.slice(at, at + 50).map((id) => files.forTenant(tenantId).put(id, Buffer.from('x'))));
      }
      await files.forTenant(neighbourId).put(ids[0] ?? '', Buffer.from('x'));
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
      for (const { at } of listed) expect(at.getTime()).to.be.within(since, readFileClock() + 1_000);
      await files.forTenant(tenantId).removeAll();
      expect((await pagesOf(files)).flat().map((one) => one.tenantId)).to.deep.equal([neighbourId]);
    });
  });
}

describe('files in a folder', () => {
  it('are an outage when the folder cannot be had', async () => {
    const blocked = path.join(folder, 'blocked');
    writeFileSync(blocked, 'a file, no folder');
    const store = openStorage({ FILES_DIR: blocked }).forTenant(randomUUID());
    const id = randomUUID();
    for (const asked of [() => store.put(id, Buffer.from('x')), () => store.read(id), () => store.stream(id, 0, 1)]) {
      expect(await codeOf(asked)).to.equal('FILES_UNAVAILABLE');
    }
    expect(existsSync(blocked)).to.equal(true);
  });
});

describe('a bucket that cannot be had', () => {
  const tenantId = randomUUID();
  const id = randomUUID();
  const pdf = randomBytes(10_000_000);
  let between: Proxy;
  let files: FileStorage;
  before(async () => {
    await openStorage({ FILES_DIR: '', FILES_BUCKET: s3.bucket, FILES_ENDPOINT: s3.endpoint })
      .forTenant(tenantId)
      .put(id, pdf);
  });
  beforeEach(async () => {
    between = await proxy(s3.endpoint);
    files = openBucket({ ...s3, endpoint: `http://127.0.0.1:${between.port}`, withinMs: 500, stallMs: 500 });
  });
  afterEach(() => between.close());

  const everything = (from: FileStorage): Record<string, () => Promise<unknown>> => ({
    put: () => from.forTenant(tenantId).put(randomUUID(), pdf),
    read: () => from.forTenant(tenantId).read(id),
    size: () => from.forTenant(tenantId).size(id),
    stream: () => from.forTenant(tenantId).stream(id, 0, 9),
    remove: () => from.forTenant(tenantId).remove(randomUUID()),
    removeAll: () => from.forTenant(randomUUID()).removeAll(),
    list: () => pagesOf(from),
  });
  const ways = { down: () => between.down(), hanging: () => Promise.resolve(between.hang()) };
  for (const [how, break_] of Object.entries(ways)) {
    it(`is an outage within the time, whatever is asked, and is used again when it is back (${how})`, async () => {
      await files.forTenant(tenantId).size(id);
      await break_();
      const asked = Object.entries(everything(files)).map(async ([what, one]) => ({ what, code: await codeOf(one) }));
      for (const { what, code } of await Promise.all(asked)) expect(code, what).to.equal('FILES_UNAVAILABLE');
      await between.up();
      const store = files.forTenant(tenantId);
      expect(await store.size(id)).to.equal(pdf.length);
      expect((await bytesOf(await store.stream(id, 0, 9))).equals(pdf.subarray(0, 10))).to.equal(true);
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

  it('is seen in the trace of what asks for a file, by operation and bucket, without the key', async () => {
    const store = openBucket(s3).forTenant(tenantId);
    await inSpan('request', { isRoot: true }, () => store.size(id));
    const span = spans.ended().find(({ name }) => name === 'S3.HeadObject');
    expect(span?.attributes).to.deep.equal({
      'rpc.system.name': 'aws-api',
      'rpc.method': 'S3/HeadObject',
      'aws.s3.bucket': s3.bucket,
    });
    await store.size(id);
    expect(spans.ended().filter(({ name }) => name === 'S3.HeadObject')).to.have.length(1);
  });

  it('is an outage when there is no such bucket: no file is taken for gone', async () => {
    const store = openBucket({ ...s3, bucket: 'nowhere' }).forTenant(tenantId);
    expect(await codeOf(() => store.read(id))).to.equal('FILES_UNAVAILABLE');
    expect(await codeOf(() => store.stream(id, 0, 1))).to.equal('FILES_UNAVAILABLE');
  });

  it('is not read into memory beyond what an upload may be', async () => {
    const Body = Buffer.alloc(20_000_001);
    const huge = randomUUID();
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: `${tenantId}/${huge}.pdf`, Body }));
    expect(await codeOf(() => files.forTenant(tenantId).read(huge))).to.equal('FILES_UNAVAILABLE');
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
      const stream = await files.forTenant(tenantId).stream(id, 0, pdf.length - 1);
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
