// `npm run next-neo4j`: what the next Neo4j with long support would break. It starts the newest monthly release that was tried, migrates an
// empty database, and has every query of cypher/ planned: in Cypher 5, which the service speaks, and in Cypher 25, which comes after it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import neo4j, { type Driver } from 'neo4j-driver';
import { openGraph } from '../src/platform/graph/client.ts';
import { migrate } from '../src/platform/graph/queries/migrations.ts';
import { listQueries, type Query } from '../src/platform/graph/queries/query-files.ts';
import { installNeo4j, runNeo4j, shortLivedJava } from './stack/neo4j.ts';
import { stateDir } from './stack/state.ts';

/** The newest that Maven Central has today. Needs Java 21 or newer. */
const newest = '2026.08.1';
const languages = ['5', '25'] as const;
const concurrentPlans = 2;
const planWithinMs = 120_000;

const log = (line: string): void => console.error(line);
const { values } = parseArgs({ options: { version: { type: 'string', default: newest } } });

/** What the database says of queries in a language: why it refuses one, and what it calls deprecated, with the queries that use it. */
type Found = { refused: string[]; deprecated: Map<string, string[]> };

/** The statement that the database gets. That of a whole tenant has its label written out (`platform/graph/exact/whole-tenant.ts`). */
function toStatement({ text, statement }: Query): string {
  const ofTenant = text.replaceAll(':$($tenantLabel)', ':T_0');
  return ofTenant === text ? statement : ofTenant;
}

async function explainAll(driver: Driver, language: string): Promise<Found> {
  const found: Found = { refused: [], deprecated: new Map() };
  const left = listQueries().values();
  const explainNext = async (): Promise<void> => {
    for (const query of left) {
      const { name } = query;
      try {
        const text = `CYPHER ${language} EXPLAIN ${toStatement(query)}`;
        const { summary } = await driver.executeQuery(text, {}, { transactionConfig: { timeout: planWithinMs } });
        const told = summary.notifications.filter(({ category }) => category === 'DEPRECATION');
        for (const what of new Set(told.map(({ description }) => description)))
          found.deprecated.set(what, [...(found.deprecated.get(what) ?? []), name]);
      } catch (error) {
        found.refused.push(`${name}: ${(error as Error).message.split('\n', 1)[0]}`);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrentPlans }, explainNext));
  return found;
}

function print(language: string, { refused, deprecated }: Found): void {
  console.log(`Cypher ${language}: ${refused.length} of ${listQueries().length} queries are refused.`);
  for (const line of refused.toSorted()) console.log(`  ${line}`);
  console.log(`Cypher ${language}: ${deprecated.size} things are deprecated.`);
  for (const [what, names] of deprecated) console.log(`  ${what} (${names.length}: ${names.toSorted().join(', ')})`);
}

const dir = join(stateDir(), 'next-neo4j');
mkdirSync(dir, { recursive: true, mode: 0o700 });
const installed = await installNeo4j(join(stateDir(), 'dist'), log, values.version);
const server = await runNeo4j(installed, { dir, fresh: true, log, javaArguments: shortLivedJava });
log(`Neo4j ${installed.version} on Java ${installed.java.version} answers.`);
const { uri, user, password } = server;
try {
  const database = { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, NEO4J_DATABASE: 'neo4j' };
  const graph = openGraph(database, { planWithinMs, answerWithinMs: planWithinMs });
  console.log(`Applied ${(await migrate(graph, log)).length} migrations.`);
  await graph.close();
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password));
  for (const language of languages) {
    const found = await explainAll(driver, language);
    print(language, found);
    // only what the service speaks breaks it
    if (language === '5' && found.refused.length > 0) process.exitCode = 1;
  }
  await driver.close();
} finally {
  await server.stop();
}
