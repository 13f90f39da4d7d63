// The sweep of files: an orphan goes, what is young or needed stays, and a fault only makes it wait.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import pino from 'pino';
import { openGraph } from '../../../src/platform/graph/client.ts';
import type { QueryScope } from '../../../src/platform/graph/queries/query-files.ts';
import { startFileSweep, sweepFiles } from '../../../src/features/profiles/sweep-files.ts';
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { company, type Company } from '../../support/company.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
const day = 24 * 60 * 60_000;
const now = (): Date => new Date('2026-11-20T10:00:00Z');
let folder: string;
let files: FileStorage;
let acme: Company;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sweep-'));
  files = openStorage({ FILES_DIR: folder });
  acme = await company(api, 'Ada (admin)\n  Bob\n  Cy');
});
afterEach(() => rm(folder, { recursive: true }));

const placeOf = (id: string, tenantId = acme.tenantId): string => path.join(folder, tenantId, `${id}.pdf`);
/** A file that was written so many days ago. @returns its id */
const kept = async (days: number, tenantId = acme.tenantId): Promise<string> => {
  const id = randomUUID();
  await files.forTenant(tenantId).put(id, Buffer.from('%PDF-1.7'));
  const at = new Date(now().getTime() - days * day);
  await utimes(placeOf(id, tenantId), at, at);
  return id;
};
/** An import of a file, begun so many days ago. */
const imported = (id: string, status: string, days: number): Promise<unknown> =>
  acme.statement(
    `MATCH (u:User {id: $userId})
     CREATE (j:ImportJob:$($label) {tenantId: $tenantId, id: $id, userId: $userId, status: $status, createdAt: datetime($at)})
     CREATE (j)-[:IS_FOR]->(u)`,
    { userId: acme.id('Bob'), id, status, at: new Date(now().getTime() - days * day).toISOString() },
  );
const there = (ids: Record<string, string>): string[] =>
  Object.keys(ids).filter((name) => existsSync(placeOf(ids[name] ?? '')));
const sweep = (): Promise<number> => sweepFiles({ graph: api.graph, files, now });

