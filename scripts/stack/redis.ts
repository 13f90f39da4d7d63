// Runs Valkey or Redis: the one on the PATH, else the static binary from Maven Central.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from './java.ts';
import { DEPENDENCY_PLUGIN, download } from './maven.ts';
import { sendToPort, readPort } from './ports.ts';
import type { RedisAddress } from './state.ts';
import {
  stopLeftover,
  supervise,
  waitUntilReady,
  type RunOptions,
  type ServerSpec,
  type SupervisedServer,
} from './supervise.ts';

const ARTEFACT = 'org.signal:embedded-redis:0.9.1';

/** `title` is its name and version. */
type RunningRedis = RedisAddress & SupervisedServer & { title: string };

/**
 * Starts Redis on 127.0.0.1 (REDIS_PORT or a free port) with its append-only file in `<dir>/redis`, and resolves once it
 * answers PING.
 *
 * @param command the redis-server to run
 */
export async function runRedis(command: string, options: RunOptions): Promise<RunningRedis> {
  const dataDir = join(options.dir, 'redis');
  const pidFile = join(options.dir, 'redis.pid.json');
  await stopLeftover(pidFile, 'Redis', options.log);
  if (options.fresh) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });

  const port = await readPort('REDIS_PORT');
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir: dataDir,
    appendonly: 'yes',
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  const spec: ServerSpec = {
    title: 'Redis',
    command,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    cwd: dataDir,
    logFile: join(options.dir, 'redis.log'),
    pidFile,
    commandLineMark: `127.0.0.1:${port}`, // Redis renames its process to "redis-server <bind>:<port>"
  };
  const server = await supervise(spec);
  await waitUntilReady(server, spec, async () => (await sendToPort(port, 'PING\r\n'))?.startsWith('+PONG') ?? false);
  return { url: `redis://127.0.0.1:${port}`, title: await readTitle(port), ...server };
}

/** Valkey also reports the version of Redis with which it is compatible. */
async function readTitle(port: number): Promise<string> {
  const answer = (await sendToPort(port, 'INFO server\r\n')) ?? '';
  const [, name, version] = /^(valkey)_version:(\S+)/m.exec(answer) ?? /^(redis)_version:(\S+)/m.exec(answer) ?? [];
  return `${name === 'valkey' ? 'Valkey' : 'Redis'} ${version ?? ''}`.trimEnd();
}

/** Returns the server on the PATH, else a Redis downloaded into `distDir`. @throws {Error} when neither exists */
export async function installRedis(distDir: string, log: (line: string) => void): Promise<string> {
  const installed = findOnPath('valkey-server') ?? findOnPath('redis-server');
  if (installed) return installed;
  const binary = `redis-server-*-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const folder = join(distDir, 'redis');
  await download({
    title: 'Redis 7.0.15',
    into: folder,
    args: [
      `${DEPENDENCY_PLUGIN}:unpack`,
      `-Dartifact=${ARTEFACT}`,
      `-Dmdep.unpack.includes=${binary}`,
      '-DoutputDirectory=.',
    ],
    log,
  });
  const name = readdirSync(folder).find((file) => file.startsWith('redis-server-'));
  if (!name)
    throw new Error(`No Redis download exists for ${process.platform}/${process.arch}; install Valkey or Redis.`);
  return join(folder, name);
}
