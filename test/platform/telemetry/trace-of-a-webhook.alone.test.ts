// A trace leads from the request that changed something to the webhooks that told others of it.
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { publishChanges } from '../../../src/platform/audit/publish.ts';
import { company } from '../../support/company.ts';
import { aGoal } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { recordSpans, toTree } from '../../support/spans.ts';
import { until } from '../../support/until.ts';
import { startReceiver, type Receiver } from '../../support/webhook-receiver.ts';
import { createWebhook, disableWebhooks, startWebhookWorker, type WebhookWorker } from '../../support/webhooks.ts';

const spans = recordSpans();
const api = service();
let receiver: Receiver;
let worker: WebhookWorker;
before(async () => {
  await until(
    () => publishChanges(api.graph, randomUUID(), new Date()).catch(() => true),
    (hasMore) => !hasMore,
  );
  await disableWebhooks(api);
  api.clock.now = new Date().toISOString();
  receiver = await startReceiver();
  worker = await startWebhookWorker(api, { clock: { aheadMs: 0 } });
});
after(async () => {
  await worker.stop();
  await receiver.close();
});

describe('the trace of a change', () => {
  for (const [what, change] of [
    ['a new goal', (traced: Traced) => traced('Bob', 'POST', '/goals', aGoal())],
    [
      'a move to another manager',
      (traced: Traced, idOf: (who: string) => string) =>
        traced('Ada', 'PUT', `/admin/org-chart/users/${idOf('Bob')}/manager`, { managerId: idOf('Gus') }),
    ],
  ] as const)
    it(`has the delivery of its webhook, for ${what}`, async () => {
      const acme = await company(api, 'Ada (admin)\n  Mia\n    Bob\n  Gus');
      await createWebhook(acme, 'Ada', receiver.url);
      const traceId = randomBytes(16).toString('hex');
      const traced: Traced = async (who, method, path, body) => {
        const authorization = `Bearer ${await acme.token(who)}`;
        const headers = { authorization, 'content-type': 'application/json' };
        const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
        const sent = { method, body: JSON.stringify(body), headers: { ...headers, traceparent } };
        return (await fetch(`${api.url}/v1${path}`, sent)).status;
      };
      expect(await change(traced, (who) => acme.id(who))).to.be.within(200, 201);
      const lines = await until(
        () => Promise.resolve(toTree(spans.ended(traceId)).map(({ depth, span }) => '  '.repeat(depth) + span.name)),
        (seen) => seen.includes('  deliver webhook'),
      );
      expect(lines[0]).to.match(/^(POST|PUT) \/v1\//);
      expect(lines.slice(-2)).to.deep.equal(['  deliver webhook', '    POST']);
      const [line = ''] = await until(
        () => Promise.resolve(worker.logged.filter((one) => one.includes(traceId))),
        ({ length }) => length > 0,
      );
      expect(JSON.parse(line)).to.include({ msg: 'webhook delivered', traceId, tenantId: acme.tenantId });
    });
});

type Traced = (who: string, method: string, path: string, body: unknown) => Promise<number>;
