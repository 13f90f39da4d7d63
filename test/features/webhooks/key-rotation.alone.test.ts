// The key of links, cursors and stored secrets is rotated while requests run, process after process; none is refused.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { publishChanges } from '../../../src/platform/audit/publish.ts';
import { createCursors } from '../../../src/platform/secrets/cursors.ts';
import { createLinkSigner } from '../../../src/platform/secrets/file-links.ts';
import { createSecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { listKeyIds, type ServiceKeys } from '../../../src/platform/secrets/service-keys.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { countOutdated, resealSecrets } from '../../../src/features/webhooks/reseal.ts';
import { client, company, userToken, type Client, type Company } from '../../support/company.ts';
import { service, type Service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { startReceiver, verify, type Receiver } from '../../support/webhook-receiver.ts';
import {
  createWebhook,
  disableWebhooks,
  post,
  startWebhookWorker,
  type CreatedWebhook,
} from '../../support/webhooks.ts';

const former = 'the key before '.padEnd(32, 'x');
const next = 'the next key '.padEnd(32, 'y');
/** What a process is started with, step by step. */
const steps: ServiceKeys[] = [[former], [former, next], [next, former], [next]];
const base = 'http://api.test/v1/profile-files';

describe('while the key is rotated', () => {
  const api = service();
  const processes = steps.map((keys) =>
    service(() => ({
      links: createLinkSigner(keys, base),
      cursors: createCursors(keys),
      webhooks: { secrets: createSecretBox(keys), allowLoopback: true },
    })),
  );
  let acme: Company;
  let receiver: Receiver;
  before(async () => {
    for (const one of [api, ...processes]) one.clock.now = new Date().toISOString(); // as the worker's
    await until(
      () => publishChanges(api.graph, randomUUID(), new Date()).catch(() => true),
      (hasMore) => !hasMore,
    );
    await disableWebhooks(api);
    acme = await company(api, 'Ada (admin)\n  Mia [Sales]\n    Bob [Sales]\n  Gus');
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  it('pages, links and webhooks go on at processes of both steps, and the key before can be removed', async () => {
    const fileId = randomUUID();
    await openStorage(api.config).forTenant(acme.tenantId).put(fileId, Buffer.from('%PDF-'));
    const token = await userToken(api, acme.tenantId, acme.id('Ada'));
    const at = (step: number): Service => processes[step] as Service;
    const by = (step: number): Client => client(at(step), () => Promise.resolve(token));
    /** The steps of two processes behind a load balancer. */
    let behind: [number, number] = [0, 0];
    const refusals: unknown[] = [];
    let isOver = false;
    let done = 0;

    /** Begins at one process and goes on at the other, as requests behind a load balancer do. */
    async function readOn(first: 0 | 1): Promise<void> {
      while (!isOver) {
        const path = '/users?limit=1';
        const page = await by(behind[first]).get<{ nextCursor: string }>(path);
        const link = createLinkSigner(steps[behind[first]] as ServiceKeys, base).sign(
          ...([acme.tenantId, fileId, new Date(api.clock.now)] as const),
        );
        const other = behind[1 - first] as number;
        const rest = await by(other).get(`${path}&cursor=${page.body.nextCursor}`);
        const file = await fetch(link.replace('http://api.test', at(other).url));
        await file.arrayBuffer();
        for (const { status, body } of [page, rest, { status: file.status, body: null }])
          if (status !== 200) refusals.push([behind, status, body]);
        done += 1;
      }
    }
    const readers = [readOn(0), readOn(1), readOn(0), readOn(1)];
    /** Until what was begun before has ended: what a client holds from there is five minutes old at most. */
    const pass = (): Promise<unknown> => {
      const from = done;
      return until(
        () => Promise.resolve(done),
        (count) => count > from + 2 * readers.length,
      );
    };

    const webhooks: CreatedWebhook[] = [];
    /** Creates a webhook at the process, and lets a worker of a step send an event to each. */
    async function deliver(step: number): Promise<void> {
      webhooks.push(await createWebhook({ ...acme, as: () => by(step) }, 'Ada', receiver.url));
      receiver.received.length = 0;
      for (const { id } of webhooks) await post(by(step), `/admin/webhooks/${id}/test`);
      const worker = await startWebhookWorker(api, { keys: steps[step] as ServiceKeys });
      await until(
        () => Promise.resolve(receiver.received.length),
        (count) => count >= webhooks.length,
      ).finally(() => worker.stop());
      const isSigned = (secret: string): boolean =>
        receiver.received.some((event) => {
          try {
            return Boolean(verify(secret, event)) || true;
          } catch {
            return false;
          }
        });
      expect(webhooks.filter(({ secret }) => !isSigned(secret))).to.deep.equal([]);
    }

    await deliver(0);
    await post(by(0), `/admin/webhooks/${webhooks[0]?.id}/rotate-secret`).then((rotated) =>
      Object.assign(webhooks[0] as CreatedWebhook, rotated),
    );
    for (const step of [1, 2]) {
      behind = [step, step - 1];
      await pass();
      behind = [step, step];
      await deliver(step);
    }
    expect(await countOutdated(api.graph, [next]))
      .to.include({ outdated: 0 })
      .and.to.not.include({ unreadable: 0 });
    const { outdated } = await resealSecrets(api.graph, [next, former]);
    expect(outdated).to.be.at.least(2);
    expect(await countOutdated(api.graph, [next, former])).to.include({ outdated: 0 });
    await pass();
    behind = [3, 2];
    await pass();
    behind = [3, 3];
    await deliver(3);
    await pass();
    isOver = true;
    await Promise.all(readers);
    expect(refusals).to.deep.equal([]);
    expect(done).to.be.greaterThan(50);
  });

  it('a webhook keeps its secrets when others than the current one were read', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    const [webhook] = await acme.statement('MATCH (w:Webhook {tenantId: $tenantId, id: $id}) RETURN w.secret AS was', {
      id,
    });
    const anew = { tenantId: acme.tenantId, id, was: webhook?.['was'] as string, secret: 'anew', previousSecrets: [] };
    const reseal = (previousWere: string[]) =>
      api.graph.bind({}).write('webhooks/reseal', { webhooks: [{ ...anew, previousWere }] });
    expect(await reseal(['before'])).to.deep.equal({ resealed: 0 });
    expect(await reseal([])).to.deep.equal({ resealed: 1 });
  });

  it('a process logs the ids of its keys, which differ', () => {
    const [one, other] = listKeyIds([former, next]);
    expect(one).to.match(/^[0-9a-f]{8}$/);
    expect(other)
      .to.match(/^[0-9a-f]{8}$/)
      .and.not.equal(one);
  });
});
