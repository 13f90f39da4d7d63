// The command line as a shell sees it: exit codes, stdout for data alone, one sentence on stderr.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { variables } from '../../src/platform/config/config.ts';
import { removeStack, writeStack } from '../../scripts/stack/state.ts';
import { ann, bob, cyd, header, now, organisation } from '../support/organisation.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

describe('checkin', () => {
  const api = service();
  const org = organisation(api);
  const { folder, run, start } = shell();
  const file = (name: string, lines: string[]): string => {
    const at = path.join(folder, name);
    writeFileSync(at, [header, ...lines].join('\n'));
    return at;
  };

  it('explains itself', async () => {
    const { code, out, err } = await run(['--help']);
    expect([code, err]).to.deep.equal([0, '']);
    for (const command of ['tenant', 'org', 'token', 'migrate', 'seed', 'doctor'])
      expect(out).to.match(new RegExp(`^  ${command}\\b`, 'm'));
  });

  it('lists every variable of the environment in the help of doctor', async () => {
    const { out } = await run(['doctor', '--help']);
    const listed = [...out.matchAll(/^ {2}([A-Z][A-Z0-9_]+) \((?:default .+?|optional|required)\): \S/gm)].map(
      ([, name]) => name,
    );
    expect(listed).to.deep.equal(Object.keys(variables));
  });

  it('ends misuse with code 2, a reason on stderr and nothing on stdout', async () => {
    const misuses = [
      [],
      ['org', 'fly'],
      ['tenant', 'create', 'acme', '--timezone', 'Mars/One'],
      ['tenant', 'delete', org.tenant.slug],
      ['token', '--tenant', org.tenant.slug],
      ['token', 'ann@a.example', '--tenant', org.tenant.slug, '--expires', '32d'],
      ['token', 'ann@a.example', '--tenant', org.tenant.slug, '--expires', '2678401s'],
    ];
    for (const { code, out, err } of await Promise.all(misuses.map((args) => start(args)))) {
      expect([code, out]).to.deep.equal([2, '']);
      expect(err).to.match(/^error: .{20}|^Usage: checkin/);
    }
    expect(await org.nodes()).to.have.length(2); // the tenant, and that it was made
  });

  it('says how to get servers when there are none', async () => {
    const without = { NEO4J_URI: '', REDIS_URL: '', TOKEN_KEY_FILE: '' };
    const { code, out, err } = await run(['org', 'tree', '--tenant', 'acme'], without);
    expect([code, out]).to.deep.equal([1, '']);
    expect(err).to.match(/^No servers found: run "npm start" .*\n$/);
  });

  it('finds the stack while the demo is still being written, and says that this is why something is missing', async () => {
    const { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, REDIS_URL, TOKEN_KEY_FILE = '' } = api.config;
    const stack = {
      pid: process.pid,
      neo4j: { uri, user, password },
      redis: { url: REDIS_URL },
      tokenKeyFile: TOKEN_KEY_FILE,
      erasureLog: path.join(folder, 'erasures.jsonl'),
      settings: {},
      ses: { endpoint: '' },
      api: { url: '' },
      motivators: { url: 'http://127.0.0.1:9' },
      files: { dir: folder },
    };
    const asked = ['token', 'ines@nowhere.example', '--tenant', 'not-yet-there'];
    const none = /^There is no tenant "not-yet-there".*\n/;
    const hint = /"npm start" is still writing .* try again/;
    try {
      writeStack({ ...stack, seeding: true }, folder);
      const early = await run(asked, { NEO4J_URI: '', TOKEN_KEY_FILE: '' });
      expect([early.code, early.out]).to.deep.equal([1, '']);
      expect(early.err).to.match(none).and.to.match(hint);
      writeStack(stack, folder);
      expect((await run(asked, { NEO4J_URI: '', TOKEN_KEY_FILE: '' })).err)
        .to.match(none)
        .and.not.match(hint);
    } finally {
      removeStack(folder);
    }
  });

  it('says so and ends when the database takes the connection and stays silent', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const NEO4J_URI = `bolt://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { code, out, err } = await start(['org', 'tree', '--tenant', 'acme'], { NEO4J_URI });
    silent.close();
    expect([code, out]).to.deep.equal([1, '']);
    expect(err).to.equal(`Neo4j does not answer at ${NEO4J_URI}: start it, or correct NEO4J_URI.\n`);
  });

  it('sends no digest of a week that is not over, and takes no day that does not exist', async () => {
    const digest = (week: string) => run(['digest', 'run', '--tenant', org.tenant.slug, '--week', week]);
    const [later, none] = await Promise.all([digest('2199-01-01'), digest('2026-02-30')]);
    expect([later.code, later.err]).to.deep.equal([
      1,
      'The week of 2198-12-31 has not started; choose this week or an earlier one.\n',
    ]);
    expect([none.code, none.out]).to.deep.equal([2, '']);
    expect(none.err).to.include('It is not a date; write YYYY-MM-DD.');
  });

  it('takes an organisation in and gives it out again', async () => {
    const { slug } = org.tenant;
    const imported = await start(['org', 'import', file('good.csv', [cyd, bob, ann]), '--tenant', slug]);
    expect(imported).to.deep.equal({
      code: 0,
      out: 'Imported: 3 new, 0 changed, 0 moved, 0 unchanged, 0 left out. 1 warning: see above.\n',
      err: 'WARNING: 3 of 3 names are one word, such as "Cyd", "Bob", "Ann"\n',
    });
    const changes = file('changes.csv', [bob.replace('Head', 'Chief').replace('Bob', 'Bob Roy'), cyd]);
    expect((await start(['org', 'import', changes, '--tenant', slug, '--dry-run'])).out.split('\n')).to.deep.equal([
      'changed\tbob@a.example\tBob\tname: Bob → Bob Roy; jobTitle: Head → Chief',
      'left out\tann@a.example',
      'Would import: 0 new, 1 changed, 0 moved, 1 unchanged, 1 left out.',
      '',
    ]);
    const bad = file('bad.csv', [ann, 'dan@a.example,,,,,zed@,']);
    const [refused, csv, json, token] = await Promise.all([
      start(['org', 'import', bad, '--tenant', slug]),
      start(['org', 'export', '--tenant', slug]),
      run(['org', 'export', '--tenant', slug, '--format', 'json']),
      run(['token', 'ann@a.example', '--tenant', slug]),
    ]);
    expect([refused.code, refused.out]).to.deep.equal([1, '']);
    expect(refused.err.split('\n').slice(0, 3)).to.deep.equal([
      'row 3: managerEmail "zed@" is not an e-mail address',
      'row 3: name is missing',
      `${bad} has 2 faults; nothing was changed.`,
    ]);
    expect(csv).to.deep.include({ code: 0, err: '', out: await org.exported() });
    expect((JSON.parse(json.out) as { email: string }[]).map(({ email }) => email)).to.deep.equal(
      ['ann', 'bob', 'cyd'].map((name) => `${name}@a.example`),
    );
    const answer = await fetch(`${api.url}/v1/org/users/${(await org.exported()).split('\n')[1]?.slice(-36)}/chain`, {
      headers: { authorization: `Bearer ${token.out.trimEnd()}` },
    });
    expect(await answer.json()).to.have.length(2);
  });

  it('moves people by the rules of the API, and lets them leave and come back', async () => {
    const { slug } = org.tenant;
    await org.bring([ann, bob, cyd, 'dan@a.example,Dan,,,,,admin']);
    const steps: [args: string[], code: number, said: RegExp][] = [
      [['move', 'ann@a.example', '--to', 'cyd@a.example'], 1, /^ann@a\.example would stand above themselves\.$/m],
      [['deactivate', 'bob@a.example'], 1, /^1 active person reports to bob@a\.example: move them first/],
      [
        ['move', 'CYD@a.example', '--to', 'ann@a.example', '--dry-run'],
        0,
        /^Would move cyd@a\.example: bob@a\.example → ann@/,
      ],
      [['move', 'CYD@a.example', '--to', 'ann@a.example'], 0, /^Moved cyd@a\.example: bob@a\.example → ann@/],
      [['deactivate', 'bob@a.example'], 0, /^Bob is now inactive\.$/m],
      [['activate', 'bob@a.example'], 0, /^Bob is active again\.$/m],
      [['deactivate', 'bob@a.example'], 0, /^Bob is now inactive\.$/m],
      [['deactivate', 'cyd@a.example'], 0, /^Cyd is now inactive\.$/m],
      [['deactivate', 'ann@a.example'], 0, /^Ann is now inactive\.$/m],
      [['deactivate', 'dan@a.example'], 1, /^The tenant would have no admin/],
      [['activate', 'bob@a.example'], 1, /^Their manager ann@a\.example is inactive: move them first/],
    ];
    for (const [args, code, said] of steps) {
      const ran = await run(['org', ...args, '--tenant', slug]);
      expect([ran.code, code === 0 ? ran.out : ran.err], args.join(' ')).to.satisfy(
        ([found, text]: [number, string]) => found === code && said.test(text),
      );
    }
    expect(await org.moves()).to.have.length(1);
    expect((await org.nodes()).flatMap(({ action }) => action ?? [])).to.have.members([
      'tenant.create',
      'organisation.import',
      ...Array<string>(3).fill('person.create'),
      'reporting-line.move',
      ...Array<string>(4).fill('person.deactivate'),
      ...Array<string>(2).fill('person.update'), // of the roles that end
      'person.activate',
    ]);
  });

  it('prints the chart of an earlier time, and refuses one that is still to come', async () => {
    await org.bring([ann, bob, cyd]);
    const tenant = ['--tenant', org.tenant.slug];
    const tree = async (...more: string[]): Promise<string> => (await run(['org', 'tree', ...tenant, ...more])).out;
    const before = { tree: await tree(), csv: await org.exported() };
    await api.graph.statement(
      'MATCH (t:Tenant {id: $id}) SET t.lastMoveAt = null WITH t MATCH (:User {tenantId: $id})-[line:REPORTS_TO]->() SET line.since = datetime($created)',
      { id: org.tenant.id, created: now.toISOString() },
    );
    expect((await run(['org', 'move', 'cyd@a.example', '--to', 'ann@a.example', ...tenant])).code).to.equal(0);
    expect(await tree()).to.not.equal(before.tree);
    const asOf = ['--as-of', now.toISOString()];
    expect(await tree(...asOf)).to.equal(before.tree);
    expect((await run(['org', 'export', ...tenant, ...asOf])).out).to.equal(before.csv);
    expect(await tree('--as-of', '2026-01-01')).to.equal('');
    const future = await run(['org', 'tree', ...tenant, '--as-of', '2199-01-01']);
    expect([future.code, future.out, future.err]).to.deep.equal([1, '', '2199-01-01 is in the future.\n']);
    const misuse = await run(['org', 'tree', ...tenant, '--as-of', 'May']);
    expect([misuse.code, misuse.err]).to.satisfy(
      ([code, text]: [number, string]) => code === 2 && text.includes('It is not a time; write a date such as'),
    );
  });

  it('ends quietly when nobody reads on', async () => {
    await org.bring([ann, bob, cyd]);
    const { code, err } = await start(['org', 'export', '--tenant', org.tenant.slug], {}, { readsOutput: false });
    expect([code, err]).to.deep.equal([0, '']);
  });
});
