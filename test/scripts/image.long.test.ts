// The image of the service: every command loads, works and finds its data in a folder with the image's files alone.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { expect } from 'chai';
import type { Entry } from '../../scripts/cli/command-tree.ts';
import { commands } from '../../scripts/cli/commands/index.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { writeImage } from '../support/image.ts';
import { endDueEvents } from '../support/in-process-worker.ts';
import { ann, bob, organisation } from '../support/organisation.ts';
import { service } from '../support/service.ts';

type Ran = { code: number | null; out: string; err: string };

const listCommands = (entries: Entry[], above: string[] = []): string[][] =>
  entries.flatMap((entry) => {
    const words = [...above, entry.name.split(' ')[0] ?? ''];
    return 'commands' in entry ? listCommands(entry.commands, words) : [words];
  });

describe('the image of the service', () => {
  const api = service();
  const org = organisation(api);
  mkdirSync(path.join(projectFolder, '.state'), { recursive: true });
  const folder = mkdtempSync(path.join(projectFolder, '.state', 'image-'));
  const at = (...names: string[]): string => path.join(folder, ...names);
  before(() => writeImage(at('app')));
  after(() => rmSync(folder, { recursive: true }));
  before(() => endDueEvents(api)); // a worker starts below

  /** Runs Node in the folder; with `until`, until its output contains this. */
  function node(args: string[], until?: string, more: NodeJS.ProcessEnv = {}): Promise<Ran> {
    const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, REDIS_URL, TOKEN_KEY_FILE, PATH } = process.env;
    const env = {
      NEO4J_URI,
      NEO4J_USER,
      NEO4J_PASSWORD,
      REDIS_URL,
      TOKEN_KEY_FILE,
      PATH,
      NODE_ENV: 'production',
      FILES_DIR: at('files'),
      ERASURE_LOG: at('erasures.jsonl'),
      CHECKIN_TENANT: org.tenant.slug,
      PORT: '0',
      WORKER_PORT: '0',
      NODE_COMPILE_CACHE: at('compile-cache'), // each of them compiles the same
      ...more,
    };
    const child = spawn(process.execPath, args, { cwd: at('app'), env });
    const ran: Ran = { code: null, out: '', err: '' };
    child.stdout.on('data', (data: Buffer) => {
      ran.out += data.toString();
      if (until && !child.killed && ran.out.includes(until)) child.kill('SIGTERM');
    });
    child.stderr.on('data', (data: Buffer) => (ran.err += data.toString()));
    return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })));
  }
  const checkin = (...args: string[]): Promise<Ran> => node(['scripts/checkin.ts', ...args]);

  it('has no file of development: no test, no package that only tests use', () => {
    expect(existsSync(at('app/node_modules/neo4j-driver/package.json'))).to.equal(true);
    const tools = ['bench', 'research'].map((name) => `scripts/tools/${name}`);
    const absent = ['test', 'node_modules/mocha', 'node_modules/typescript', '.git', 'docker-compose.yml'];
    for (const name of [...absent, ...tools, 'scripts/test.ts', 'scripts/client'])
      expect(existsSync(at('app', name)), name).to.equal(false);
  });

  it('loads every command', async () => {
    const script = `
      import { createProgram } from './scripts/cli/program.ts';
      const faults = [];
      for (const words of JSON.parse(process.argv[1]))
        await createProgram().parseAsync([...words, '--help'], { from: 'user' }).catch(
          (error) => error.code === 'commander.helpDisplayed' || faults.push([words.join(' '), error.message]));
      console.error(JSON.stringify(faults));`;
    const words = listCommands(commands);
    expect(words.length).to.be.above(40);
    const { code, err } = await node(['--input-type=module', '-e', script, JSON.stringify(words)]);
    expect([code, JSON.parse(err)]).to.deep.equal([0, []]);
  });

  it('runs commands of every group, and those that need data files', async () => {
    const exported = await checkin('tenant', 'export', at('tenant.ndjson'));
    expect(exported.code, exported.err).to.equal(0);
    await org.bring([ann, bob]);
    const address = 'ann@a.example';
    for (const call of [
      ['migrate'],
      ['seed', '--json'],
      ['query', 'reports/org'],
      ['tenant', 'show'],
      ['org', 'tree'],
      ['org', 'check'],
      ['org', 'export-person', address],
      ['org', 'plan', 'ls'],
      ['access', 'viewers', `user:${address}`],
      ['outbox', 'ls'],
      ['service', 'ls'],
      ['digest', 'run', '--dry-run'],
      ['trends', 'run', '--dry-run'],
      ['token', address],
      ['sample-profile', address, '--out', at('ann.pdf')],
      ['report', 'overview', '--out', at('overview.html')],
    ]) {
      const { code, err } = await checkin(...call);
      expect(code, `${call.join(' ')}: ${err}`).to.equal(0);
    }
    for (const file of ['tenant.ndjson', 'ann.pdf', 'overview.html']) expect(existsSync(at(file)), file).to.equal(true);

    const read = `
      import { readFileSync } from 'node:fs';
      import { readProfilePdf } from './src/features/profiles/pdf/reader.ts';
      console.log(Object.keys(await readProfilePdf(readFileSync(process.argv[1]))));`;
    const reading = await node(['--input-type=module', '-e', read, at('ann.pdf')]);
    expect([reading.code, reading.err]).to.deep.equal([0, '']);
    expect(reading.out).to.include('fields');
  });

  it('ends `docker compose up` with addresses, and people whose tokens the API takes', async () => {
    const { services } = parseYaml(readFileSync(path.join(projectFolder, 'docker-compose.yml'), 'utf8')) as {
      services: Record<string, { command: string[] }>;
    };
    const addresses = { PUBLIC_URL: api.url, MAILBOX_URL: 'http://127.0.0.1:8005' };
    for (const name of ['migrate', 'seed', 'greeting']) {
      const [program, ...args] = services[name]?.command ?? [];
      expect(program, name).to.equal('node');
      const { code, out, err } = await node(args, undefined, addresses);
      expect(code, `${name}: ${err}`).to.equal(0);
      if (name !== 'greeting') continue;
      for (const line of [`  API      ${api.url}/v1`, `  Docs     ${api.url}/docs`, '  Mailbox  http://127.0.0.1:8005'])
        expect(out.split('\n')).to.include(line);
      const shown = [...out.matchAll(/ · (\S+@harbour\.example) · .+\n {2}(\S+)\n/g)];
      expect(shown).to.have.length(5);
      for (const [, email, token] of shown) {
        const answer = await fetch(`${api.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
        expect([answer.status, ((await answer.json()) as { email: string }).email]).to.deep.equal([200, email]);
      }
      const [, curl = ''] = /^ {2}(curl .+)$/m.exec(out) ?? [];
      const first = await promisify(execFile)('sh', ['-c', curl]);
      expect(JSON.parse(first.stdout)).to.include.keys('items');
      expect(out).to.include('docker compose exec -T api node scripts/checkin.ts report overview --tenant harbour');
      expect(out).to.not.include('  Page '); // nobody can sign in to it: these containers have no identity provider
    }
  });

  for (const [program, started] of [
    ['src/app/server.ts', 'server listening'],
    ['src/app/worker.ts', 'worker started'],
  ] as const) {
    it(`starts ${program}, which ends when it is told to`, async () => {
      const { code, out, err } = await node([program], started);
      expect(code, out + err).to.equal(0);
      expect(out).to.include(started);
    });
  }
});
