// Runs Neo4j Community, assembled from Maven Central, on the installed Java.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findJava, type Java } from './java.ts';
import { DEPENDENCY_PLUGIN, download } from './maven.ts';
import { isNeo4jReady } from './neo4j-password.ts';
import { readPort } from './ports.ts';
import { writePrivate, type Neo4jAddress } from './state.ts';
import {
  stopLeftover,
  supervise,
  waitUntilReady,
  type RunOptions,
  type ServerSpec,
  type SupervisedServer,
} from './supervise.ts';

/**
 * For a JVM of a minute or two: optimised compilation takes more processor time than it gives back. From the third minute on it gives
 * back twice that. Without it the JVM takes a code cache of 48 MB, which Neo4j fills, and then sweeps all the time.
 */
export const shortLivedJava = ['-XX:TieredStopAtLevel=1', '-XX:ReservedCodeCacheSize=240m'];

/**
 * Unless NEO4J_JAVA_ARGUMENTS names another one; the containers have the same. A large import or plan keeps hundreds of
 * megabytes until it commits. By its own defaults G1 copies them several times, and stops all requests for 30 to 130 ms each
 * time: so it collects often, little, and copies once.
 */
export const gentleCollector =
  '-XX:+UseG1GC -XX:MaxGCPauseMillis=10 -XX:MaxTenuringThreshold=0 -XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=2';

/**
 * The settings of each database of the service; the containers have the same. By default Neo4j may replan a query every ten
 * seconds, which takes seconds: an import of many people changes statistics so much that all requests would wait.
 */
export const databaseSettings: Record<string, string> = {
  'db.lock.acquisition.timeout': '5s',
  'db.transaction.timeout': '30s',
  'dbms.cypher.min_replan_interval': '5m',
  'dbms.usage_report.enabled': 'false',
};

/** The release with long-term support, for Java 17 and later. */
const defaultVersion = '5.26.30';
const memory = { heap: '2g', pageCache: '256m' };

export type InstalledNeo4j = { java: Java; version: string; dist: string };
export type RunningNeo4j = Neo4jAddress & SupervisedServer;

/** Releases after 5.26 need a newer Java. */
const oldestJava = (version: string): number => (isVersion5(version) ? 17 : 21);

/** Finds Java and downloads Neo4j, once. NEO4J_VERSION overrides the default version. */
export async function installNeo4j(
  distDir: string,
  log: (line: string) => void,
  version = process.env.NEO4J_VERSION || defaultVersion,
): Promise<InstalledNeo4j> {
  const java = findJava(process.env, undefined, oldestJava(version));
  const dist = join(distDir, `neo4j-${version}`);
  await download({
    title: `Neo4j ${version}`,
    into: dist,
    pom: formatPom(version),
    args: [`${DEPENDENCY_PLUGIN}:copy-dependencies`, '-DincludeScope=runtime', '-DoutputDirectory=lib'],
    log,
  });
  return { java, version, dist };
}

/** The home of this version below the data folder `dir`. */
export function getNeo4jHome({ version }: Pick<InstalledNeo4j, 'version'>, dir: string): string {
  return join(dir, `neo4j-${version}`);
}

/**
 * Starts Neo4j on 127.0.0.1 (NEO4J_PORT or a free port) with its data in `<dir>/neo4j-<version>`, and resolves once it
 * answers a query. Each version has its own data folder, since a database cannot be opened by an older version.
 */
