// The service with a proxy before its database, so that a test can take the database away and bring it back.
import { after, before } from 'mocha';
import { openGraph, type GraphClient } from '../../src/platform/graph/client.ts';
import type { Limits } from '../../src/platform/limits.ts';
import { proxy, type Proxy } from './proxy.ts';
import { service, type Service } from './service.ts';

/** `api` reaches the database through `database`, `direct` without it. */
export type ServiceBehindProxy = { api: Service; direct: Service; database: Proxy };

/**
 * Starts both for the tests of a file or of a describe, and closes them after it.
 *
 * @param limits replace those of requests
 */
export function serviceBehindProxy(limits?: Partial<Limits>): ServiceBehindProxy {
  const direct = service();
  const database = {} as Proxy;
  let graph: GraphClient;
  before(async () => {
    Object.assign(database, await proxy(direct.config.NEO4J_URI));
    graph = openGraph({ ...direct.config, NEO4J_URI: `bolt://127.0.0.1:${database.port}` }, limits);
  });
  const api = service(() => ({ graph }));
  after(async () => {
    await graph.close();
    await database.close();
  });
  return { api, direct, database };
}
