// Runs Neo4j and Redis from docker-compose.yml where a Docker daemon is available.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from './java.ts';
import { readPort } from './ports.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import type { Neo4jAddress, RedisAddress } from './state.ts';

const execFileAsync = promisify(execFile);

export type ComposeService = 'neo4j' | 'redis';
export type ComposeServers = { neo4j: Neo4jAddress; redis: RedisAddress; stop: () => Promise<void> };

/** True when a daemon answers within three seconds and the client has Compose. */
export async function isComposeAvailable(): Promise<boolean> {
  if (!findOnPath('docker')) return false;
  const checks = [
    execFileAsync('docker', ['info'], { timeout: 3_000 }),
    execFileAsync('docker', ['compose', 'version'], { timeout: 3_000 }),
  ];
  return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled');
}

/**
 * Starts these services and waits for their health checks. The project and its volumes are specific to this checkout and
 * `name`: tests never share data with the demo. `fresh` empties the volumes first.
 */
export async function startCompose(options: {
  name: string;
  services: ComposeService[];
  fresh: boolean;
  log: (line: string) => void;
}): Promise<ComposeServers> {
  const password = process.env.NEO4J_PASSWORD || 'local-development';
  const neo4jPort = await readPort('NEO4J_PORT');
  const redisPort = await readPort('REDIS_PORT');
  const env = {
    ...process.env,
    NEO4J_PASSWORD: password,
    NEO4J_PORT: String(neo4jPort),
    REDIS_PORT: String(redisPort),
  };
  const compose = (...args: string[]) =>
    execFileAsync(
      'docker',
      ['compose', '-p', buildProjectName(options.name), '-f', join(projectFolder, 'docker-compose.yml'), ...args],
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

/** Gives each checkout, and its demo and tests, a separate Compose project. */
function buildProjectName(name: string): string {
  return `checkin-${createHash('sha256').update(projectFolder).digest('hex').slice(0, 8)}-${name}`;
}