export async function runNeo4j(installed: InstalledNeo4j, options: RunOptions): Promise<RunningNeo4j> {
  const { version } = installed;
  const { settings = {} } = options;
  const home = getNeo4jHome(installed, options.dir);
  const pidFile = join(options.dir, 'neo4j.pid.json');
  await stopLeftover(pidFile, 'Neo4j', options.log);
  if (options.fresh) rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, 'conf'), { recursive: true, mode: 0o700 });

  const port = await readPort('NEO4J_PORT');
  const own = Object.entries({ ...databaseSettings, ...settings }).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(home, 'conf', 'neo4j.conf'), [...formatConfig(version, port), ...own, ''].join('\n'));
  const address = { uri: `bolt://127.0.0.1:${port}`, user: 'neo4j', password: readOrCreatePassword(home) };
  const spec: ServerSpec = {
    title: `Neo4j ${version}`,
    command: installed.java.bin,
    args: [...(options.javaArguments ?? []), ...buildJavaArguments(installed, home)],
    cwd: home,
    logFile: join(options.dir, 'neo4j.log'),
    pidFile,
    commandLineMark: `--home-dir=${home}`,
  };
  const server = await supervise(spec);
  await waitUntilReady(server, spec, () => isNeo4jReady(address));
  return { ...address, ...server };
}

/** Returns the random password of this data folder. It is stored before the server starts for the first time. */
function readOrCreatePassword(home: string): string {
  const file = join(home, 'password');
  if (!existsSync(file)) writePrivate(file, randomBytes(24).toString('base64url'));
  return readFileSync(file, 'utf8');
}

/** These dependencies make up a Community distribution. */
function formatPom(version: string): string {
  const dependency = (name: string) =>
    `<dependency><groupId>org.neo4j</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>neo4j-home</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>${dependency('neo4j')}${dependency('neo4j-bolt')}</dependencies>
</project>
`;
}

/**
 * Without its quiet period, Bolt closes in 0.3 s instead of 10. The name of the setting depends on the version. So does the language of queries:
 * 5.26 has Cypher 5 alone, and refuses the setting; of later versions, the images set Cypher 25 where nobody says otherwise.
 */
function formatConfig(version: string, port: number): string[] {
  const versionSettings = isVersion5(version)
    ? ['internal.dbms.bolt.netty_server_shutdown_quiet_period=0']
    : [
        'internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s',
        'db.query.default_language=CYPHER_5',
        'server.fleet_discovery.enabled=false',
        'dbms.fleet_manager.enabled=false',
      ];
  return [
    '# Generated at each start; changes are lost.',
    `server.bolt.listen_address=127.0.0.1:${port}`,
    `server.bolt.advertised_address=127.0.0.1:${port}`,
    'server.http.enabled=false',
    'server.https.enabled=false',
    `server.memory.heap.max_size=${memory.heap}`,
    `server.memory.pagecache.size=${memory.pageCache}`,
    'server.config.strict_validation.enabled=true',
    ...versionSettings,
  ];
}

/**
 * The arguments that Neo4j's launcher would pass, and those in NEO4J_JAVA_ARGUMENTS; without the launcher there is one
 * process instead of two.
 */
function buildJavaArguments({ java, version, dist }: InstalledNeo4j, home: string): string[] {
  return [
    `-Xmx${memory.heap}`,
    ...withCollector(process.env.NEO4J_JAVA_ARGUMENTS),
    '-XX:-OmitStackTraceInFastThrow',
    '-XX:+ExitOnOutOfMemoryError',
    ...['java.nio', 'java.io', 'sun.nio.ch'].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    ...(java.major >= 21 ? ['--enable-native-access=ALL-UNNAMED'] : []),
    ...(java.major >= 23 ? ['--sun-misc-unsafe-memory-access=allow'] : []),
    '-Dfile.encoding=UTF-8',
    '-Dlog4j2.disable.jmx=true',
    '-cp',
    join(dist, 'lib', '*'),
    isVersion5(version) ? 'org.neo4j.server.CommunityEntryPoint' : 'org.neo4j.server.Neo4jCommunity',
    `--home-dir=${home}`,
    `--config-dir=${join(home, 'conf')}`,
    '--console-mode',
  ];
}

/** The given arguments, and the gentle collector unless they name one, since Java refuses a second one. */
export function withCollector(given = ''): string[] {
  const hasCollector = /(^| )-XX:\+Use\w+GC( |$)/.test(given);
  return `${hasCollector ? '' : gentleCollector} ${given}`.split(' ').filter(Boolean);
}

function isVersion5(version: string): boolean {
  return version.startsWith('5.');
}
