// Neo4j and Redis from docker-compose.yml, for those who have a Docker daemon.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from './java.ts';
import { portFrom } from './ports.ts';
import { projectRoot } from './state.ts';
import type { Neo4jAddress, RedisAddress } from './state.ts';

const run = promisify(execFile);

export type ComposeService = 'neo4j' | 'redis';
export type ComposeServers = { neo4j: Neo4jAddress; redis: RedisAddress; stop: () => Promise<void> };

/** True when a daemon answers within three seconds and the client knows Compose. */
export async function composeAnswers(): Promise<boolean> {
  if (!findOnPath('docker')) return false;
  const output = [
    run('docker', ['info'], { timeout: 3_000 }),
    run('docker', ['compose', 'version'], { timeout: 3_000 }),
  ];
  return (await Promise.allSettled(output)).every(({ status }) => status === 'fulfilled');
}

/**
 * Starts the services wanted and waits for their health checks. The project, and so the volumes, belong to this
 * checkout and to `name` alone: a test run never meets the demo's data. `fresh` empties the volumes first.
 */
export async function startCompose(options: {
  name: string;
  services: ComposeService[];
  fresh: boolean;
  log: (line: string) => void;
}): Promise<ComposeServers> {
  const password = process.env.NEO4J_PASSWORD || 'local-development';
  const neo4jPort = await portFrom('NEO4J_PORT');
  const redisPort = await portFrom('REDIS_PORT');
  const env = {
    ...process.env,
    NEO4J_PASSWORD: password,
    NEO4J_PORT: String(neo4jPort),
    REDIS_PORT: String(redisPort),
  };
  const compose = (...args: string[]) =>
    run(
      'docker',
      ['compose', '-p', projectName(options.name), '-f', join(projectRoot, 'docker-compose.yml'), ...args],
      {
        env,
        maxBuffer: 16 * 1024 * 1024,
      },
    );
  const stop = async () => {
    await compose('stop');
  };

  options.log(`starting ${options.services.join(' and ')} with Docker Compose (the first time downloads the images)`);
  if (options.fresh) await compose('down', '--volumes');
  try {
    await compose('up', '-d', '--wait', ...options.services);
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return {
    neo4j: { uri: `bolt://127.0.0.1:${neo4jPort}`, user: 'neo4j', password },
    redis: { url: `redis://127.0.0.1:${redisPort}` },
    stop,
  };
}

/** Two checkouts, and the demo and the tests of one, are different projects to Compose. */
function projectName(name: string): string {
  return `checkin-${createHash('sha256').update(projectRoot).digest('hex').slice(0, 8)}-${name}`;
}
