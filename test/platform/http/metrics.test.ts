// What counts as a request: alerts divide failures by requests, and take the slowest of them.
import { expect } from 'chai';
import { fail } from '../../../src/platform/errors.ts';
import { openMetrics } from '../../../src/platform/http/process/metrics.ts';
import { service } from '../../support/service.ts';

const api = service(
  () => ({}),
  undefined,
  (app) =>
    app.use((ctx) => {
      if (ctx.path === '/full') fail('OVERLOADED');
      if (ctx.path === '/away') fail('DATABASE_UNAVAILABLE');
    }),
);

/** The samples of the metrics about requests, without the buckets. */
async function readSamples(): Promise<string[]> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  return text.split('\n').filter((line) => /^http_request(?:_duration_seconds_count|s_refused_total)\b/.test(line));
}

describe('the metrics of requests', () => {
  it('count load that was shed inside the application as a refusal, and no other failure', async () => {
    for (const path of ['/full', '/full', '/away']) expect((await fetch(api.url + path)).status).to.equal(503);
    expect(await readSamples()).to.have.members([
      'http_request_duration_seconds_count{method="GET",route="none",status="503"} 1',
      'http_requests_refused_total 2',
    ]);
  });

  it('leave out health checks and scrapes, which are most requests of a quiet night', async () => {
    const before = await readSamples();
    for (const path of ['/livez', '/readyz', '/metrics']) await (await fetch(api.url + path)).text();
    expect(await readSamples()).to.deep.equal(before);
  });
});

describe('the metrics of a process', () => {
  it('are collected once, and shown by all that open metrics: their timers never end', async () => {
    const first = openMetrics();
    const { setInterval: start } = globalThis;
    let timers = 0;
    globalThis.setInterval = ((...given: Parameters<typeof start>) => {
      timers += 1;
      return start(...given);
    }) as typeof start;
    const second = openMetrics();
    globalThis.setInterval = start;
    expect(timers).to.equal(0);
    for (const metrics of [first, second])
      expect(await metrics.text()).to.match(/^nodejs_eventloop_utilization_summary_count \d+$/m);
  });
});
