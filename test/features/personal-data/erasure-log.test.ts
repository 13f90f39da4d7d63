// The erasure log: who and what was erased, by ids, outside the database; and how it is repeated after a restore.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import {
  openErasureLog,
  openErasureServices,
  type ErasureEntry,
} from '../../../src/features/personal-data/erasure-log.ts';
import { repeatErasures } from '../../../src/features/personal-data/repeat-erasures.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { company, fingerprint, type Company } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';
import { dumpTenant } from '../../support/tenant-dump.ts';

const api = service();
const { run } = shell();
const now = new Date(friday);
/** No file can be created below a file. */
const blockedFile = path.join(import.meta.filename, 'no-folder');
let acme: Company;
let neighbour: Company;
let file: string;

beforeEach(async () => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'erasures-')), 'log', 'erasures.jsonl');
  [acme, neighbour] = await Promise.all([company(api, 'Ada\n  Bob\n    Cy\n  Dee'), company(api, 'Ada\n  Bob')]);
});
afterEach(() => rmSync(path.dirname(path.dirname(file)), { recursive: true }));

const log = () => openErasureLog(file);
const services = () => ({ ...openErasureServices(api.graph, api.config), erasures: log() });
const entry = (userId: string, tenantId = acme.tenantId): ErasureEntry => ({
  kind: 'person',
  tenantId,
  userId,
  at: friday,
});
const wish = (name: string, dryRun = false) => ({
  tenantId: acme.tenantId,
  userId: acme.id(name),
  now,
  dryRun,
});
const namesOf = async ({ tenantId }: Company): Promise<string[]> => {
  const rows = await api.graph.statement('MATCH (u:User {tenantId: $tenantId}) RETURN u.name AS name ORDER BY name', {
    tenantId,
  });
  return rows.map(({ name }) => String(name));
};

