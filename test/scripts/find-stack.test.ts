// Commands find the stack of this checkout that runs with another STATE_DIR, or say what helps.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { findStack, noServers, registerStack } from '../../scripts/stack/find-stack.ts';
import { writeStack, type Stack } from '../../scripts/stack/state.ts';

describe('the running stack', () => {
  const variables = ['STATE_DIR', 'XDG_STATE_HOME'] as const;
  const before = variables.map((name) => [name, process.env[name]] as const);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'find-stack-'));
    process.env['XDG_STATE_HOME'] = folder;
    delete process.env['STATE_DIR'];
  });
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true });
  });

  const registry = (): string => path.join(folder, 'team-check-in-service');
  /** Writes the description of a running stack into a state folder. */
  function runIn(name: string, pid = process.pid): string {
    const dir = path.join(folder, name);
    writeStack({ pid, api: { url: `http://127.0.0.1/${name}` } } as Stack, dir);
    return dir;
  }
  /** Adds an entry of another process. */
  function addEntry(pid: number, stateDir: string, checkout = projectFolder): void {
    registerStack(stateDir)();
    writeFileSync(path.join(registry(), `${pid}.json`), JSON.stringify({ pid, stateDir, checkout }));
  }
  const url = (): string | undefined => findStack()?.api.url;

  it('is that of STATE_DIR, and of no other folder', () => {
    const dir = runIn('one');
    const remove = registerStack(dir);
    process.env['STATE_DIR'] = dir;
    expect(url()).to.equal('http://127.0.0.1/one');
    process.env['STATE_DIR'] = path.join(folder, 'nowhere');
    expect(url()).to.equal(undefined);
    expect(noServers('set X')).to.equal(
      `No servers found in the state folder of this command, but elsewhere: set STATE_DIR=${dir} (http://127.0.0.1/one).`,
    );
    remove();
    expect(noServers('set X')).to.match(/^No servers found: run "npm start" in this checkout .*, or set X\.$/);
  });

  it('is the only one of this checkout when there is no STATE_DIR', function () {
    if (findStack()) this.skip(); // npm start runs here
    const dir = runIn('one');
    registerStack(dir);
    expect(url()).to.equal('http://127.0.0.1/one');
    addEntry(process.ppid, runIn('two', process.ppid));
    registerStack(dir);
    expect(url(), 'two run').to.equal(undefined);
    expect(noServers('set X')).to.include(`STATE_DIR=${dir} (`).and.include(' or STATE_DIR=');
  });

  it('of another checkout is named and not used', function () {
    if (findStack()) this.skip();
    addEntry(process.ppid, runIn('other', process.ppid), '/somewhere/else');
    expect(url()).to.equal(undefined);
    expect(noServers('set X')).to.include(', of the checkout /somewhere/else)');
  });

  it('that was killed is forgotten, as is an entry that cannot be read', function () {
    if (findStack()) this.skip();
    addEntry(999_999_999, runIn('killed', 999_999_999));
    addEntry(999_999_998, runIn('restarted'));
    writeFileSync(path.join(registry(), 'broken.json'), '{');
    expect(url()).to.equal(undefined);
    expect(noServers('set X')).to.match(/^No servers found: run/);
    expect(readdirSync(registry())).to.deep.equal(['broken.json']);
  });

  it('runs also where its entry cannot be written', () => {
    writeFileSync(path.join(folder, 'file'), '');
    process.env['XDG_STATE_HOME'] = path.join(folder, 'file');
    expect(registerStack(folder)).to.not.throw();
    expect(noServers('set X')).to.match(/^No servers found: run/);
  });
});
