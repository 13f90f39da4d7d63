// What `npm start` and the other commands run first: a Node that is new enough. In a small project with stand-ins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';

type Ran = { code: number | null; out: string; err: string; pid: number | undefined };

describe('scripts/run', () => {
  let folder: string;
  const at = (...names: string[]): string => path.join(folder, ...names);
  const program = (name: string, script: string): void =>
    writeFileSync(at('bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  /** An installed Node of this version, which is in truth the one of this test. */
  const installNode = (version: string): void =>
    program('node', `[ "$1" = --version ] && echo ${version} || exec "${process.execPath}" "$@"`);
  /** An npm that installs, as the package of Node, a program that runs `script`. */
  const npmWith = (script: string): void =>
    program(
      'npm',
      `echo "$@" >> ${at('npm.log')}
       bin=node_modules/\${2%@*}/bin; mkdir -p $bin; printf '#!/bin/sh\\n${script}\\n' > $bin/node; chmod +x $bin/node`,
    );
  const runsNode = `export PINNED=yes; exec "${process.execPath}" "$@"`;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'run-test-'));
    for (const name of ['bin', 'scripts', 'node_modules']) mkdirSync(at(name));
    for (const name of ['run', 'checkin', 'bootstrap.mjs', 'install.mjs', 'lock.mjs']) {
      copyFileSync(path.resolve('scripts', name), at('scripts', name));
    }
    writeFileSync(at('.nvmrc'), '26.10.0\n');
    writeFileSync(at('package.json'), '{"type": "module"}');
    writeFileSync(at('package-lock.json'), '{}');
    writeFileSync(at('node_modules/.lock-hash'), createHash('sha256').update('{}').digest('hex'));
    writeFileSync(
      at('scripts/checkin.ts'),
      `const values: unknown[] = [process.pid, process.env['PINNED'], ...process.argv.slice(2)];
       console.log(JSON.stringify(values));
       process.exitCode = 3;`,
    );
    npmWith(runsNode);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function checkin(): Promise<Ran> {
    const env = { PATH: `${at('bin')}:/usr/bin:/bin` };
    const child = spawn('/bin/sh', [at('scripts/run'), 'checkin', 'a b', '--c'], { cwd: tmpdir(), env });
    const ran: Ran = { code: null, out: '', err: '', pid: child.pid };
    child.stdout.on('data', (data: Buffer) => (ran.out += data.toString()));
    child.stderr.on('data', (data: Buffer) => (ran.err += data.toString()));
    return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })));
  }

  for (const version of ['v26.0.0', 'v27.1.0', 'v30.0.0']) {
    it(`uses ${version}, which is installed, and becomes the program`, async () => {
      installNode(version);
      const { code, out, err, pid } = await checkin();
      expect([code, out, err]).to.deep.equal([3, `${JSON.stringify([pid, null, 'a b', '--c'])}\n`, '']);
      expect(existsSync(at('npm.log'))).to.equal(false);
    });
  }

  for (const version of ['v20.19.0', 'v24.21.0', 'v25.9.0']) {
    it(`installs the pinned Node once beside ${version}, and becomes the program`, async () => {
      installNode(version);
      const { code, out, err, pid } = await checkin();
      expect([code, out]).to.deep.equal([3, `${JSON.stringify([pid, 'yes', 'a b', '--c'])}\n`]);
      expect(err).to.match(/^Installing Node 26\.10\.0, since this is .*\n {2}installed Node 26\.10\.0.*\n$/);

      program('npm', 'exit 1');
      const again = await checkin();
      expect([again.code, again.out, again.err]).to.deep.equal([
        3,
        `${JSON.stringify([again.pid, 'yes', 'a b', '--c'])}\n`,
        '',
      ]);
      expect(readdirSync(at('.state/dist'))).to.deep.equal(['node-26.10.0']);
    });
  }

  it('has a name of its own by the links of npm, and then reads the files of the folder in which it is called', () => {
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { checkin: string } };
    installNode('v26.0.0');
    mkdirSync(at('lib'));
    symlinkSync('..', at('lib/package')); // as `npm link` makes them: a link to the project, and one to its program
    symlinkSync(`../lib/package/${bin.checkin}`, at('bin/checkin'));
    writeFileSync(at('scripts/checkin.ts'), 'console.log(process.cwd(), ...process.argv.slice(2));');
    const env = { PATH: `${at('bin')}:/usr/bin:/bin` };
    const { stdout } = spawnSync('checkin', ['a b'], { cwd: tmpdir(), env, encoding: 'utf8' });
    expect(stdout).to.equal(`${realpathSync(tmpdir())} a b\n`);
  });

  it('runs nothing with a Node that is not whole, or does not run here', async () => {
    installNode('v20.19.0');
    for (const [npm, reason] of [
      ['exit 7', 'npm install failed with code 7'],
      ['exit 127', 'it does not run on this machine with code 127'],
    ] as const) {
      if (npm === 'exit 7') program('npm', npm);
      else npmWith(npm);
      const { code, out, err } = await checkin();
      expect([code, out]).to.deep.equal([1, '']);
      expect(err).to.include(`Node 26.10.0 could not be installed: ${reason}. Install Node 26 or newer.\n`);
      expect(readdirSync(at('.state/dist'))).to.deep.equal([]);
    }
  });
});
