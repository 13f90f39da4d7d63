// Starts the service for measurements as it runs in production: separate servers and processes.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openGraph, type GraphClient } from '../../../src/platform/graph/client.ts';
import { migrate } from '../../../src/platform/graph/queries/migrations.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { signToken } from '../../../src/platform/http/caller/token-keys.ts';
import { operatorOptions } from '../../cli/connect.ts';
import { findFreePort } from '../../stack/ports.ts';
import { startServers, type Servers } from '../../stack/servers.ts';
import { stateDir } from '../../stack/state.ts';
import { logProgress } from './progress.ts';

type Process = { url: string; child: ChildProcess; stop(): Promise<void> };
export type Bench = {
  servers: Servers;
  graph: GraphClient;
  environment: Record<string, string>;
  /** Signs a token of a user, or of a service with a scope. */
  token: (tenantId: string, subject: string, scope?: string) => Promise<string>;
  startApi(extra?: Record<string, string>): Promise<Process>;
  startWorker(environment?: Record<string, string>): Promise<Process>;
  stop(): Promise<void>;
};

/** Starts fresh servers and migrates them; `name` is their data folder. */
export async function startBench(name: string): Promise<Bench> {
  const servers = await startServers({ stateDir: stateDir(), name, fresh: true, log: logProgress });
  const keyFile = path.join(stateDir(), name, 'token-key.json');
  const environment = {
    NEO4J_URI: servers.neo4j.uri,
    NEO4J_USER: servers.neo4j.user,
    NEO4J_PASSWORD: servers.neo4j.password,
    REDIS_URL: servers.redis.url,
    TOKEN_KEY_FILE: keyFile,
    FILES_DIR: path.join(stateDir(), name, 'files'),
    FILES_BUCKET: '',
    FILES_ENDPOINT: '',
    LOG_LEVEL: 'warn',
    QUERY_PLANS: 'everyday', // the plans of all others would be made beside what is measured
    WEBHOOKS_TO_LOOPBACK: 'allow', // identity providers
  };
  const config = readConfig({ ...process.env, ...environment });
  const graph = openGraph(config, operatorOptions);
  await migrate(graph);
  const processes: Process[] = [];

  async function startProcess(program: string, portName: string, extra: Record<string, string> = {}): Promise<Process> {
    const port = await findFreePort();
    const file = path.join(projectFolder, 'src', 'app', `${program}.ts`);
    const env = { ...process.env, ...environment, ...extra, [portName]: String(port) };
    const stdio = ['ignore', process.stderr, 'inherit', 'ipc'] as const; // without its channel the process ends itself
    const child = spawn(process.execPath, [file], { env, stdio: [...stdio] });
    const stop = async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const started = { url: `http://127.0.0.1:${port}`, child, stop };
    processes.push(started);
    return started;
  }

  return {
    servers,
    graph,
    environment,
    token: (tenant, sub, scope) => {
      const expected = { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE };
      return signToken(keyFile, { sub, tenant, ...(scope && { scope }) }, expected, '4h');
    },
    startApi: (extra) => startProcess('server', 'PORT', extra),
    startWorker: (extra) => startProcess('worker', 'WORKER_PORT', extra),
    async stop() {
      for (const running of processes) await running.stop();
      await graph.close();
      await servers.stop();
    },
  };
}

/** Waits until `/readyz` is 200. Polls every 20 ms, since there is no event for it. */
export async function untilReady(url: string, withinMs = 180_000): Promise<number> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return performance.now();
    await pause(20);
  }
  throw new Error(`${url}/readyz was not 200 within ${withinMs / 1_000} s.`);
}