describe('the sweep of files', () => {
  it('removes unknown files once they are a day old, and nothing younger', async () => {
    const ids = { old: await kept(2), orphan: await kept(1.01), young: await kept(0.99), fresh: await kept(0) };
    expect(await sweep()).to.equal(2);
    expect(there(ids)).to.deep.equal(['young', 'fresh']);
    expect(await sweep()).to.equal(0);
  });

  it('keeps the file of a profile and of imports that are not decided on, and none of those that are over', async () => {
    const ids: Record<string, string> = {};
    for (const status of ['queued', 'processing', 'parsed', 'confirmed', 'rejected', 'failed']) {
      for (const days of [3, 40]) {
        const name = `${status} ${days}`;
        ids[name] = await kept(days);
        await imported(ids[name], status, days);
      }
    }
    ids['profile'] = await kept(400);
    await imported(ids['profile'], 'confirmed', 400);
    await acme.statement('CREATE (p:Profile {tenantId: $tenantId, userId: $userId, fileId: $fileId, fields: "{}"})', {
      userId: acme.id('Bob'),
      fileId: ids['profile'],
    });
    expect(await sweep()).to.equal(8);
    expect(there(ids)).to.deep.equal(['queued 3', 'processing 3', 'parsed 3', 'parsed 40', 'profile']);
  });

  it('keeps the file of a profile whose confirmation is being committed, also if its status can be seen first', async () => {
    const ids = { confirmed: await kept(3) };
    await imported(ids.confirmed, 'confirmed', 3);
    const params = { tenantId: acme.tenantId, userId: acme.id('Bob'), id: ids.confirmed };
    const confirm = `MATCH (j:ImportJob {id: $id}) SET j.id = $id
      CREATE (p:Profile {tenantId: $tenantId, userId: $userId, fileId: $id, fields: '{}'})`;
    expect(await startBeforeCommit(api, [confirm, params], 1, sweep)).to.equal(0);
    expect(there(ids)).to.deep.equal(['confirmed']);
  });

  it('leaves alone what is no file of a tenant of this database', async () => {
    const stranger = randomUUID();
    const id = await kept(9, stranger);
    const odd = [path.join(folder, 'notes.txt'), path.join(folder, acme.tenantId, 'notes.pdf')];
    await mkdir(path.join(folder, acme.tenantId, `${randomUUID()}.pdf`), { recursive: true });
    for (const file of odd) {
      await writeFile(file, 'x');
      await utimes(file, new Date(0), new Date(0));
    }
    expect(await sweep()).to.equal(0);
    expect([placeOf(id, stranger), ...odd].filter(existsSync)).to.have.length(3);
  });

  it('removes what a crash in the middle of an upload has left', async () => {
    const put = files.forTenant(acme.tenantId).put(randomUUID(), Buffer.alloc(30_000_000));
    const drafts = await until(
      async () => (await pagesOf(files)).flat(),
      ({ length }) => length > 0,
    );
    await put;
    const [draft] = drafts;
    await writeFile(placeOf(draft?.id ?? ''), 'half');
    await utimes(placeOf(draft?.id ?? ''), new Date(0), new Date(0));
    expect(await sweep()).to.equal(1);
  });

  it('goes through any number of files, at most 500 at a time, also beside other workers', async () => {
    await mkdir(path.join(folder, acme.tenantId));
    const ids = Array.from({ length: 1_203 }, () => randomUUID());
    await Promise.all(ids.map((id) => writeFile(placeOf(id), '')));
    await Promise.all(ids.map((id) => utimes(placeOf(id), new Date(0), new Date(0))));
    const needed = ids[700] ?? '';
    await imported(needed, 'parsed', 3);
    expect((await pagesOf(files)).map(({ length }) => length)).to.deep.equal([500, 500, 203]);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect((await pagesOf(files)).flat().map(({ id }) => id)).to.deep.equal([needed]);
  });

  it('finds nothing where there is no folder yet', async () => {
    expect(
      await sweepFiles({ graph: api.graph, files: openStorage({ FILES_DIR: path.join(folder, 'none') }), now }),
    ).to.equal(0);
  });

  it('logs a failure of the database or the store, removes nothing, and tries again after a pause', async () => {
    const orphan = { orphan: await kept(2) };
    const logged: string[] = [];
    const log = pino({}, { write: (line: string) => void logged.push(line) });
    const nextLine = () => {
      const before = logged.length;
      return until(
        () => Promise.resolve(logged.length),
        (length) => length > before,
      );
    };
    const away = openGraph({ ...api.config, NEO4J_URI: 'bolt://127.0.0.1:9' });
    let graph = away;
    let store = files;
    const services = {
      graph: { ...away, bind: (asker: QueryScope) => graph.bind(asker) },
      files: { forTenant: (tenantId: string) => store.forTenant(tenantId), list: () => store.list() },
      now,
      log,
    };
    const sweeping = startFileSweep(services, 20);
    try {
      await nextLine();
      graph = api.graph;
      store = openStorage({ FILES_DIR: path.join(placeOf(orphan.orphan), '\0') });
      await nextLine();
      await nextLine(); // of a sweep that began with this store
      expect(new Set(logged.map((line) => (JSON.parse(line) as { msg: string }).msg))).to.deep.equal(
        new Set(['file sweep failed']),
      );
      expect(there(orphan)).to.deep.equal(['orphan']);
      store = files;
      await until(
        () => Promise.resolve(there(orphan)),
        (left) => left.length === 0,
      );
    } finally {
      await sweeping.stop();
      await away.close();
    }
  });
});

async function pagesOf(store: FileStorage) {
  const pages = [];
  for await (const page of store.list()) pages.push(page);
  return pages;
}
