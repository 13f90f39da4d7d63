// Gives a new Neo4j its password, and asks whether it answers to it.
import neo4j from 'neo4j-driver';
import type { Neo4jAddress } from './state.ts';

/** The password every new Neo4j starts with; it is good for nothing but its own replacement. */
const FIRST_PASSWORD = 'neo4j';

/**
 * True once a query is answered under this address; false while the server is not up. A server that refuses the
 * password is taken for a new one and given it, which also mends a first start that broke off in between.
 * Throws when it refuses that too.
 */
export async function answersTo(address: Neo4jAddress): Promise<boolean> {
  const outcome = await run(address, 'neo4j', 'RETURN 1');
  if (outcome !== 'refused') return outcome === 'answered';
  const change = 'ALTER CURRENT USER SET PASSWORD FROM $first TO $password';
  const asNew = { ...address, password: FIRST_PASSWORD };
  const changed = await run(asNew, 'system', change, { first: FIRST_PASSWORD, password: address.password });
  if (changed === 'refused')
    throw new Error('Neo4j refuses the password remembered beside its data; remove that data.');
  return changed === 'answered' && (await run(address, 'neo4j', 'RETURN 1')) === 'answered';
}

type Outcome = 'answered' | 'refused' | 'not up';

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
    return (error as { code?: string }).code === 'Neo.ClientError.Security.Unauthorized' ? 'refused' : 'not up';
  } finally {
    await driver.close();
  }
}
