// The servers of the set-up: found where they are, started for real, ended with the process that started them.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { sendToPort } from '../../scripts/stack/ports.ts';
import { installRedis, runRedis } from '../../scripts/stack/redis.ts';
import { startServers } from '../../scripts/stack/servers.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { isAlive, stateDir } from '../../scripts/stack/state.ts';

const quiet = () => {};

describe('an embedded server', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stack-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('ends when its starter is killed, and its data is there after the next start', async () => {
    const command = await installRedis(join(stateDir(), 'dist'), quiet);
    const starter = await startElsewhere(command);
    expect(await sendToPort(starter.port, 'SET kept yes\r\n')).to.equal('+OK\r\n');
    process.kill(starter.pid, 'SIGKILL');
    await starter.ended;
    // the supervisor removes the pid file after the server has ended; the next start waits for that
    const redis = await runRedis(command, { dir: folder, fresh: false, log: quiet });
    expect(isAlive(starter.serverPid), 'the first server').to.equal(false);
    const port = Number(new URL(redis.url).port);
    expect(await sendToPort(port, 'GET kept\r\n')).to.equal('$3\r\nyes\r\n');
    await redis.stop();
    expect(isAlive(redis.pid), 'the second server').to.equal(false);
    expect(existsSync(join(folder, 'redis.pid.json'))).to.equal(false);
  });

  it('starts empty when it is to be fresh', async () => {
    const command = await installRedis(join(stateDir(), 'dist'), quiet);
    const first = await runRedis(command, { dir: folder, fresh: true, log: quiet });
    await sendToPort(Number(new URL(first.url).port), 'SET kept yes\r\n');
    await first.stop();
    const second = await runRedis(command, { dir: folder, fresh: true, log: quiet });
    expect(second.title).to.match(/^(Valkey|Redis) \d+\.\d+\.\d+$/);
    expect(await sendToPort(Number(new URL(second.url).port), 'GET kept\r\n')).to.equal('$-1\r\n');
    await second.stop();
  });

  it('is the Valkey on the PATH, else the Redis there', async () => {
    const path = process.env.PATH;
    process.env.PATH = folder;
    try {
      for (const name of ['redis-server', 'valkey-server']) {
        writeFileSync(join(folder, name), '');
        expect(await installRedis(folder, quiet)).to.equal(join(folder, name));
      }
    } finally {
      process.env.PATH = path;
    }
  });

  it('refuses data that a living process uses, and names that process', async () => {
    const command = await installRedis(join(stateDir(), 'dist'), quiet);
    const first = await runRedis(command, { dir: folder, fresh: false, log: quiet });
    const second = await runRedis(command, { dir: folder, fresh: true, log: quiet }).catch((error: Error) => error);
    expect(second).to.be.an('error').with.property('message').that.includes(`in use by process ${process.pid}`);
    expect(await sendToPort(Number(new URL(first.url).port), 'PING\r\n'), 'the first goes on').to.equal('+PONG\r\n');
    await first.stop();
  });

  it('that dies on start is reported with the end of its log', async () => {
    const broken = join(folder, 'broken-server');
    writeFileSync(broken, '#!/bin/sh\necho the disk is made of cheese\nexit 3\n', { mode: 0o755 });
    const failure = await runRedis(broken, { dir: folder, fresh: false, log: quiet }).catch((error: Error) => error);
    expect(failure)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/code 3.*\n.*\n.*made of cheese/);
  });

  /** Starts Redis from another process, which then can be killed. */
  async function startElsewhere(command: string) {
    const program = `import('./scripts/stack/redis.ts').then(async ({ runRedis }) => {
      const redis = await runRedis(${JSON.stringify(command)}, { dir: ${JSON.stringify(folder)}, fresh: false, log() {} });
      console.log(JSON.stringify({ port: Number(new URL(redis.url).port), serverPid: redis.pid }));
      setInterval(() => {}, 1e6);
    });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      void ended.then(() => reject(new Error('the starter ended too early')));
    });
    return { pid: child.pid ?? 0, ended, ...(JSON.parse(line) as { port: number; serverPid: number }) };
  }
});

describe('finding the servers', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stack-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const names = ['PATH', 'JAVA_HOME', 'NEO4J_URI', 'NEO4J_USER', 'NEO4J_PASSWORD', 'NEO4J_VERSION', 'REDIS_URL'];
  let before: Record<string, string | undefined>;
  beforeEach(() => {
    before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    for (const name of names) delete process.env[name];
    process.env.PATH = folder;
  });
  afterEach(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const start = () => startServers({ stateDir: folder, name: 'test', log: quiet });

  it('takes those of the environment as they are', async () => {
    Object.assign(process.env, { NEO4J_URI: 'neo4j://db', NEO4J_PASSWORD: 'secret', REDIS_URL: 'redis://cache' });
    const { neo4j, redis, source } = await start();
    expect({ neo4j, redis, source }).to.deep.equal({
      neo4j: { uri: 'neo4j://db', user: 'neo4j', password: 'secret' },
      redis: { url: 'redis://cache' },
      source: 'environment',
    });
  });

  it('names the three ways when none leads to a server', async () => {
    for (const [given, title] of [
      [{ REDIS_URL: 'redis://cache' }, 'Neo4j'],
      [{ NEO4J_URI: 'bolt://db', NEO4J_PASSWORD: 'secret' }, 'Redis'],
    ] as const) {
      for (const name of names.slice(2)) delete process.env[name];
      Object.assign(process.env, given);
      const failure = await start().catch((error: Error) => error);
      expect(failure).to.be.an('error').with.property('message');
      const { message } = failure as Error;
      expect(message)
        .to.include(`${title} is not available`)
        .and.to.match(/set (NEO4J_URI|REDIS_URL).*Docker.*Java 17.*Maven/);
    }
  });

  it('asks for the password that belongs to a NEO4J_URI', async () => {
    Object.assign(process.env, { NEO4J_URI: 'neo4j://db', REDIS_URL: 'redis://cache' });
    const failure = await start().catch((error: Error) => error);
    expect(failure).to.be.an('error').with.property('message', 'NEO4J_URI is set, but NEO4J_PASSWORD is not.');
  });
});
