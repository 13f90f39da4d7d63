// Sets the password of a new Neo4j, and checks that the server answers.
import neo4j from 'neo4j-driver';
import type { Neo4jAddress } from './state.ts';

/** The initial password of every Neo4j. It only permits changing it. */
const FIRST_PASSWORD = 'neo4j';

/**
 * True once the server answers a query. A server that rejects the password is treated as new and gets it; this also
 * repairs a first start that was interrupted.
 *
 * @throws {Error} when the server rejects the initial password too
 */
export async function isNeo4jReady(address: Neo4jAddress): Promise<boolean> {
  const outcome = await run(address, 'neo4j', 'RETURN 1');
  if (outcome !== 'rejected') return outcome === 'answered';
  const change = 'ALTER CURRENT USER SET PASSWORD FROM $first TO $password';
  const asNew = { ...address, password: FIRST_PASSWORD };
  const changed = await run(asNew, 'system', change, { first: FIRST_PASSWORD, password: address.password });
  if (changed === 'rejected') throw new Error('Neo4j rejects the password stored with its data; remove that data.');
  return changed === 'answered' && (await run(address, 'neo4j', 'RETURN 1')) === 'answered';
}

type Outcome = 'answered' | 'rejected' | 'unavailable';

async function run(address: Neo4jAddress, database: string, cypher: string, parameters = {}): Promise<Outcome> {
  const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password), {
    connectionAcquisitionTimeout: 2_000,
    connectionTimeout: 2_000,
    telemetryDisabled: true,
  });
  try {
    await driver.session({ database }).run(cypher, parameters);
    return 'answered';
  } catch (error) {
    return (error as { code?: string }).code === 'Neo.ClientError.Security.Unauthorized' ? 'rejected' : 'unavailable';
  } finally {
    await driver.close();
  }
}
