// A real Redis of our own: the one on the PATH, else the static binary from Maven Central.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from './java.ts';
import { clearLeftover, supervise, untilReady } from './supervise.ts';
import type { SupervisedProcess, RunOptions, ServerSpec } from './supervise.ts';
import { DEPENDENCY_PLUGIN, download } from './maven.ts';
import { ask, portFrom } from './ports.ts';
import type { RedisAddress } from './state.ts';

const ARTEFACT = 'org.signal:embedded-redis:0.9.1';

export type RunningRedis = RedisAddress & SupervisedProcess;

/**
 * Starts Redis on 127.0.0.1 (REDIS_PORT or a free port) with its append-only file in `<dir>/redis`, and resolves once
 * it answers PING. `command` is the redis-server to run.
 */
export async function runRedis(command: string, options: RunOptions): Promise<RunningRedis> {
  const dataDir = join(options.dir, 'redis');
  const pidFile = join(options.dir, 'redis.pid.json');
  await clearLeftover(pidFile, 'Redis', options.log);
  if (options.fresh) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });

  const port = await portFrom('REDIS_PORT');
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
    mark: `127.0.0.1:${port}`, // Redis renames its process to "redis-server <bind>:<port>"
  };
  const server = await supervise(spec);
  await untilReady(server, spec, async () => (await ask(port, 'PING\r\n'))?.startsWith('+PONG') ?? false);
  return { url: `redis://127.0.0.1:${port}`, ...server };
}

/** The redis-server of the PATH, else the one downloaded into `distDir`. Throws when there is none to be had. */
export async function installRedis(distDir: string, log: (line: string) => void): Promise<string> {
  const present = findOnPath('redis-server');
  if (present) return present;
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
  if (!name) throw new Error(`There is no Redis for ${process.platform}/${process.arch} to download; install one.`);
  return join(folder, name);
}
