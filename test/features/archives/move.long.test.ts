// checkin tenant export and import: a tenant arrives in another database as it was, or not at all.
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { exportTenant } from '../../../src/features/archives/export-tenant.ts';
import { archivedLabels } from '../../../src/features/personal-data/table-of-nodes.ts';
import { createLineWriter, type Header, type Line } from '../../../src/features/archives/format.ts';
import { importTenant, type ImportServices } from '../../../src/features/archives/import-tenant.ts';
import { publishChanges } from '../../../src/platform/audit/publish.ts';
import { openExactGraph, type ExactGraph } from '../../../src/platform/graph/exact/exact-graph.ts';
import { toTenantLabel } from '../../../src/platform/graph/queries/query-files.ts';
import type { Call } from '../../../src/platform/graph/queries/call-types.ts';
import { openWeeklyRuns } from '../../../src/features/schedules/weekly-runs.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { queryWholeTenant } from '../../../src/platform/graph/exact/whole-tenant.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import {
  confirmImportOfEve,
  eve,
  eveDrawing,
  fillAboutEve,
  fillTheRest,
  sent,
} from '../../support/person-with-data.ts';
import { company, fingerprint, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { announce, settled } from '../../support/outbox.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';
import { dumpTenant } from '../../support/tenant-dump.ts';

const api = service();
const { run, folder } = shell();
const mailbox = sharedInbox();
beforeEach(async () => {
  await endDueEvents(api); // a worker also carries what another test has left
});

const newFile = (): string => path.join(folder, `${randomUUID()}.ndjson`);
const exported = async (of: Company, file = newFile()): Promise<string> => {
  const { code, err } = await run(['tenant', 'export', file, '--tenant', of.tenantId]);
  expect(code, err).to.equal(0);
  expect(err).to.match(/^Exported .*: [\d,]+ items, \d PDFs? among them\.\n$/);
  return file;
};
const deleted = async (of: Company, ...options: string[]): Promise<void> => {
  expect((await run(['tenant', 'delete', of.tenantId, '--yes', ...options])).code).to.equal(0);
};
const services = (): ImportServices => ({
  ...openErasureServices(api.graph, api.config),
  openExact: (tenantId) => openExactGraph(api.config, tenantId),
});
const dump = (of: Company) => dumpTenant(api, of.tenantId);
const nothing = { nodes: [], relationships: [], files: [] };
/** Subject and recipients of every mail that the inbox has got. */
async function mails(): Promise<string[]> {
  const { emails } = (await (await fetch(`${mailbox.url}/store`)).json()) as { emails: unknown[] };
  return emails.map((mail) => JSON.stringify(mail));
}
async function work(of: Company): Promise<void> {
  const worker = startInProcessWorker(api, { ses: mailbox.url });
  await settled(api, of).finally(() => worker.stop());
}
const publish = async (): Promise<void> => {
  while (await publishChanges(api.graph, 'test', new Date(api.clock.now)));
};

/** Rewrites an archive line by line, with counts and a checksum that are right again. */
function forge(
  file: string,
  change: (line: Line) => Line[],
  header: (header: Header) => Header = (one) => one,
): string {
  const [first = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const writer = createLineWriter();
  const text = writer.header(header(JSON.parse(first) as Header));
  const lines = rest.slice(0, -1).flatMap((line) => change(JSON.parse(line) as Line));
  const forged = newFile();
  writeFileSync(forged, text + lines.map((line) => writer.line(line)).join('') + writer.end());
  return forged;
}

describe('a tenant that moves', () => {
  it('arrives with every node, relationship, value and file, and its neighbour stays as it is', async () => {
    const acme = await company(api, eveDrawing);
    const neighbour = await company(api, 'Ann\n  Bob');
    await fillAboutEve(api, acme);
    await work(acme);
    await confirmImportOfEve(acme);
    await publish();
    await fillTheRest(api, acme); // pending events, and changes without a place in the log
    await sent(neighbour.as('Bob').post('/summaries', aSummary()));
    await api.graph.statement(
      `MATCH (goal:Goal {tenantId: $tenantId}) WITH goal LIMIT 1
       SET goal += {whole: 4, fraction: 4.0, tiny: 1e-300, huge: 9007199254740993, negativeZero: -0.0, lists: [1, 2],
         fractions: [0.1, 2.0], none: [], days: [date('2024-02-29')], text: 'a\u2028b\\n"c" ü 🙂',
         moment: datetime('2026-10-25T02:59:59.064932863+02:00[Europe/Berlin]'), utc: datetime('2026-11-20T10:00:00.57Z'),
         offset: datetime('2026-11-20T10:00:00-03:30'), endless: 1.0 / 0.0}`,
      { tenantId: acme.tenantId },
    );
    const before = await dump(acme);
    const theirs = await fingerprint(api, neighbour.tenantId);
    const labels = new Set(before['nodes']?.flatMap((node) => (JSON.parse(node) as { labels: string[] }).labels));
    expect([...labels]).to.include.members([...archivedLabels, 'Tenant']);
    expect(before['files']).to.have.length(3);

    const file = await exported(acme);
    expect(await dump(acme)).to.deep.equal(before);
    await deleted(acme);
    const imported = await run(['tenant', 'import', file]);
    expect([imported.code, imported.out]).to.deep.equal([0, '']);
    expect(imported.err).to.match(
      new RegExp(
        '^Imported .*: [\\d,]+ items, 3 PDFs among them\\.\nThe PDFs are in the folder /.*\nLeft out: 1 service token\\. .*\n' +
          'Identity providers, and what people sign in with, are as of 20.*Z: .*\n1 webhook: their secrets can be read only with ',
      ),
    );
    // a token that was revoked after the export must not hold again
    const nodes = before['nodes']?.filter((node) => !node.startsWith('{"labels":["ServiceToken"'));
    expect(nodes).to.have.length((before['nodes']?.length ?? 0) - 1);
    expect(await dump(acme)).to.deep.equal({ ...before, nodes });
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(theirs);
    expect((await run(['org', 'check', '--tenant', acme.tenantId])).out).to.not.include('fault');
  });

  it('works afterwards as before: no mail twice, no week twice, no gap in the change log', async () => {
    const acme = await company(api, eveDrawing);
    await fillAboutEve(api, acme);
    await work(acme);
    await publish();
    await announce(api, acme, ['Dan', 'Fay'], 'Before the move');
    await sent(acme.as('Dan').post('/goals', aGoal({ title: 'Moves along' }))); // its change waits for a place
    const mailsBefore = await mails();
    const summaries = await acme.as('Bob').get('/summaries');
    const log = () =>
      acme.as('Ada').get<{ items: { sequence?: number; id: string }[]; nextCursor: string }>('/changes?limit=200');
    const entries = (await log()).body;

    const file = await exported(acme);
    await deleted(acme);
    expect((await run(['tenant', 'import', file])).code).to.equal(0);
    expect((await acme.as('Bob').get('/summaries')).body).to.deep.equal(summaries.body);
    expect((await acme.as('Old').get('/goals')).status).to.equal(401); // who had left has still left
    await work(acme);
    const sentSince = (await mails()).slice(mailsBefore.length);
    expect(sentSince.filter((mail) => mail.includes('Before the move'))).to.have.length(2);
    expect(sentSince).to.have.length(2);
    const again = await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-30', friday);
    expect(again).to.deep.equal({ digest: null, nonSetters: null });

    await sent(acme.as(eve).post('/summaries', aSummary({ weekStart: '2026-11-09', proud: 'After the move' })));
    await publish();
    const { body } = await log();
    expect(body.items.slice(0, entries.items.length)).to.deep.equal(entries.items);
    const since = (await acme.as('Ada').get<{ items: unknown[] }>(`/changes?cursor=${entries.nextCursor}`)).body.items;
    expect(since).to.have.length(body.items.length - entries.items.length);
    const rows = await acme.statement(
      'MATCH (c:ChangeEntry {tenantId: $tenantId}) WHERE c.sequence > 0 RETURN c.sequence AS n ORDER BY n',
    );
    expect(rows.map(({ n }) => n)).to.deep.equal(rows.map((_, index) => index + 1));
    expect(rows.length).to.be.at.least(entries.items.length + 2);
  });
});

describe('an export', () => {
  it('is refused while a worker is at an event, which would send its mail in both places', async () => {
    const acme = await company(api, 'Ann\n  Bob');
    await announce(api, acme, ['Bob']);
    const lease = (until: string) =>
      api.graph.statement(
        "MATCH (e:OutboxEvent {tenantId: $id, status: 'pending'}) SET e.leasedUntil = datetime() + duration($until)",
        { id: acme.tenantId, until },
      );
    await lease('PT1M');
    const file = newFile();
    const refused = await run(['tenant', 'export', file, '--tenant', acme.tenantId]);
    expect([refused.code, refused.out]).to.deep.equal([1, '']);
    expect(refused.err).to.match(/^Workers are at 1 event or webhook of this tenant\. Stop them/);
    expect(() => readFileSync(file)).to.throw('ENOENT');
    await lease('-PT1M');
    await exported(acme, file);
  });

  it('fails when the tenant changes meanwhile, and leaves no file', async () => {
    const acme = await company(api, 'Ann\n  Bob');
    const exact = openExactGraph(api.config, acme.tenantId);
    const archive = { graph: api.graph, exact, files: openStorage(api.config).forTenant(acme.tenantId) };
    let reads = 0;
    const changing: ExactGraph = {
      ...exact,
      run: async (...call) => {
        if (call[0] === 'archives/state' && ++reads === 2) await sent(acme.as('Bob').post('/goals', aGoal()));
        return exact.run(...call);
      },
    };
    const tenant = { id: acme.tenantId, slug: acme.tenantId };
    const pieces = exportTenant({ ...archive, exact: changing }, tenant, { now: () => new Date() });
    const readAll = async (): Promise<string> => {
      let text = '';
      for await (const piece of pieces) text += piece;
      return text;
    };
    const fault = await readAll().catch((error: Error) => error.message);
    await exact.close();
    expect(fault).to.match(/^The tenant changed during the export\./);
  });

  it('fails without a PDF that the tenant needs, as with the wrong FILES_DIR, and leaves no file', async () => {
    const acme = await company(api, eveDrawing);
    await fillAboutEve(api, acme); // with three imports, which wait
    const file = newFile();
    const elsewhere = { FILES_DIR: path.join(folder, 'elsewhere'), FILES_BUCKET: '' };
    const setJobs = (status: string, createdAt = new Date().toISOString()) =>
      acme.statement(
        'MATCH (job:ImportJob {tenantId: $tenantId}) SET job.status = $status, job.createdAt = datetime($createdAt)',
        { status, createdAt },
      );
    const attempt = () => run(['tenant', 'export', file, '--tenant', acme.tenantId, '--json'], elsewhere);
    const expectRefusal = async (what: string): Promise<void> => {
      const { code, out, err } = await attempt();
      const { fault } = JSON.parse(out) as { fault: { message: string } };
      expect([code, `${fault.message}\n`], what).to.deep.equal([1, err]);
      expect(err).to.match(
        /^The PDF [0-9a-f-]{36} is not in the file storage\. Set FILES_DIR or FILES_BUCKET as for the /,
      );
      expect(() => readFileSync(file)).to.throw('ENOENT');
    };
    for (const status of ['queued', 'processing', 'parsed']) {
      await setJobs(status);
      await expectRefusal(status);
    }
    await setJobs('queued', '2026-01-05T09:00:00Z'); // the sweep has deleted such a file
    expect((await attempt()).err).to.match(/^Exported .*: [\d,]+ items, 0 PDFs among them\.\n$/);
    await setJobs('rejected');
    const { code, out } = await attempt();
    expect([code, (JSON.parse(out) as { files: number }).files]).to.deep.equal([0, 0]);
    rmSync(file);
    await acme.statement(
      `MATCH (job:ImportJob {tenantId: $tenantId}) WITH job LIMIT 1
       CREATE (:Profile:$($label) {tenantId: $tenantId, userId: job.userId, fileId: job.id, fields: '{}'})`,
      { label: toTenantLabel(acme.tenantId) },
    );
    await expectRefusal('the PDF of a profile');
  });

  it('is refused for a tenant with a node that carries the label of another', async () => {
    const acme = await company(api, 'Ann\n  Bob');
    await api.graph.statement("MATCH (u:User {tenantId: $id, name: 'Bob'}) SET u:T_stray", { id: acme.tenantId });
    const refused = await run(['tenant', 'export', newFile(), '--tenant', acme.tenantId]);
    expect([refused.code, refused.err]).to.deep.equal([
      1,
      'The tenant has faults that "checkin org check" lists; they must be removed first.\n',
    ]);
    await acme.statement('MATCH (u:User {tenantId: $tenantId}) REMOVE u:T_stray');
  });

  it('also writes the archive into a folder, and its counts as JSON', async () => {
    const acme = await company(api, 'Ann\n  Bob');
    const { out } = await run(['tenant', 'export', folder, '--tenant', acme.tenantId, '--json']);
    const file = path.join(folder, `${acme.tenantId}.ndjson`);
    expect(JSON.parse(out)).to.deep.equal({
      id: acme.tenantId,
      slug: acme.tenantId,
      file,
      nodes: { User: 2, AuditEntry: 1 },
      relationships: 1,
      files: 0,
    });
    expect(readFileSync(file, 'utf8')).to.include('"end":');
  });
});

describe('an import', () => {
  let acme: Company;
  let file: string;
  beforeEach(async () => {
    acme = await company(api, eveDrawing);
    await fillAboutEve(api, acme);
    file = await exported(acme);
  });

  const refusal = async (archive: string): Promise<string> => {
    const { code, out, err } = await run(['tenant', 'import', archive]);
    expect([code, out]).to.deep.equal([1, '']);
    return err;
  };

  it('is refused while the tenant exists, or another one with its slug', async () => {
    const before = await dump(acme);
    expect(await refusal(file)).to.equal(
      `The tenant ${acme.tenantId} (${acme.tenantId}) exists in this database; nothing was imported.\n`,
    );
    expect(await dump(acme)).to.deep.equal(before);
    await deleted(acme);
    const other = await company(api, 'Ann');
    await other.statement('MATCH (t:Tenant {id: $tenantId}) SET t.slug = $slug', { slug: acme.tenantId });
    expect(await refusal(file)).to.equal(`Another tenant has the slug ${acme.tenantId}; nothing was imported.\n`);
    expect(await dump(acme)).to.deep.equal(nothing);
  });

  it('is refused for a file that is truncated, changed, of another schema or format, or something else', async () => {
    await deleted(acme);
    const text = readFileSync(file, 'utf8');
    const write = (changed: string): string => {
      const at = newFile();
      writeFileSync(at, changed);
      return at;
    };
    const lines = text.trimEnd().split('\n');
    const damaged = [
      write(text.slice(0, -200)),
      write(text.slice(0, text.length / 2)),
      write(`${lines.slice(0, -1).join('\n')}\n`),
      write(text.replace('marker-proud', 'marker-prouD')),
      write([...lines.slice(0, 5), ...lines.slice(6)].join('\n')),
      write(`${text}${lines[1]}\n`),
      write(''),
    ];
    for (const archive of damaged) {
      expect(await refusal(archive)).to.equal(`${archive} is truncated or was changed; nothing was imported.\n`);
    }
    const older = forge(
      file,
      (line) => [line],
      (header) => ({ ...header, migrations: ['V001', 'V036'].map((version) => ({ version, checksum: 'x' })) }),
    );
    expect(await refusal(older)).to.match(
      /^The archive has the schema V036, this database V\d{3}: migrate the older of the two, and export again\.\n$/,
    );
    const edited = forge(
      file,
      (line) => [line],
      (header) => ({ ...header, migrations: header.migrations.map((one) => ({ ...one, checksum: 'x' })) }),
    );
    expect(await refusal(edited)).to.match(/^The archive has other migrations than this database up to V\d{3}\.\n$/);
    const newer = forge(
      file,
      (line) => [line],
      (header) => ({ ...header, format: 2 }),
    );
    expect(await refusal(newer)).to.equal(`${newer} has format 2; this version reads format 1.\n`);
    const other = write('{"email": "ann@a.example"}\n');
    expect(await refusal(other)).to.equal(`${other} is not an archive of a tenant.\n`);
    expect(await refusal(folder)).to.equal(`${folder} is not a file.\n`);
    expect(await dump(acme)).to.deep.equal(nothing);
  });

  it('is refused when its header has another form of id, by which the rest of an import would be a living tenant', async () => {
    const victim = await company(api, 'Ann\n  Bob');
    const before = await dump(victim);
    const id = victim.tenantId.replaceAll('-', '');
    const tenants: unknown[] = [
      { id, slug: 'free' },
      { id: victim.tenantId.toUpperCase(), slug: 'free' },
      { id: `${victim.tenantId}\n`, slug: 'free' },
      { id: randomUUID(), slug: '' },
      { id: randomUUID(), slug: 'Two words' },
      { id: [randomUUID()], slug: 'free' },
      { id: randomUUID(), slug: ['free'] },
      { id: randomUUID() },
      null,
    ];
    for (const tenant of tenants) {
      const forged = forge(
        file,
        (line) => [line],
        (header) => ({ ...header, tenant: tenant as Header['tenant'] }),
      );
      const { code, err } = await run(['tenant', 'import', forged]);
      expect(await dump(victim), JSON.stringify(tenant)).to.deep.equal(before);
      expect([code, err]).to.deep.equal([1, `${forged} is truncated or was changed; nothing was imported.\n`]);
    }
    const nodesOfId = async (...call: Call) => (await queryWholeTenant(api.graph, id, ...call))[0];
    expect(await nodesOfId('tenants/count_nodes')).to.deep.equal({ count: 0 });
    expect(await nodesOfId('tenants/delete_nodes', { limit: 10 })).to.deep.equal({ deleted: 0 });
    expect(await dump(victim)).to.deep.equal(before);
  });

  it('deletes what it has written when it fails midway', async () => {
    await deleted(acme);
    const neighbour = await company(api, 'Ann');
    const stranger = { tenantId: neighbour.tenantId, id: randomUUID(), email: 'a@b.example', active: true };
    const faults: [fault: RegExp, change: (line: Line) => Line[]][] = [
      [
        /^A part of the archive could not be created/,
        (line) => ('relationship' in line ? [{ ...line, to: ['User', randomUUID()] }] : [line]),
      ],
      [
        /^The archive has a node of another tenant/,
        (line) => ('tenant' in line ? [{ node: ['User'], late: true, properties: stranger }, line] : [line]),
      ],
      [
        /^The archive has a node with the labels "Migration"/,
        (line) => ('tenant' in line ? [{ node: ['Migration'], properties: {} }, line] : [line]),
      ],
    ];
    const theirs = await fingerprint(api, neighbour.tenantId);
    for (const [fault, change] of faults) {
      expect(await refusal(forge(file, change))).to.match(fault);
      expect(await dump(acme)).to.deep.equal(nothing);
    }
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(theirs);
  });

  it('leaves the PDFs that the database it moves from has in the same storage, whether it succeeds or fails', async () => {
    const before = await dump(acme);
    await deleted(acme, '--moved');
    expect(await dump(acme)).to.deep.equal({ ...nothing, files: before['files'] });
    const { tenantId } = acme;
    const failing = forge(file, (line) =>
      'tenant' in line ? [{ node: ['Migration'], properties: { tenantId } }] : [line],
    );
    expect(await refusal(failing)).to.match(/^The archive has a node with the labels "Migration"/);
    expect(await dump(acme)).to.deep.equal({ ...nothing, files: before['files'] });

    const other = forge(file, (line) => ('file' in line ? [{ ...line, content: 'JVBERi0=' }] : [line]));
    expect(await refusal(other)).to.match(
      /^The file storage has another PDF [0-9a-f-]{36} of this tenant; nothing was/,
    );
    expect(await dump(acme)).to.deep.equal({ ...nothing, files: before['files'] });
    expect((await run(['tenant', 'import', file])).code).to.equal(0);
    expect(await dump(acme)).to.deep.equal(before);
  });

  it('that a crash ended leaves a tenant that nobody can use and no worker starts on; the next one replaces it', async () => {
    const before = await dump(acme);
    await deleted(acme);
    const mailsBefore = (await mails()).length;
    const crashing = services();
    const openExact = (tenantId: string): ExactGraph => {
      const exact = openExactGraph(api.config, tenantId);
      return { ...exact, transaction: () => Promise.reject(new Error('The machine is gone.')) };
    };
    const graph = { ...crashing.graph, statement: () => Promise.reject(new Error('The machine is gone.')) };
    const healthy = api.graph.statement.bind(api.graph);
    let calls = 0;
    const dying = {
      ...graph,
      statement: (...args: Parameters<typeof healthy>) => (++calls === 1 ? healthy(...args) : graph.statement()),
    };
    const fault = await importTenant({ ...crashing, graph: dying, openExact }, file).then(
      () => 'imported',
      (error: Error) => error.message,
    );
    expect(fault).to.match(/^The import failed, and its rest could not be deleted\. Nobody can use it/);
    const rest = await dump(acme);
    expect(rest['nodes']).to.have.length.above(20);
    for (const name of ['Ada', eve]) expect((await acme.as(name).get('/goals')).status, name).to.equal(401);
    // at the time of the company: later, what says that a change was made has expired
    const worker = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(api.clock.now) });
    await publish();
    await worker.stop();
    expect((await mails()).length).to.equal(mailsBefore);
    expect(await dump(acme)).to.deep.equal(rest);
    expect((await run(['tenant', 'show', acme.tenantId])).err).to.match(/^There is no tenant /);

    const repeated = await run(['tenant', 'import', file]);
    expect(repeated.code).to.equal(0);
    expect(repeated.err).to.match(/^Deleted \d+ nodes that an interrupted import had left\.\nImported /);
    expect(await dump(acme)).to.deep.equal(before);
  });

  describe('and the erasure log', () => {
    const kinds = async (): Promise<string[]> =>
      (await services().erasures.read()).flatMap((entry) =>
        'tenantId' in entry && entry.tenantId === acme.tenantId ? entry.kind : [],
      );
    /** Runs the last transaction with `end` between its last write and its commit. */
    const importEnding = (end: () => Promise<void>, erasures = services().erasures): Promise<string> => {
      const openExact = (tenantId: string): ExactGraph => {
        const exact = openExactGraph(api.config, tenantId);
        const transaction: ExactGraph['transaction'] = (task) =>
          exact.transaction(async (runExact) => {
            const result = await task(runExact);
            await end();
            return result;
          });
        return { ...exact, transaction };
      };
      return importTenant({ ...services(), erasures, openExact }, file).then(
        () => 'imported',
        (error: Error) => error.message,
      );
    };

    it('is in it before it is committed: a process that ends then leaves no tenant that a repeat deletes', async () => {
      await deleted(acme);
      let atCommit: string[] = [];
      const outcome = await importEnding(async () => {
        atCommit = await kinds();
      });
      expect([outcome, atCommit]).to.deep.equal(['imported', ['tenant', 'import']]);
      expect(await kinds()).to.deep.equal(atCommit);
    });

    it('takes it back when the commit fails: a tenant that was deleted stays deleted after a restore', async () => {
      const before = await dump(acme);
      await deleted(acme);
      const outcome = await importEnding(() => Promise.reject(new Error('The commit failed.')));
      expect([outcome, await kinds()]).to.deep.equal(['The commit failed.', ['tenant', 'import', 'tenant']]);
      expect(await dump(acme)).to.deep.equal(nothing);
      expect((await run(['tenant', 'import', file])).code).to.equal(0);
      expect(await dump(acme)).to.deep.equal(before);
      expect((await kinds()).at(-1)).to.equal('import');
    });

    it('is refused while it cannot be read or written', async () => {
      await deleted(acme);
      const fail = () => Promise.reject(new Error('The log is gone.'));
      for (const fault of [{ read: fail }, { append: fail }]) {
        const outcome = await importEnding(() => Promise.resolve(), { ...services().erasures, ...fault });
        expect([outcome, await dump(acme)]).to.deep.equal(['The log is gone.', nothing]);
      }
      expect(await kinds()).to.deep.equal(['tenant']);
    });
  });
});
