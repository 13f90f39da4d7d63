// A state folder with a Neo4j of its own, as `npm start` has one, for tests that stop, back up and restore it.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installNeo4j, runNeo4j, shortLivedJava, type RunningNeo4j } from '../../scripts/stack/neo4j.ts';
import { dataPaths, stateDir } from '../../scripts/stack/state.ts';
import { readServiceKeys } from '../../src/platform/secrets/service-keys.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openGraph } from '../../src/platform/graph/client.ts';
import { migrate } from '../../src/platform/graph/queries/migrations.ts';
import { friday, type Service } from './service.ts';

export type EmbeddedStack = ReturnType<typeof dataPaths> & {
  stateDir: string;
  erasureLog: string;
  /** Starts Neo4j on this data. The result serves as the `api` of a test, without its requests. */
  start(): Promise<RunningStack>;
  remove(): void;
};
export type RunningStack = Service & {
  /** For commands of this stack. */
  environment: NodeJS.ProcessEnv;
  /** Of the server. */
  pid: number;
  /** Stops the server, while its client goes on. */
  stopServer(): Promise<void>;
  /** Kills the server, which then has to recover its data, and closes the client. */
  kill(): Promise<void>;
  /** Closes the client, and stops the server. */
  stop(): Promise<void>;
};

/** Creates the folder; Neo4j itself is that of the tests. */
export function embeddedStack(): EmbeddedStack {
  const folder = mkdtempSync(path.join(tmpdir(), 'checkin-state-'));
  const dist = path.join(stateDir(), 'dist');
  mkdirSync(dist, { recursive: true });
  symlinkSync(dist, path.join(folder, 'dist'));
  const paths = dataPaths(folder);
  const erasureLog = path.join(folder, 'erasures.jsonl');
  return {
    ...paths,
    stateDir: folder,
    erasureLog,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    async start() {
      mkdirSync(paths.data, { recursive: true });
      const installed = await installNeo4j(path.join(folder, 'dist'), () => undefined);
      const options = { dir: paths.data, fresh: false, log: () => undefined, javaArguments: shortLivedJava };
      const server = await runNeo4j(installed, options);
      return connect(server);
    },
  };

  async function connect(server: RunningNeo4j): Promise<RunningStack> {
    const environment = {
      NEO4J_URI: server.uri,
      NEO4J_USER: server.user,
      NEO4J_PASSWORD: server.password,
      FILES_DIR: paths.files,
      ERASURE_LOG: erasureLog,
      TOKEN_KEY_FILE: paths.tokenKeyFile,
    };
    const config = readConfig({ ...process.env, ...environment });
    const graph = openGraph(config, { planFirst: false, answerWithinMs: 60_000 });
    await migrate(graph);
    return {
      url: '',
      graph,
      config,
      keys: await readServiceKeys(config),
      clock: { now: friday },
      logged: [],
      environment,
      pid: server.pid,
      stopServer: () => server.stop(),
      async kill() {
        process.kill(server.pid, 'SIGKILL');
        await server.ended;
        await graph.close();
      },
      async stop() {
        await graph.close();
        await server.stop();
      },
    };
  }
}
