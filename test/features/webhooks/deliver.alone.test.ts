// Deliveries to real receivers: signed, thin, in order per subject, and again after failures.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { publishChanges } from '../../../src/platform/audit/publish.ts';
import type { WebhookDelivery } from '../../../src/features/webhooks/schema.ts';
import { sweepDeliveries } from '../../../src/features/webhooks/runner.ts';
import { createSecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { createWebhookSecret } from '../../../src/features/webhooks/manage-webhooks.ts';
import { company, type Company } from '../../support/company.ts';
import { untilOneIsBlocked } from '../../support/locks.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { startReceiver, verify, type Receiver } from '../../support/webhook-receiver.ts';
import {
  createWebhook,
  disableWebhooks,
  post,
  whenReady,
  startWebhookWorker,
  type WebhookWorker,
} from '../../support/webhooks.ts';

const api = service();
const clock = { aheadMs: 0 };
let acme: Company;
let receiver: Receiver;
let worker: WebhookWorker | null;
/** Other tests have made changes that no worker has published. */
before(() =>
  until(
    () => publishChanges(api.graph, randomUUID(), new Date()).catch(() => true),
    (hasMore) => !hasMore,
  ),
);
beforeEach(async () => {
  await disableWebhooks(api);
  api.clock.now = new Date().toISOString();
  clock.aheadMs = 0;
  worker = null;
  acme = await company(api, 'Ada (admin)\n  Mia [Sales]\n    Bob [Sales]\n  Gus');
  receiver = await startReceiver();
});
afterEach(async () => {
  await worker?.stop();
  await receiver.close();
});

const start = async (options = {}): Promise<void> =>
  void (worker = await startWebhookWorker(api, { clock, ...options }));
const arrived = (count: number, at = receiver): Promise<unknown> =>
  until(
    () => Promise.resolve(at.received.length),
    (seen) => seen >= count,
  );
const startHanging = async (): Promise<Receiver> => {
  const hanging = await startReceiver();
  hanging.answer(() => () => undefined);
  return hanging;
};
const createGoal = async (who = 'Bob'): Promise<string> =>
  (await post<{ id: string }>(acme.as(who), '/goals', aGoal())).id;
const deliveriesOf = async (id: string, query = ''): Promise<WebhookDelivery[]> =>
  (await acme.as('Ada').get<{ items: WebhookDelivery[] }>(`/admin/webhooks/${id}/deliveries${query}`)).body.items;
const delivered = (id: string, count: number): Promise<WebhookDelivery[]> =>
  until(
    () => deliveriesOf(id, '?status=delivered'),
    (seen) => seen.length >= count,
  );
const idleWebhook =
  'MATCH (w:Webhook {tenantId: $tenantId, id: $id}) WHERE w.dueAt IS NULL AND w.leaseId IS NULL RETURN w.id';
/** Waits until no round of deliveries runs, and none is due. */
const idle = (id: string): Promise<unknown> =>
  until(
    () => acme.statement(idleWebhook, { id }),
    (found) => found.length === 1,
  );
const stateOf = async (id: string): Promise<Record<string, unknown>> =>
  (await acme.as('Ada').get(`/admin/webhooks/${id}`)).body;
const disabled = (id: string): Promise<Record<string, unknown>> =>
  until(
    () => stateOf(id),
    ({ status }) => status === 'disabled',
  );
const ended = (id: string, attempts: number): Promise<WebhookDelivery[]> =>
  until(
    () => deliveriesOf(id),
    (seen) => seen.length > 0 && seen.every((one) => one.attempts >= attempts),
  );

describe('a webhook', () => {
  it('gets the changes from its creation on, thin and signed, and those of its types alone', async () => {
    const before = await createGoal('Mia');
    await start();
    const { id, secret } = await createWebhook(acme, 'Ada', receiver.url, ['goal.created', 'summary.submitted']);
    await until(
      () => acme.as('Ada').get<{ items?: unknown[] }>('/changes'),
      ({ body }) => body.items?.length === 1,
    );
    const goalId = await createGoal();
    await acme.as('Bob').patch(`/goals/${goalId}`, { title: 'Other' });
    const summary = await post<{ id: string }>(acme.as('Bob'), '/summaries', aSummary());
    await until(
      () => Promise.resolve(receiver.types()),
      (types) => types.includes('summary.submitted'),
    );
    const events = receiver.received.filter(({ event }) => event.data.subject?.id !== before);
    expect(events.map(({ event }) => event)).to.deep.equal([
      {
        type: 'goal.created',
        timestamp: api.clock.now,
        data: { subject: { type: 'goal', id: goalId }, changed: [], orgRevision: 0 },
      },
      {
        type: 'summary.submitted',
        timestamp: api.clock.now,
        data: { subject: { type: 'summary', id: summary.id }, changed: [], orgRevision: 0 },
      },
    ]);
    for (const event of events) {
      expect(verify(secret, event)).to.deep.equal(event.event);
      expect(event.headers['content-type']).to.equal('application/json');
      expect(() => verify(`whsec_${Buffer.from(randomUUID()).toString('base64')}`, event)).to.throw();
    }
    const last = (await delivered(id, events.length)).find(({ changeId }) => changeId === events.at(-1)?.id);
    expect(last).to.include({ type: 'summary.submitted', attempts: 1, httpStatus: 204 });
  });

  it('is signed with each secret for a day after it was replaced, at most with the last five', async () => {
    const { id, secret: first } = await createWebhook(acme, 'Ada', receiver.url);
    const rotate = async (body?: object): Promise<string> =>
      (await post<{ secret: string }>(acme.as('Ada'), `/admin/webhooks/${id}/rotate-secret`, body)).secret;
    async function expectSigners(secrets: string[]): Promise<void> {
      const count = receiver.received.length;
      await post(acme.as('Ada'), `/admin/webhooks/${id}/test`);
      await arrived(count + 1);
      await idle(id); // a round that goes on would still go by the time before
      const event = receiver.received.at(-1);
      if (!event) throw new Error('Nothing arrived.');
      expect(event.event).to.deep.include({ type: 'webhook.test', data: {} });
      const at = new Date(Number(event.headers['webhook-timestamp']) * 1_000);
      const signatures = secrets.map((secret) => new Webhook(secret).sign(event.id, at, event.body));
      expect(event.headers['webhook-signature']?.split(' ')).to.have.members(signatures);
    }
    const hour = 60 * 60_000;
    await start();
    const started = Date.parse(api.clock.now);
    const secrets = [await rotate(), first];
    await expectSigners(secrets);
    clock.aheadMs = 20 * hour;
    api.clock.now = new Date(started + clock.aheadMs).toISOString();
    secrets.unshift(await rotate());
    await expectSigners(secrets);
    clock.aheadMs = 25 * hour;
    await expectSigners(secrets.slice(0, 2));
    for (let number = 0; number < 5; number += 1) secrets.unshift(await rotate());
    await expectSigners(secrets.slice(0, 6));
    await expectSigners([await rotate({ revokePrevious: true })]);
  });

  it('is signed with its new secret at once when the key of the service was changed and the one before cannot be read', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    const sealed = createSecretBox(['the key before']).seal(createWebhookSecret());
    await api.graph.statement('MATCH (w:Webhook {id: $id}) SET w.secret = $sealed', { id, sealed });
    await start();
    await post(acme.as('Ada'), `/admin/webhooks/${id}/test`);
    const [unreadable] = await ended(id, 1);
    expect(unreadable).to.include({ error: 'SECRET_UNREADABLE' });
    const { secret } = await post<{ secret: string }>(acme.as('Ada'), `/admin/webhooks/${id}/rotate-secret`);
    await post(acme.as('Ada'), `/admin/webhooks/${id}/test`);
    await arrived(1);
    const [event] = receiver.received;
    if (!event) throw new Error('Nothing arrived.');
    expect(event.headers['webhook-signature']?.split(' ')).to.have.length(1);
    verify(secret, event);
  });

  it('gets the events of a subject in order, each again until it is taken, while other subjects go on', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url, ['goal.created', 'goal.updated', 'goal.completed']);
    const stuck = await createGoal();
    await acme.as('Bob').patch(`/goals/${stuck}`, { title: 'Other' });
    await acme.as('Bob').patch(`/goals/${stuck}`, { status: 'completed' });
    const free = await createGoal('Mia');
    receiver.answer(({ event }) => (event.data.subject?.id === stuck ? 500 : 200));
    await start();
    await arrived(2);
    await delivered(id, 1);
    const seenBefore = receiver.received.map(({ event }) => event.data.subject?.id);
    expect(seenBefore).to.have.members([stuck, free]);
    const [waiting] = (await deliveriesOf(id, '?status=pending')).filter(({ attempts }) => attempts > 0);
    expect(waiting).to.include({ type: 'goal.created', httpStatus: 500, attempts: 1 });
    receiver.answer(() => 200);
    clock.aheadMs = 6_000;
    await delivered(id, 4);
    const ofStuck = receiver.received.filter(({ event }) => event.data.subject?.id === stuck);
    expect(ofStuck.map(({ event }) => event.type)).to.deep.equal([
      'goal.created',
      'goal.created',
      'goal.updated',
      'goal.completed',
    ]);
    expect(ofStuck[0]?.id).to.equal(ofStuck[1]?.id);
  });

  it('is sent while old deliveries are being deleted', async () => {
    let finish = (): void => undefined;
    const sweeping = new Promise<void>((resolve) => (finish = resolve));
    const bind: typeof api.graph.bind = (scope) => {
      const graph = api.graph.bind(scope);
      const write: typeof graph.write = async (...call) => {
        if (call[0] === 'webhooks/sweep') await sweeping;
        return graph.write(...call);
      };
      return { ...graph, write };
    };
    await createWebhook(acme, 'Ada', receiver.url);
    await createGoal();
    worker = await startWebhookWorker({ ...api, graph: { ...api.graph, bind } }, { clock });
    await arrived(1);
    finish();
  });

  it('is tried eight times over 28 hours, then given up, and sent again on request', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    await createGoal();
    receiver.answer(() => 503);
    await start();
    const hours = [5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 10];
    let attempts = 1;
    await ended(id, attempts);
    for (const pause of hours) {
      clock.aheadMs += pause * 3_600_000 - 2_500;
      const [early] = await deliveriesOf(id);
      expect(early?.attempts).to.equal(attempts);
      clock.aheadMs += 3_000;
      attempts += 1;
      await ended(id, attempts);
    }
    const [failed] = await deliveriesOf(id, '?status=failed');
    expect(failed)
      .to.include({ attempts: 8, httpStatus: 503, status: 'failed' })
      .and.not.have.property('nextAttemptAt');
    expect(receiver.received).to.have.length(8);
    receiver.answer(() => 200);
    await post(acme.as('Ada'), `/admin/webhooks/${id}/deliveries/${failed?.id}/retry`);
    await delivered(id, 1);
    expect(new Set(receiver.received.map((event) => event.id)).size).to.equal(1);
  });

  it('is sent again no sooner than the Retry-After of a busy receiver says', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    receiver.answer(() => (_request, response) => void response.writeHead(503, { 'retry-after': '30' }).end());
    await createGoal();
    await start();
    const [waiting] = await ended(id, 1);
    const sentAt = Number(receiver.received[0]?.headers['webhook-timestamp']) * 1_000;
    expect(Date.parse(waiting?.nextAttemptAt ?? '') - sentAt).to.be.within(30_000, 31_000);
    receiver.answer(() => 204);
    clock.aheadMs = 30_000;
    await ended(id, 2);
    expect(receiver.received).to.have.length(2);
  });

  it('is disabled at once by 410, and its admins are told', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    await createGoal();
    receiver.answer(() => 410);
    await start();
    expect(await disabled(id)).to.include({ disabledReason: 'gone' });
    const events =
      await acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'webhook.disabled'}) WHERE e.key IS NOT NULL
       RETURN e.recipientIds AS recipientIds, e.payload AS payload`);
    expect(events).to.have.length(1);
    expect(events[0]?.['recipientIds']).to.deep.equal([acme.id('Ada')]);
    expect(JSON.parse(String(events[0]?.['payload']))).to.include({ reason: 'gone' });
    await createGoal();
    const test = await whenReady(() => acme.as('Ada').post(`/admin/webhooks/${id}/test`));
    expect(test.status).to.equal(409);
    expect(receiver.received).to.have.length(1);

    receiver.answer(() => 200);
    await acme.as('Ada').patch(`/admin/webhooks/${id}`, { status: 'enabled' });
    await arrived(2);
    expect(receiver.types()).to.deep.equal(['goal.created', 'goal.created']);
  });

  for (const status of [410, 500]) {
    it(`is neither disabled nor failing because its former address answers ${status}`, async () => {
      const { id } = await createWebhook(acme, 'Ada', receiver.url);
      const goalId = await createGoal();
      let finish = (): unknown => null;
      receiver.answer(() => (_request, response) => void (finish = () => response.writeHead(status).end()));
      const other = await startHanging();
      await start();
      await arrived(1);
      await whenReady(() => acme.as('Ada').patch(`/admin/webhooks/${id}`, { url: other.url }));
      finish();
      if (status === 500) await createGoal('Mia');
      await arrived(1, other);
      expect(await stateOf(id))
        .to.include({ status: 'enabled' })
        .and.not.have.any.keys('failingSince', 'disabledReason');
      if (status === 410) expect(other.received[0]?.event.data.subject?.id).to.equal(goalId);
      await other.close();
    });
  }

  const hour = 60 * 60_000;
  /** Makes a change, and waits until the failure to send it is recorded. */
  async function failOnce(id: string): Promise<Record<string, unknown>> {
    const goalId = await createGoal();
    await until(
      () => deliveriesOf(id),
      (seen) => seen.some(({ subject, attempts }) => subject?.id === goalId && attempts > 0),
    );
    return stateOf(id);
  }

  it('is disabled after five days of failures, and not before; a success resets the count', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    receiver.answer(() => 500);
    await start();
    for (let hours = 0; hours < 120; hours += 11.9) {
      clock.aheadMs = hours * hour;
      expect(await failOnce(id)).to.include({ status: 'enabled' });
    }
    clock.aheadMs = 120.1 * hour;
    await createGoal();
    expect(await disabled(id)).to.include({ disabledReason: 'failing' });
    receiver.answer(() => 200);
    await acme.as('Ada').patch(`/admin/webhooks/${id}`, { status: 'enabled' });
    const back = await until(
      () => stateOf(id),
      ({ failingSince, status }) => status === 'enabled' && !failingSince,
    );
    expect(back).to.not.have.property('disabledReason');
  });

  it('starts a new failure streak after a pause of more than 12 hours, and has none after its url changes', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    receiver.answer(() => 500);
    await start();
    const { failingSince: first } = await failOnce(id);
    clock.aheadMs = 11 * hour;
    expect(await failOnce(id)).to.include({ failingSince: first });
    clock.aheadMs = 20 * 24 * hour;
    const later = await failOnce(id);
    expect(later).to.include({ status: 'enabled' });
    expect(Date.parse(String(later['failingSince'])) - Date.parse(String(first))).to.equal(20 * 24 * hour);
    const same = await acme.as('Ada').patch(`/admin/webhooks/${id}`, { url: receiver.url });
    expect(same.body).to.include({ failingSince: later['failingSince'] });
    const other = await acme.as('Ada').patch(`/admin/webhooks/${id}`, { url: `${receiver.url}/other` });
    expect(other.body).to.not.have.property('failingSince');
  });

  it('follows no redirect, times out at the limit, and counts an unreachable receiver as a failure', async () => {
    const elsewhere = await startReceiver();
    receiver.answer(() => (_request, response) => void response.writeHead(302, { location: elsewhere.url }).end());
    const redirecting = await createWebhook(acme, 'Ada', receiver.url);
    const slow = await startHanging();
    const hanging = await createWebhook(acme, 'Ada', slow.url);
    const gone = await startReceiver();
    await gone.close();
    const down = await createWebhook(acme, 'Ada', gone.url);
    await createGoal();
    await start({ timeoutMs: 2_000 });
    const [[redirected], [timedOut], [refused]] = await Promise.all([
      ended(redirecting.id, 1),
      ended(hanging.id, 1),
      ended(down.id, 1),
    ]);
    expect(redirected).to.include({ httpStatus: 302, status: 'pending' });
    expect(elsewhere.received).to.deep.equal([]);
    expect(timedOut).to.include({ error: 'TIMED_OUT' });
    expect(refused).to.include({ error: 'CONNECTION_FAILED' });
    await Promise.all([elsewhere.close(), slow.close()]);
  });

  it('never delays another tenant by a receiver that hangs', async () => {
    const neighbour = await company(api, 'Zed (admin)\n  Yan');
    const hanging = await startHanging();
    for (let number = 0; number < 6; number += 1) await createWebhook(acme, 'Ada', hanging.url);
    await createWebhook(neighbour, 'Zed', receiver.url);
    for (const who of ['Bob', 'Mia', 'Gus']) await createGoal(who);
    await start({ timeoutMs: 60_000, limits: { perTenant: 4, total: 8 } });
    await arrived(12, hanging);
    for (let number = 1; number <= 5; number += 1) {
      await post(neighbour.as('Yan'), '/goals', aGoal());
      await arrived(number);
    }
    expect(hanging.received).to.have.length(12);
    await hanging.close();
  });

  it('has its turn while more webhooks hang than may be delivered for at once, of its tenant and of others', async () => {
    const neighbour = await company(api, 'Zed (admin)\n  Yan');
    const hanging = await startReceiver();
    const elsewhere = await startReceiver();
    for (const one of [hanging, elsewhere]) {
      one.answer(() => {
        clock.aheadMs += 1; // so that the webhook goes behind those that wait
        return () => undefined;
      });
    }
    for (let number = 0; number < 2; number += 1) {
      await createWebhook(acme, 'Ada', hanging.url);
      await createWebhook(neighbour, 'Zed', elsewhere.url);
    }
    await createWebhook(acme, 'Ada', receiver.url);
    const goals = 24; // three rounds
    for (let number = 0; number < goals; number += 1) {
      await createGoal();
      await post(neighbour.as('Yan'), '/goals', aGoal());
    }
    await start({ timeoutMs: 300, limits: { perTenant: 1, total: 2, turnMs: 0 } });
    await arrived(1);
    expect(hanging.received.length).to.be.at.most(2 * 8);
    await arrived(goals);
    await elsewhere.close();
    await hanging.close();
  });

  it('keeps its place among those that wait while its tenant makes changes', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    const at = '2026-11-20T09:00:00.000Z';
    await api.graph.statement('MATCH (w:Webhook {id: $id}) SET w.dueAt = datetime($at)', { id, at });
    await createGoal();
    while (await publishChanges(api.graph, 'test', new Date())) continue;
    const [stored] = await api.graph.statement('MATCH (w:Webhook {id: $id}) RETURN w.dueAt = datetime($at) AS kept', {
      id,
      at,
    });
    expect(stored).to.deep.equal({ kept: true });
  });

  it('is not due while it is disabled, also when it is disabled as a change is published', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    await createGoal();
    const findDue = async (): Promise<string[]> => {
      const params = { now: new Date().toISOString(), runningIds: [], busyTenantIds: [] };
      const { webhooks } = await api.graph
        .bind({})
        .one<{ webhooks: { webhookId: string }[] }>('webhooks/find_due', params);
      return webhooks.map(({ webhookId }) => webhookId);
    };
    const now = new Date();
    await api.graph.bind({}).write('changes/publish', { publisherId: 'test', limit: 1_000 });
    let opened: Promise<boolean> | undefined;
    await api.graph.transaction({ tenantId: acme.tenantId, userId: acme.id('Ada') }, async (tx) => {
      const change = { webhookId: id, url: null, types: null, status: 'disabled', now: now.toISOString() };
      await tx.rows('webhooks/update', { ...change, auditId: randomUUID(), permittedRoles: ['admin'] });
      opened = publishChanges(api.graph, 'test', now);
      await untilOneIsBlocked(api.graph);
    });
    await opened;
    const [stored] = await api.graph.statement('MATCH (w:Webhook {id: $id}) RETURN w.dueAt AS dueAt', { id });
    expect(stored).to.deep.equal({ dueAt: null });
    await api.graph.statement('MATCH (w:Webhook {id: $id}) SET w.dueAt = datetime($at)', { id, at: now.toISOString() });
    expect(await findDue()).to.not.include(id);
    await api.graph.statement("MATCH (w:Webhook {id: $id}) SET w.status = 'enabled'", { id });
    expect(await findDue()).to.include(id);
  });

  it('leaves no text, score, name or address in events, logs and records', async () => {
    const marker = `marker${randomUUID().slice(0, 8)}`;
    const { id, secret } = await createWebhook(acme, 'Ada', receiver.url);
    receiver.answer(() => (_request, response) => void response.writeHead(500, { 'x-name': marker }).end(marker));
    const summary = await post<{ id: string }>(acme.as('Bob'), '/summaries', aSummary({ proud: marker }));
    await post(acme.as('Mia'), `/summaries/${summary.id}/response`, { body: marker });
    await post(acme.as('Bob'), '/goals', aGoal({ title: marker }));
    await start();
    await arrived(2);
    await ended(id, 0);
    const nodes = await acme.statement(
      `MATCH (n:WebhookDelivery|Webhook|ChangeEntry {tenantId: $tenantId}) RETURN n {.*, url: null} AS node`,
    );
    expect(nodes).to.have.length.above(3);
    const messages = (worker?.logged ?? []).map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).to.include('webhook attempt failed, will retry');
    const texts = [JSON.stringify(nodes), JSON.stringify(receiver.received), worker?.logged.join('\n') ?? ''];
    for (const text of texts) {
      for (const word of [marker, 'example.test', secret, 'qualityOfWork']) expect(text).to.not.include(word);
      expect(text).to.not.match(/\b(Bob|Mia|Sales)\b/); // a signature may have these letters in a row
    }
  });

  it('has its deliveries deleted after 30 days, and with the webhook', async () => {
    const { id } = await createWebhook(acme, 'Ada', receiver.url);
    await createGoal();
    await start();
    await ended(id, 1);
    const later = new Date(Date.now() + 31 * 24 * 60 * 60_000);
    expect(await sweepDeliveries({ graph: api.graph, now: () => new Date() })).to.equal(0);
    expect(await sweepDeliveries({ graph: api.graph, now: () => later })).to.be.at.least(1);
    expect(await deliveriesOf(id)).to.deep.equal([]);
    await post(acme.as('Ada'), `/admin/webhooks/${id}/test`);
    await ended(id, 1);
    await worker?.stop();
    await acme.statement(
      `MATCH (d:WebhookDelivery {webhookId: $id}) UNWIND range(1, 12000) AS number
       CREATE (other:WebhookDelivery:$($label)) SET other = d {.*, id: randomUUID(), changeId: randomUUID()}`,
      { id },
    );
    const headers = { authorization: `Bearer ${await acme.token('Ada')}`, 'if-match': '*' };
    const path = `${api.url}/v1/admin/webhooks/${id}`;
    await whenReady(() => fetch(path, { method: 'DELETE', headers }));
    const left = await api.graph.statement('MATCH (d:WebhookDelivery {webhookId: $id}) RETURN d.id AS id', { id });
    expect(left).to.deep.equal([]);
  });
});
