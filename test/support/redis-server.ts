// A Redis of the test's own, on one port for its whole life: it can be killed, emptied and started again.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sendToPort, findFreePort } from '../../scripts/stack/ports.ts';
import { installRedis } from '../../scripts/stack/redis.ts';
import { stateDir } from '../../scripts/stack/state.ts';
import { supervise, waitUntilReady, type SupervisedServer } from '../../scripts/stack/supervise.ts';

export type RedisServer = {
  port: number;
  /** Starts it, with the data it had, and waits until it answers. */
  start(): Promise<void>;
  /** Kills it without warning. */
  kill(): Promise<void>;
  /** Removes its data; to be called while it is not running. */
  empty(): void;
};

/** Readies a Redis that is not started yet. */
export async function redisServer(settings: readonly string[] = []): Promise<RedisServer> {
  const command = await installRedis(join(stateDir(), 'dist'), () => undefined);
  const port = await findFreePort();
  const dir = join(stateDir(), `redis-${port}`);
  const empty = (): void => rmSync(dir, { recursive: true, force: true });
  let running: SupervisedServer | undefined;
  return {
    port,
    empty,
    async start() {
      mkdirSync(dir, { recursive: true });
      const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--appendonly', 'yes', ...settings];
      const logFile = join(dir, 'log');
      const pidFile = join(dir, 'pid.json');
      const spec = { title: 'Redis', command, args, cwd: dir, logFile, pidFile, commandLineMark: `127.0.0.1:${port}` };
      running = await supervise(spec);
      await waitUntilReady(running, spec, async () =>
        /^(\+PONG|-NOAUTH)/.test((await sendToPort(port, 'PING\r\n')) ?? ''),
      );
    },
    async kill() {
      if (running) process.kill(running.pid, 'SIGKILL');
      await running?.ended;
      running = undefined;
    },
  };
}
