// The command line as a whole: what every command's help says, what is loaded for it, and where its tenant comes from.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { CommanderError } from 'commander';
import type { Entry } from '../../scripts/cli/command-tree.ts';
import { commands } from '../../scripts/cli/commands/index.ts';
import { createProgram } from '../../scripts/cli/program.ts';
import { getQuery } from '../../src/platform/graph/queries/query-files.ts';
import { readVersion } from '../../src/platform/lib/project-folder.ts';
import { ann, bob, cyd, organisation } from '../support/organisation.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

type Named = { words: string[]; entry: Entry };
const named = (entries: Entry[], above: string[] = []): Named[] =>
  entries.flatMap((entry) => {
    const words = [...above, entry.name.split(' ')[0] ?? ''];
    return [{ words, entry }, ...('commands' in entry ? named(entry.commands, words) : [])];
  });

/** What the command line prints for these words, in this process. */
async function printed(words: string[]): Promise<string> {
  const program = createProgram();
  const lines: string[] = [];
  const take = (text: string): number => lines.push(text);
  const all = [program];
  for (const command of all) {
    command.configureOutput({ writeOut: take, writeErr: take });
    all.push(...command.commands); // the list grows while it is read
  }
  const ended: unknown = await program.parseAsync(words, { from: 'user' }).catch((error: unknown) => error);
  expect(ended, words.join(' ')).to.be.instanceOf(CommanderError);
  return lines.join('');
}

describe('the help of checkin', () => {
  for (const { words, entry } of named(commands)) {
    const name = words.join(' ');
    it(`shows examples of ${name} that its options allow, and says what is required`, async () => {
      const help = await printed([...words, '--help']);
      expect(help)
        .to.match(new RegExp(`^Usage: checkin ${name}( |$)`, 'm'))
        .and.include(entry.description.slice(0, 40));
      for (const example of entry.examples) {
        expect(help).to.include(`\n  ${example}`);
        expect(`${example} `).to.match(new RegExp(`^checkin ${name} `));
        if ('commands' in entry || name === 'report') continue; // the example is one of a command below
        for (const [option] of example.matchAll(/--[a-z-]+/g)) expect(help, example).to.include(`${option} `);
      }
      /** What works without a tenant says so. */
      const optional = { 'outbox release': /only the events of this tenant/, api: /if several know the address/ }[name];
      for (const line of help.match(/^ +--tenant .*(\n {20,}.*)*/gm) ?? [])
        expect(line).to.match(optional ?? /\(required\)/);
      expect(await printed(['help', ...words])).to.equal(help);
    });
  }

  it('of a report is also shown by help, though the table does not name it', async () => {
    expect(await printed(['help', 'report', 'digest'])).to.match(
      /^Usage: checkin report digest [\s\S]*\nExamples:\n {2}checkin report digest --tenant acme\n/,
    );
  });

  it('suggests a command for one that does not exist', async () => {
    expect(await printed(['help', 'org', 'mve'])).to.match(/^error: unknown command 'mve'\n\(Did you mean move\?\)/);
    expect(await printed(['org', 'help', 'mve'])).to.match(/^error: unknown command 'mve'/);
  });
});

