// Webhooks over HTTP: created, read, changed and deleted by admins; the secret is shown once.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { publishChanges } from '../../../src/platform/audit/publish.ts';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { Webhook, WebhookDelivery } from '../../../src/features/webhooks/schema.ts';
import { maxWebhooks } from '../../../src/features/webhooks/manage-webhooks.ts';
import { fingerprint, freshCompany, refusal, type Answer } from '../../support/company.ts';
import { untilOneIsBlocked } from '../../support/locks.ts';
import { aGoal } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';
import { createWebhook, whenReady } from '../../support/webhooks.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob\nPia (people_team, senior_leadership)');
const neighbour = freshCompany(api, 'Zed (admin)');
const url = 'https://hr.example/hooks';
type Page<Item> = { items: Item[]; nextCursor?: string };

describe('/admin/webhooks', () => {
  it('creates a webhook, shows its secret once, and stores it encrypted', async () => {
    const create = { url, types: ['user.created'] };
    const { status, body, headers } = await whenReady(() =>
      acme.as('Ada').post<Webhook & { secret: string }>('/admin/webhooks', create),
    );
    expect(status).to.equal(201);
    const { secret, ...webhook } = body;
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).to.deep.equal({
      id: webhook.id,
      url,
      types: ['user.created'],
      status: 'enabled',
      createdAt: friday,
      updatedAt: friday,
    });
    const path = `/admin/webhooks/${webhook.id}`;
    expect(headers.get('location')).to.equal(`/v1${path}`);
    expect((await acme.as('Ada').get(path)).body).to.deep.equal(webhook);
    expect((await acme.as('Ada').get<Page<Webhook>>('/admin/webhooks')).body.items).to.deep.equal([webhook]);
    const stored = JSON.stringify(await fingerprint(api, acme.tenantId));
    expect(stored).to.not.include(secret).and.not.include(secret.slice('whsec_'.length));
    expect(api.logged.join('\n')).to.not.include(secret.slice('whsec_'.length));
  });

  it('replays the answer to a repeated request without the secret, which is not recorded', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const post = () => whenReady(() => acme.as('Ada').post('/admin/webhooks', { url }, key));
    const first = await post();
    const second = await post();
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    const { secret, ...rest } = first.body;
    expect(second.body).to.deep.equal(rest);
    const stored = JSON.stringify(await fingerprint(api, acme.tenantId));
    expect(stored).to.not.include(String(secret).slice('whsec_'.length));
    expect((await acme.as('Ada').get<Page<Webhook>>('/admin/webhooks')).body.items).to.have.length(1);
  });

  it('changes address, types and status, with a precondition if there is one, and deletes', async () => {
    const { id } = await createWebhook(acme, 'Ada', url);
    const path = `/admin/webhooks/${id}`;
    const { headers } = await acme.as('Ada').get(path);
    const other = { url: 'https://hr.example/other', types: ['goal.created'], status: 'disabled' };
    const { body } = await acme.as('Ada').patch(path, other);
    expect(body).to.deep.include({ ...other, disabledReason: 'manual' });
    const outdated = { 'if-match': headers.get('etag') ?? '' };
    expect((await acme.as('Ada').patch(path, { status: 'enabled' }, outdated)).status).to.equal(412);
    const enabled = await acme.as('Ada').patch(path, { status: 'enabled' });
    expect(enabled.body).to.include({ status: 'enabled' }).and.not.have.property('disabledReason');
    expect((await whenReady(() => acme.as('Ada').delete(path))).status).to.equal(204);
    expect(refusal(await acme.as('Ada').get(path))).to.deep.equal([404, 'WEBHOOK_NOT_FOUND']);
    expect(refusal(await whenReady(() => acme.as('Ada').delete(path)))).to.deep.equal([404, 'WEBHOOK_NOT_FOUND']);
  });

  it('rotates the secret, queues a test event and lists it, and sends again what has ended', async () => {
    const { id, secret } = await createWebhook(acme, 'Ada', url);
    const path = `/admin/webhooks/${id}`;
    const rotated = await whenReady(() => acme.as('Ada').post<{ secret: string }>(`${path}/rotate-secret`));
    expect(rotated.body.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    const test = await whenReady(() => acme.as('Ada').post<WebhookDelivery>(`${path}/test`));
    expect([test.status, test.body.type, test.body.status, test.body.attempts]).to.deep.equal([
      202,
      'webhook.test',
      'pending',
      0,
    ]);
    await whenReady(() => acme.as('Ada').post<WebhookDelivery>(`${path}/test`));
    const first = await acme.as('Ada').get<Page<WebhookDelivery>>(`${path}/deliveries?limit=1&status=pending`);
    const rest = await acme
      .as('Ada')
      .get<Page<WebhookDelivery>>(`${path}/deliveries?limit=1&status=pending&cursor=${first.body.nextCursor}`);
    const listed = [...first.body.items, ...rest.body.items].map((one) => one.id);
    expect(listed).to.include(test.body.id);
    const retry = `${path}/deliveries/${test.body.id}/retry`;
    expect(refusal(await whenReady(() => acme.as('Ada').post(retry)))).to.deep.equal([409, 'WEBHOOK_STATE']);
    await api.graph.statement(
      `MATCH (d:WebhookDelivery {id: $id}) SET d.status = 'failed', d.attempts = 8, d.endedAt = datetime() REMOVE d.dueAt`,
      { id: test.body.id },
    );
    const again = await whenReady(() => acme.as('Ada').post<WebhookDelivery>(retry));
    expect([again.status, again.body.status, again.body.attempts]).to.deep.equal([202, 'pending', 0]);
    const unknown = await whenReady(() => acme.as('Ada').post(`${path}/deliveries/${randomUUID()}/retry`));
    expect(refusal(unknown)).to.deep.equal([404, 'DELIVERY_NOT_FOUND']);
  });

  it('leaves in the audit log who created, changed and deleted it and rotated its secret', async () => {
    const { id } = await createWebhook(acme, 'Ada', url);
    const path = `/admin/webhooks/${id}`;
    const { body: stored } = await acme.as('Ada').get<Webhook>(path);
    const change = (body: object): Promise<unknown> => whenReady(() => acme.as('Ada').patch(path, body));
    await change({ url: stored.url, types: stored.types, status: stored.status });
    await change({ url: 'https://hr.example/other', types: stored.types, status: 'disabled' });
    await change({ types: ['goal.created'] });
    await whenReady(() => acme.as('Ada').post(`${path}/rotate-secret`));
    await whenReady(() => acme.as('Ada').post(`${path}/test`));
    await whenReady(() => acme.as('Ada').delete(path));
    const { body } = await acme.as('Ada').get<Page<AuditEntry>>('/audit');
    const entries = body.items.map(({ action, fields = [] }) => [action, ...fields].join(' '));
    expect(entries).to.have.members([
      'webhook.create',
      'webhook.update url status',
      'webhook.update types',
      'webhook.rotate',
      'webhook.delete',
    ]);
    for (const entry of body.items) {
      expect(entry).to.include({ at: friday, actorId: acme.id('Ada'), source: 'api', webhookId: id });
      expect(JSON.stringify(entry)).to.not.include('hr.example');
    }
    expect((await neighbour.as('Zed').get<Page<AuditEntry>>('/audit')).body.items).to.deep.equal([]);
  });

  it('queues neither test events nor retries while 500 deliveries wait', async () => {
    const { id } = await createWebhook(acme, 'Ada', url);
    const path = `/admin/webhooks/${id}`;
    const { body } = await whenReady(() => acme.as('Ada').post<WebhookDelivery>(`${path}/test`));
    await api.graph.statement(
      `MATCH (d:WebhookDelivery {id: $deliveryId}) SET d.status = 'failed', d.endedAt = datetime() REMOVE d.dueAt
       WITH d UNWIND range(1, 500) AS number
       CREATE (other:WebhookDelivery:$($label)) SET other = d {.*,
         id: randomUUID(), changeId: randomUUID(), status: 'pending', dueAt: datetime(), endedAt: null}`,
      { deliveryId: body.id, label: `T_${acme.tenantId.replaceAll('-', '')}` },
    );
    const before = await fingerprint(api, acme.tenantId);
    for (const request of [`${path}/test`, `${path}/deliveries/${body.id}/retry`]) {
      expect(refusal(await whenReady(() => acme.as('Ada').post(request)))).to.deep.equal([409, 'WEBHOOK_STATE']);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is for admins of the tenant: others get 403, a neighbour too, and nothing changes', async () => {
    const { id } = await createWebhook(acme, 'Ada', url);
    const before = await fingerprint(api, acme.tenantId);
    const path = `/admin/webhooks/${id}`;
    for (const by of [acme.as('Bob'), acme.as('Pia'), neighbour.as('Zed')]) {
      const answers = [
        await by.get(path),
        await whenReady(() => by.patch(path, { status: 'disabled' })),
        await whenReady(() => by.delete(path)),
        await whenReady(() => by.post(`${path}/rotate-secret`)),
        await whenReady(() => by.post(`${path}/rotate-secret`, { revokePrevious: true })),
        await whenReady(() => by.post(`${path}/test`)),
        await by.get(`${path}/deliveries`),
        await whenReady(() => by.post(`${path}/deliveries/${randomUUID()}/retry`)),
      ];
      for (const answer of answers) expect(refusal(answer)).to.deep.equal([403, 'FORBIDDEN']);
    }
    for (const who of ['Bob', 'Pia']) {
      expect(refusal(await acme.as(who).get('/admin/webhooks'))).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await whenReady(() => acme.as(who).post('/admin/webhooks', { url })))).to.deep.equal([
        403,
        'FORBIDDEN',
      ]);
    }
    expect((await neighbour.as('Zed').get<Page<Webhook>>('/admin/webhooks')).body.items).to.deep.equal([]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('refuses addresses and types that are none', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const bodies = [
      ...[
        'http://hr.example/',
        'https://10.0.0.1/',
        'https://[fd00::1]/',
        'hr.example',
        'https://a:b@hr.example/',
        'https://hr.example/#x',
        '',
      ].map((at) => ({
        url: at,
      })),
      { url, types: ['goal.made'] },
      { url, types: 'goal.created' },
      { url, secret: 'whsec_x' },
      {},
    ];
    for (const body of bodies) {
      const answer = await whenReady(() => acme.as('Ada').post('/admin/webhooks', body));
      expect(refusal(answer), JSON.stringify(body)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('creates twenty and no more, also when two are created at once', async () => {
    await whenReady(() => acme.as('Bob').post('/goals', aGoal()));
    while (await publishChanges(api.graph, 'test', new Date())) continue; // without a change log, they would wait for each other
    for (let number = 0; number < 19; number += 1) await createWebhook(acme, 'Ada', url);
    let second: Promise<Answer<unknown>> | undefined;
    await api.graph.transaction({ tenantId: acme.tenantId, userId: acme.id('Ada') }, async (tx) => {
      const ids = { webhookId: randomUUID(), auditId: randomUUID() };
      const webhook = { ...ids, url, types: [], secret: 'sealed', now: friday };
      await tx.rows('webhooks/create', { ...webhook, maxWebhooks, permittedRoles: ['admin'] });
      second = whenReady(() => acme.as('Ada').post<unknown>('/admin/webhooks', { url }));
      await Promise.race([second, untilOneIsBlocked(api.graph)]);
    });
    expect(second && refusal(await second)).to.deep.equal([409, 'WEBHOOK_LIMIT']);
    const { body } = await acme.as('Ada').get<Page<Webhook>>('/admin/webhooks?limit=100');
    expect(body.items).to.have.length(20);
  });
});
