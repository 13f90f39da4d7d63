// What `npm run checkin` runs: the build while it is of these very sources, else the sources. In a small project of its own.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder } from '../../src/project-folder.ts';

type Ran = { code: number | null; out: string; err: string };

describe('the build that the command line uses', () => {
  let folder: string;
  const at = (...names: string[]): string => path.join(folder, ...names);
  const write = (file: string, text: string): void => writeFileSync(at(file), text);

  /** A program that says where it comes from, in place of the command line. */
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'build-test-'));
    for (const name of ['scripts', 'src', 'node_modules']) mkdirSync(at(name));
    for (const name of ['bootstrap.mjs', 'build.mjs', 'lock.mjs']) {
      copyFileSync(path.join(projectFolder, 'scripts', name), at('scripts', name));
    }
    copyFileSync(path.join(projectFolder, 'tsconfig.json'), at('tsconfig.json'));
    for (const name of readdirSync(path.join(projectFolder, 'node_modules'))) {
      if (name !== '.lock-hash') symlinkSync(path.join(projectFolder, 'node_modules', name), at('node_modules', name));
    }
    write('package.json', '{"type": "module"}');
    write('package-lock.json', '{}');
    write('node_modules/.lock-hash', createHash('sha256').update('{}').digest('hex'));
    write('src/word.ts', "export const word: string = 'one';\n");
    write('scripts/start.ts', "console.log('start from', import.meta.dirname.split('/').at(-2));\n");
    write(
      'scripts/checkin.ts',
      `import { word } from '../src/word.ts';
const from = import.meta.url.endsWith('.ts') ? 'source' : 'build';
console.log([from, word, ...process.argv.slice(2)].join(' '));\n`,
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  function start(file: string, args: string[] = [], onError: (text: string) => void = () => undefined): Promise<Ran> {
    const child = spawn(process.execPath, [at('scripts', file), ...args], { cwd: tmpdir() });
    const ran: Ran = { code: null, out: '', err: '' };
    child.stdout.on('data', (data: Buffer) => (ran.out += data.toString()));
    child.stderr.on('data', (data: Buffer) => onError((ran.err += data.toString())));
    return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })));
  }
  const build = (onError?: (text: string) => void): Promise<Ran> => start('build.mjs', [], onError);
  const checkin = async (): Promise<string> => {
    const { out, err } = await start('bootstrap.mjs', ['checkin', 'a', '--b']);
    return out.trimEnd() || err;
  };

  it('is used from when it is complete until a source changes', async () => {
    expect(await checkin()).to.equal('source one a --b');
    expect((await build()).code).to.equal(0);
    expect(await checkin()).to.equal('build one a --b');

    utimesSync(at('src/word.ts'), new Date(1_000), new Date(1_000)); // older than the build, and yet another one
    expect(await checkin()).to.equal('source one a --b');
    write('src/word.ts', "export const word: string = 'two';\n");
    expect(await checkin()).to.equal('source two a --b');
    expect((await build()).code).to.equal(0);
    expect(await checkin()).to.equal('build two a --b');

    write('src/more.ts', '');
    expect(await checkin()).to.equal('source two a --b');
    rmSync(at('src/more.ts'));
    expect(await checkin()).to.equal('build two a --b');
  });

  it('is not used when types are wrong, unless npm start has made it; waits for another process that compiles', async () => {
    write('src/word.ts', "export const word: number = 'three';\n");
    const broken = await build();
    expect(broken.code).to.equal(1);
    expect(broken.err).to.match(/src\/word\.ts\(1,14\): error TS2322[\s\S]*The sources do not compile; see above\.\n$/);
    expect(await checkin()).to.equal('source three a --b');

    const { code, out } = await start('bootstrap.mjs', ['start']); // does not look at types
    expect([code, out.split('\n').at(-2)]).to.deep.equal([0, 'start from dist']);
    expect(out).to.match(/^Compiling the sources /);
    expect((await start('bootstrap.mjs', ['start'])).out).to.equal('start from dist\n');
    expect(await checkin()).to.equal('build three a --b');
    expect((await build()).err).to.include('error TS2322');

    write('src/word.ts', "export const word: string = 'four';\n");
    mkdirSync(at('.state/build.lock'));
    let waited = '';
    const built = build((text) => {
      waited ||= text;
      if (existsSync(at('.state/build.lock'))) rmSync(at('.state/build.lock'), { recursive: true });
    });
    expect((await built).code).to.equal(0);
    expect(waited).to.equal('Another process is compiling; waiting for it to finish\n');
    expect(existsSync(at('.state/build.lock'))).to.equal(false);
    expect(await checkin()).to.equal('build four a --b');
  });
});