describe('checkin', () => {
  const org = organisation(service());
  const { folder, run, start } = shell();

  /** The packages that a command loads, as the coverage of V8 sees them. */
  async function packagesOf(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<string[]> {
    const NODE_V8_COVERAGE = path.join(folder, `loaded-${args.join('-')}`);
    mkdirSync(NODE_V8_COVERAGE);
    const { code } = await start(args, { NODE_V8_COVERAGE, ...environment });
    expect(code).to.equal(0);
    const found = new Set<string>();
    for (const file of readdirSync(NODE_V8_COVERAGE)) {
      const text = readFileSync(path.join(NODE_V8_COVERAGE, file), 'utf8');
      const { result } = JSON.parse(text) as { result: { url: string }[] };
      for (const { url } of result) {
        const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
        if (name) found.add(name);
      }
    }
    return [...found].sort();
  }

  it('loads nothing but commander for its help, and no more than graph and signature for a token', async () => {
    await org.bring([ann]);
    expect(await packagesOf(['--help'])).to.deep.equal(['commander']);
    const packages = await packagesOf(['token', 'ann@a.example', '--tenant', org.tenant.slug]);
    expect(packages).to.include.members(['commander', 'jose', 'neo4j-driver']);
    const others = packages.filter(
      (name) =>
        !/^(neo4j-driver|@opentelemetry\/api|rxjs|tslib|string_decoder|safe-buffer|simple-statistics|lru-cache|p-limit|yocto-queue)/.test(
          name,
        ),
    );
    expect(others).to.deep.equal(['commander', 'jose']);
  });

  it('loads no calendar of holidays to read an organisation', async () => {
    const packages = await packagesOf(['org', 'export', '--tenant', org.tenant.slug]);
    expect(packages).to.include('neo4j-driver').and.not.include('date-holidays');
  });

  it('says and ends the same after other commands in its process', async () => {
    const environment = { NEO4J_PASSWORD: '', NEO4J_URI: 'bolt://127.0.0.1:1' };
    const calls = [['doctor', '--json'], ['org', 'show', '--json'], ['--version']];
    const alone = await Promise.all(calls.map((words) => start(words, environment)));
    expect(alone.map(({ code }) => code)).to.deep.equal([1, 2, 0]);
    for (const [at, words] of calls.entries()) expect(await run(words, environment)).to.deep.equal(alone[at]);
  });

  it('also says as JSON what the doctor has found', async () => {
    const environment = { NEO4J_PASSWORD: '', NEO4J_URI: 'bolt://127.0.0.1:1' };
    const [lines, json] = await Promise.all([run(['doctor'], environment), run(['doctor', '--json'], environment)]);
    const detail = 'Invalid configuration: NEO4J_PASSWORD is missing';
    expect(lines).to.deep.equal({ code: 1, out: `fault\tconfiguration\t${detail}\n`, err: '' });
    expect(JSON.parse(json.out)).to.deep.equal([{ status: 'fault', what: 'configuration', detail }]);
    expect(json.code).to.equal(1);
  });

  it('prints its version', async () => {
    expect(await start(['--version'])).to.deep.equal({ code: 0, out: `${readVersion()}\n`, err: '' });
  });

  it('prints a query with its includes, and names a query that does not exist', async () => {
    const [known, unknown] = await Promise.all([run(['query', 'reports/org']), run(['query', 'reports/orgs'])]);
    expect(known).to.deep.equal({ code: 0, out: `${getQuery('reports/org').text}\n`, err: '' });
    expect(known.out).to.include('CALL (reader, standing) {').and.not.include('@include');
    expect(unknown).to.deep.equal({ code: 1, out: '', err: 'There is no file cypher/reports/orgs.cypher.\n' });
  });

  it('takes the tenant from CHECKIN_TENANT, unless --tenant says otherwise or it is empty', async () => {
    await org.bring([ann]);
    const show = (CHECKIN_TENANT: string, ...more: string[]) => run(['org', 'export', ...more], { CHECKIN_TENANT });
    const [given, other, none] = await Promise.all([
      show(org.tenant.slug),
      show('no-such-tenant', '--tenant', org.tenant.slug),
      show(''),
    ]);
    expect(given).to.deep.equal({ code: 0, out: await org.exported(), err: '' });
    expect(other).to.deep.equal(given);
    expect([none.code, none.out]).to.deep.equal([2, '']);
    expect(none.err).to.match(/^error: required option '--tenant <slug>' not specified \(or set CHECKIN_TENANT\)\n/);
  });

  it('takes the tenant of tenant show, set and delete from CHECKIN_TENANT, unless a slug is given', async () => {
    const { slug } = org.tenant;
    const tenant = (CHECKIN_TENANT: string, ...args: string[]) => run(['tenant', ...args], { CHECKIN_TENANT });
    const shown = await tenant(slug, 'show');
    expect(shown.out).to.include(`slug\t${slug}\n`);
    expect(await tenant('no-such-tenant', 'show', slug)).to.deep.equal(shown);
    expect((await tenant(slug, 'set', 'minimumGroup=9')).out).to.equal('minimumGroup: 5 → 9\n');
    expect((await tenant('no-such-tenant', 'set', slug, 'minimumGroup=8')).out).to.equal('minimumGroup: 9 → 8\n');
    for (const args of [['show'], ['set', 'minimumGroup=9'], ['delete', '--yes']]) {
      const { code, out, err } = await tenant('', ...args);
      expect([code, out]).to.deep.equal([2, '']);
      expect(err).to.match(/^error: missing argument 'slug' \(or set CHECKIN_TENANT\)\n/);
    }
    expect((await tenant(slug, 'delete')).err).to.include(`error: this deletes the tenant ${slug} `);
    expect((await tenant(slug, 'delete', '--yes')).err).to.match(new RegExp(`^Deleted ${slug}: `));
    expect((await tenant('', 'show', slug)).code).to.equal(1);
  });

  it('lists the tenants', async () => {
    const { id, slug } = org.tenant;
    const [lines, json] = await Promise.all([run(['tenant', 'list']), run(['tenant', 'list', '--json'])]);
    expect(lines.out).to.include(`${slug}\t${id}\t${slug}\tUTC\t2026-11-20T10:00:00.000Z\n`);
    expect(lines.err).to.match(/^[\d,]+ tenants?\.\n$/);
    const listed = JSON.parse(json.out) as { slug: string }[];
    expect(listed.find((tenant) => tenant.slug === slug)).to.deep.equal({
      id,
      slug,
      name: slug,
      timezone: 'UTC',
      createdAt: '2026-11-20T10:00:00.000Z',
    });
  });

  it('shows someone with the line above them and their reports', async () => {
    const { slug } = org.tenant;
    await org.bring([ann, bob, cyd, 'dan@a.example,Dan,,Apps,Tech,bob@a.example,']);
    const [lines, json, nobody] = await Promise.all([
      run(['org', 'show', 'BOB@a.example', '--tenant', slug]),
      run(['org', 'show', 'cyd@a.example', '--tenant', slug, '--json']),
      run(['org', 'show', 'eve@a.example', '--tenant', slug]),
    ]);
    expect([lines.code, lines.err]).to.deep.equal([0, '']);
    expect(lines.out.split('\n').slice(1, -1)).to.deep.equal([
      'email\tbob@a.example',
      'name\tBob',
      'jobTitle\tHead',
      'team\tApps',
      'department\tTech',
      'roles\tnone',
      'active\ttrue',
      'manager\tann@a.example\tAnn\tCEO',
      'report\tcyd@a.example\tCyd\t',
      'report\tdan@a.example\tDan\t',
    ]);
    const { id, ...shown } = JSON.parse(json.out) as Record<string, unknown>;
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(shown).to.deep.equal({
      email: 'cyd@a.example',
      name: 'Cyd',
      jobTitle: null,
      active: true,
      team: 'Apps',
      department: 'Tech',
      roles: ['senior_manager', 'people_team'],
      managers: [
        { email: 'bob@a.example', name: 'Bob', jobTitle: 'Head', active: true },
        { email: 'ann@a.example', name: 'Ann', jobTitle: 'CEO', active: true },
      ],
      reports: [],
    });
    expect([nobody.code, nobody.out]).to.deep.equal([1, '']);
    expect(nobody.err).to.equal('Nobody in this tenant has the address "eve@a.example".\n');
  });

  it('prints JSON for a program wherever it prints something', async () => {
    const { id, slug } = org.tenant;
    await org.bring([ann, bob]);
    const json = async (...args: string[]): Promise<unknown> => {
      const { out, err } = await run([...args, '--json'], { CHECKIN_TENANT: slug });
      return JSON.parse(out || JSON.stringify(err)) as unknown;
    };
    const [token, tree, exported, found, retried, migrated, preview, nonSetters] = await Promise.all([
      json('token', 'ann@a.example') as Promise<Record<string, string>>,
      json('org', 'tree'),
      json('org', 'export'),
      json('org', 'check'),
      json('outbox', 'retry'),
      json('migrate'),
      json('digest', 'run', '--dry-run'),
      json('report', 'non-setters'),
    ]);
    expect(Object.keys(token)).to.deep.equal(['token', 'sub', 'tenant', 'scope', 'expiresAt']);
    expect(token['tenant']).to.equal(id);
    expect(token['expiresAt']).to.match(/^\d{4}-.*Z$/);
    expect(tree).to.containSubset([{ depth: 0, email: 'ann@a.example', team: null }, { depth: 1 }]);
    expect(exported).to.containSubset([{ email: 'ann@a.example' }, { managerEmail: 'ann@a.example' }]);
    expect(found).to.deep.equal([{ kind: 'note', message: '1 person is in no team' }]);
    expect([retried, migrated]).to.deep.equal([{ revived: 0 }, { applied: [] }]);
    expect(preview).to.have.keys('digest', 'nonSetters', 'digestSent', 'nonSettersSent');
    expect(nonSetters).to.have.property('rows').with.length(2);
    const left = { email: 'bob@a.example', name: 'Bob', active: false, changed: true };
    expect(await json('org', 'deactivate', 'bob@a.example')).to.deep.equal(left);
    expect(await json('org', 'activate', 'bob@a.example')).to.deep.equal({ ...left, active: true });
    expect(await json('tenant', 'set', slug, 'minimumGroup=7')).to.deep.equal([
      { name: 'minimumGroup', from: 5, to: 7 },
    ]);
    expect(await json('tenant', 'delete', slug, '--yes')).to.include({ slug });
  });
});