describe('the erasure log', () => {
  it('has the ids of those who were erased and deleted by command, and no more about them', async () => {
    const environment = { ERASURE_LOG: file };
    await run(['org', 'erase', 'cy@example.test', '--tenant', acme.tenantId, '--yes'], environment);
    await run(['org', 'erase', 'dee@example.test', '--tenant', acme.tenantId], environment); // only counts
    await run(['tenant', 'delete', neighbour.tenantId, '--yes'], environment);
    const [person, tenant, ...more] = await log().read();
    expect(person).to.deep.include({ kind: 'person', tenantId: acme.tenantId, userId: acme.id('Cy') });
    expect(tenant).to.deep.include({ kind: 'tenant', tenantId: neighbour.tenantId });
    expect(more).to.deep.equal([]);
    expect(readFileSync(file, 'utf8')).to.not.match(/cy@|Cy/);
    expect(statSync(file).mode & 0o777, 'for its owner only').to.equal(0o600);
  });

  it('that cannot be written lets nobody be erased', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const blocked = { ...services(), erasures: openErasureLog(blockedFile) };
    const fault = await erasePerson(blocked, wish('Cy')).catch((error: Error) => error.message);
    expect(fault).to.match(/^The erasure log cannot be written: .* Nothing was changed; see ERASURE_LOG\.$/);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('that cannot be written lets no tenant lose a node or a file', async () => {
    const files = openStorage(api.config);
    await files.forTenant(acme.tenantId).put(acme.id('Cy'), Buffer.from('%PDF-1.7'));
    const before = await dumpTenant(api, acme.tenantId);
    const { code, err } = await run(['tenant', 'delete', acme.tenantId, '--yes'], { ERASURE_LOG: blockedFile });
    expect(`${code},${err}`).to.match(
      /^1,The erasure log cannot be written: .* Nothing was changed; see ERASURE_LOG\.\n$/,
    );
    expect(await dumpTenant(api, acme.tenantId)).to.deep.equal(before);
  });

  it('names a line that a crash cut off, and later entries have lines of their own', async () => {
    await log().append(entry(acme.id('Cy')));
    appendFileSync(file, '{"kind":"per');
    await log().append(entry(acme.id('Dee')));
    const fault = await log()
      .read()
      .catch((error: Error) => error.message);
    expect(fault).to.equal(
      `${file}:2 is no entry of an erasure log. Correct the line; delete it if a crash has cut it off.`,
    );
    expect(readFileSync(file, 'utf8').split('\n')).to.have.length(4);
  });

  it('without a file is empty', async () => {
    expect(await log().read()).to.deep.equal([]);
    expect(existsSync(file)).to.equal(false);
  });
});

describe('repeating the erasures of a log', () => {
  let archive: string;
  beforeEach(() => {
    archive = path.join(path.dirname(path.dirname(file)), 'acme.ndjson');
  });
  const command = async (...args: string[]): Promise<string> => {
    const { code, err } = await run(args, { ERASURE_LOG: file });
    expect(code, args.join(' ')).to.equal(0);
    return err;
  };

  it('erases restored people, and nobody else', async () => {
    const entries = [
      entry(acme.id('Dee')),
      entry(neighbour.id('Bob'), neighbour.tenantId),
      entry(neighbour.id('Ada')),
      entry('00000000-0000-8000-8000-000000000000'), // nobody of Acme
    ];
    expect(await repeatErasures(services(), entries, { now })).to.deep.equal({ people: 2, tenants: 0 });
    expect(await namesOf(acme)).to.deep.equal(['Ada', 'Bob', 'Cy']);
    expect(await namesOf(neighbour)).to.deep.equal(['Ada']);
    expect(await log().read(), 'they are in the log already').to.deep.equal([]);
    expect(await repeatErasures(services(), entries, { now })).to.deep.equal({ people: 0, tenants: 0 });
  });

  it('is refused without a log, which may be on a disk that is not mounted', async () => {
    const { code, out, err } = await run(['erasures', 'repeat'], { ERASURE_LOG: `${file}.missing` });
    expect([code, out]).to.deep.equal([1, '']);
    expect(err).to.include(`There is no erasure log ${file}.missing. Name it by ERASURE_LOG.`);
  });

  it('moves those who report to an erased person again, who had nobody left when erased first', async () => {
    expect(await repeatErasures(services(), [entry(acme.id('Bob')), entry(acme.id('Ada'))], { now })).to.deep.equal({
      people: 2,
      tenants: 0,
    });
    const lines = await acme.statement(`MATCH (u:User {tenantId: $tenantId}) OPTIONAL MATCH (u)-[:REPORTS_TO]->(m)
       RETURN u.name AS name, m.name AS manager ORDER BY name`);
    expect(lines).to.deep.equal([
      { name: 'Cy', manager: null },
      { name: 'Dee', manager: null },
    ]);
  });

  it('leaves a tenant that was imported after its deletion', async () => {
    await command('tenant', 'export', archive, '--tenant', acme.tenantId);
    await command('tenant', 'delete', acme.tenantId, '--yes');
    await command('tenant', 'import', archive);
    expect((await log().read()).map(({ kind }) => kind)).to.deep.equal(['tenant', 'import']);
    await command('erasures', 'repeat');
    expect(await namesOf(acme)).to.deep.equal(['Ada', 'Bob', 'Cy', 'Dee']);
    await command('tenant', 'delete', acme.tenantId, '--yes');
    await command('tenant', 'import', archive);
    await log().append({ kind: 'tenant', tenantId: acme.tenantId, at: friday });
    await command('erasures', 'repeat');
    expect(await namesOf(acme)).to.deep.equal([]);
  });

  it('comes with the import of an archive in which people are who were erased after the export', async () => {
    await command('tenant', 'export', archive, '--tenant', acme.tenantId);
    await command('org', 'erase', 'cy@example.test', '--tenant', acme.tenantId, '--yes');
    await command('tenant', 'delete', acme.tenantId, '--yes');
    await log().append(entry(neighbour.id('Bob'), neighbour.tenantId)); // of another tenant, which this import leaves alone
    const untouched = await fingerprint(api, neighbour.tenantId);
    const said = await command('tenant', 'import', archive);
    expect(said).to.match(/\nErased again: 1 person, according to the erasure log\.\n/);
    expect(await namesOf(acme)).to.deep.equal(['Ada', 'Bob', 'Dee']);
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(untouched);
    expect((await log().read()).map(({ kind }) => kind)).to.deep.equal(['person', 'tenant', 'person', 'import']);
  });

  it('leaves a tenant in its new database, with its files, when both databases share the log and the storage', async () => {
    const files = openStorage(api.config).forTenant(acme.tenantId);
    await files.put(acme.id('Cy'), Buffer.from('%PDF-1.7'));
    const before = await dumpTenant(api, acme.tenantId);
    await command('tenant', 'export', archive, '--tenant', acme.tenantId);
    const said = await command('tenant', 'delete', acme.tenantId, '--moved', '--yes'); // the source, once the target has it
    const folder = path.resolve(api.config.FILES_DIR);
    expect(said).to.include(`\nIts PDFs stay in the folder ${folder}, under ${acme.tenantId}/. Delete them there if `);
    expect(await log().read()).to.deep.equal([]);
    await command('tenant', 'import', archive);
    await command('erasures', 'repeat');
    expect(await dumpTenant(api, acme.tenantId)).to.deep.equal(before);
    expect((await run(['tenant', 'delete', acme.tenantId, '--moved'])).err).to.include('add --yes to do it');
  });

  it('deletes tenants that are back, with their files, and leaves the others', async () => {
    const files = openStorage(api.config);
    const id = acme.id('Cy');
    await files.forTenant(acme.tenantId).put(id, Buffer.from('%PDF-1.7'));
    await files.forTenant(neighbour.tenantId).put(id, Buffer.from('%PDF-1.7'));
    const untouched = await fingerprint(api, neighbour.tenantId);
    const entries: ErasureEntry[] = [
      { kind: 'backup', id: 'b', at: friday },
      { kind: 'tenant', tenantId: acme.tenantId, at: friday },
      entry(acme.id('Cy')),
    ];
    for (const one of entries) await log().append(one);
    const { code, out } = await run(['erasures', 'repeat', '--json'], { ERASURE_LOG: file });
    expect([code, JSON.parse(out)]).to.deep.equal([0, { people: 0, tenants: 1 }]);
    expect(await namesOf(acme)).to.deep.equal([]);
    expect([
      await files.forTenant(acme.tenantId).size(id),
      await files.forTenant(neighbour.tenantId).size(id),
    ]).to.deep.equal([null, 8]);
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(untouched);
  });
});
