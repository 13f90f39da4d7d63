// The circuit breaker of a client: opened by a service that fails, not by single people whom it refuses.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createJsonClient } from '../../../src/features/motivators/json-client.ts';

describe('the circuit breaker of a client', () => {
  let status = 200;
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(status).end('{}');
  });
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => server.close());

  /** How many of six requests in a row reach the service. */
  const reached = async (answer: number): Promise<number> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/people/1`;
    const fetchJson = createJsonClient(5_000);
    status = answer;
    requests = 0;
    for (let number = 0; number < 6; number += 1)
      await fetchJson(url, '/people/{userId}').catch((error: Error) =>
        expect(error.message).to.match(/status|circuit breaker/),
      );
    return requests;
  };

  it('stays closed while the service refuses single people', async () => {
    for (const refusal of [400, 403, 404, 410, 422]) expect(await reached(refusal), `${refusal}`).to.equal(6);
  });

  it('opens when the service refuses everybody, or fails', async () => {
    for (const failure of [401, 408, 429, 500, 503]) expect(await reached(failure), `${failure}`).to.equal(5);
  });
});
