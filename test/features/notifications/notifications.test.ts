// Notifications over HTTP: dispatched by services alone; read and chosen by those they are for.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import { notificationTypes } from '../../../src/features/notifications/registry.ts';
import {
  client,
  fingerprint,
  freshCompany,
  refusal,
  tokenOf,
  type Answer,
  type Client,
  type Company,
} from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin, people_team, senior_leadership)\n  Bob\n    Cy\n    Dee †');
const neighbour = freshCompany(api, 'Zoe');
let mailer: Client;
beforeEach(() => {
  mailer = serviceOf(acme);
});

function serviceOf({ tenantId }: Company, scope = 'notifications:dispatch'): Client {
  return client(api, () => tokenOf(api, { sub: 'service:intranet', tenant: tenantId, scope }));
}
const announcement = (change = {}) => ({
  type: 'announcement',
  recipientUserIds: [acme.id('Bob'), acme.id('Cy')],
  payload: { title: 'Summer party', body: 'On Friday, in the yard.' },
  ...change,
});
const dispatch = (change = {}, by = mailer) => by.post('/notifications/dispatch', announcement(change));
const events = (): Promise<Record<string, unknown>[]> =>
  acme.statement(
    `MATCH (e:OutboxEvent {tenantId: $tenantId})
     RETURN e.type AS type, e.recipientIds AS recipientIds, e.payload AS payload, e.link AS link, e.status AS status`,
  );
/** Puts notifications into somebody's list, so many minutes old. */
const given = (who: string, minutes: number[], of: Company = acme): Promise<unknown> =>
  of.statement(
    `UNWIND $ages AS age
     MATCH (u:User {tenantId: $tenantId, id: $userId})
     CREATE (u)-[:RECEIVED]->(n:Notification {tenantId: $tenantId, id: randomUUID(), userId: $userId, eventId: randomUUID(),
       type: 'announcement', title: 'N' + toInteger(age), text: 'Text', unread: true, payload: '{}',
       createdAt: datetime($now) - duration({minutes: age})})
     SET n:$($label)`,
    { userId: of.id(who), ages: minutes, now: friday },
  );

type Page = { items: Notification[]; nextCursor?: string };
const page = (who: string, query = '') => acme.as(who).get<Page>(`/notifications${query}`);
const titles = ({ body }: Answer<Page>): string[] => body.items.map(({ title }) => title);

describe('POST /notifications/dispatch', () => {
  it('records the delivery and says for how many', async () => {
    const { status, body } = await dispatch({ link: 'https://intranet.example/party' });
    expect([status, body]).to.deep.equal([202, { accepted: 2 }]);
    const [event, ...others] = await events();
    expect(others).to.deep.equal([]);
    expect(event?.['recipientIds']).to.have.members([acme.id('Bob'), acme.id('Cy')]);
    expect(event).to.include({ type: 'announcement', link: 'https://intranet.example/party', status: 'pending' });
    expect(JSON.parse(String(event?.['payload']))).to.deep.equal(announcement().payload);
  });

  it('counts a person named twice once, and one who has left not at all', async () => {
    const cy = acme.id('Cy');
    expect((await dispatch({ recipientUserIds: [cy, cy.toUpperCase(), acme.id('Dee')] })).body).to.deep.equal({
      accepted: 1,
    });
    expect((await events())[0]).to.deep.include({ recipientIds: [cy] });
    expect((await dispatch({ recipientUserIds: [acme.id('Dee')] })).body).to.deep.equal({ accepted: 0 });
    expect((await dispatch({ recipientUserIds: [] })).body).to.deep.equal({ accepted: 0 });
    expect(await events()).to.have.length(1);
  });

  it('takes a thousand recipients, and not more', async () => {
    const many = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
    expect(refusal(await dispatch({ recipientUserIds: many(1_000) }))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await dispatch({ recipientUserIds: many(1_001) }))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('takes further keys in the payload, and names the field that is missing or mistyped', async () => {
    expect((await dispatch({ payload: { title: 'T', body: 'B', colour: 7 } })).status).to.equal(202);
    const missing = await dispatch({ payload: { title: 'T' } });
    expect(refusal(missing)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(missing.body['message']).to.include('body');
    const mistyped = await dispatch({ payload: { title: 7, body: 'B' } });
    expect(refusal(mistyped)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(mistyped.body['message']).to.include('title');
  });

  it('takes a payload as deep as can be delivered, and refuses a deeper one', async () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect((await dispatch({ payload: { title: 'T', body: 'B', nested: nested(98) } })).status).to.equal(202);
    const deeper = await dispatch({ payload: { title: 'T', body: 'B', nested: nested(99) } });
    expect(refusal(deeper)).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('takes links to the web and paths of the web app', async () => {
    for (const link of [
      'https://x.example/a?b=%20#c',
      'HTTP://X.example',
      '/',
      '/goals?week=2026-11-16',
      '/caf\u00e9',
    ]) {
      expect((await dispatch({ link })).status, link).to.equal(202);
    }
  });

  it('refuses unknown types, unknown fields, other shapes and links that are none, and records nothing', async () => {
    const before = await fingerprint(api, acme.tenantId);
    for (const change of [
      { type: 'weekly_summary.lost' },
      { type: 'constructor' },
      { type: undefined },
      { recipientUserIds: undefined },
      { recipientUserIds: acme.id('Cy') },
      { recipientUserIds: ['Cy'] },
      { payload: undefined },
      { payload: [] },
      { link: 'javascript:alert(1)' },
      { link: '//elsewhere.example' },
      ...['', '/\\elsewhere.example', '/a\0b', '/\ud800', 'https://?', 'http://[::1', 'https://x:99999/'].map(
        (link) => ({ link }),
      ),
      { urgent: true },
    ]) {
      expect(refusal(await dispatch(change)), JSON.stringify(change)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it("is refused alike for an unknown user and a neighbour tenant's, even among valid ones", async () => {
    const before = await fingerprint(api, neighbour.tenantId);
    const answers = await Promise.all(
      [randomUUID(), neighbour.id('Zoe')].map((id) => dispatch({ recipientUserIds: [acme.id('Cy'), id] })),
    );
    for (const answer of answers) expect(refusal(answer)).to.deep.equal([403, 'FORBIDDEN']);
    expect(answers[0]?.body).to.deep.equal(answers[1]?.body);
    expect(await events()).to.deep.equal([]);
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(before);
  });

  it('is refused with 401 when the tenant was deleted, and leaves nothing behind', async () => {
    const tenantId = randomUUID();
    const claims = { sub: 'service:intranet', tenant: tenantId, scope: 'notifications:dispatch' };
    const intranet = client(api, () => tokenOf(api, claims));
    const send = (headers: Record<string, string>) =>
      intranet.post('/notifications/dispatch', announcement({ recipientUserIds: [] }), headers);
    const sent = [await send({}), await send({ 'idempotency-key': randomUUID() })];
    expect(sent.map(({ status }) => status)).to.deep.equal([401, 401]);
    expect(await api.graph.statement('MATCH (n {tenantId: $tenantId}) RETURN n.id', { tenantId })).to.deep.equal([]);
  });

  it('is for services with the scope alone', async () => {
    expect(refusal(await dispatch({}, acme.as('Ada')))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await dispatch({}, serviceOf(acme, 'other:scope')))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await dispatch({}, serviceOf(neighbour)))).to.deep.equal([403, 'FORBIDDEN']);
    expect(
      refusal(
        await dispatch(
          {},
          client(api, () => Promise.resolve('x')),
        ),
      ),
    ).to.deep.equal([401, 'UNAUTHENTICATED']);
    expect(await events()).to.deep.equal([]);
  });
});

describe('GET /notifications/types', () => {
  it('lists every type with its channels, the schema of its payload and an example that fits', async () => {
    for (const caller of [acme.as('Cy'), mailer]) {
      const { status, body } = await caller.get<{ types: Record<string, unknown>[] }>('/notifications/types');
      expect(status).to.equal(200);
      expect(body.types.map(({ type }) => type)).to.have.members(Object.keys(notificationTypes));
      expect(body.types[0]).to.have.keys('type', 'description', 'channels', 'payload', 'example');
    }
    expect((await client(api, () => Promise.resolve('x')).get('/notifications/types')).status).to.equal(401);
    expect((await neighbour.as('Zoe').get('/notifications/types')).status).to.equal(200);
  });

  it('has examples that dispatch takes as they are', async () => {
    for (const [type, { example }] of Object.entries(notificationTypes)) {
      expect((await dispatch({ type, payload: example })).status, type).to.equal(202);
    }
  });
});

describe('GET /notifications', () => {
  it("lists the caller's own, unread first, then the newest", async () => {
    await given('Cy', [10, 30, 20]);
    await given('Bob', [1]);
    const first = await page('Cy');
    expect(titles(first)).to.deep.equal(['N10', 'N20', 'N30']);
    const newest = first.body.items[0] as Notification;
    expect(newest).to.deep.equal({
      id: newest.id,
      type: 'announcement',
      title: 'N10',
      text: 'Text',
      unread: true,
      createdAt: '2026-11-20T09:50:00.000Z',
    });
    await acme.as('Cy').post(`/notifications/${newest.id}/read`);
    expect(titles(await page('Cy'))).to.deep.equal(['N20', 'N30', 'N10']);
    expect((await page('Ada')).body).to.deep.equal({ items: [] });
  });

  it('filters by type and by whether they are read', async () => {
    await given('Cy', [10, 20, 30]);
    const [first] = (await page('Cy')).body.items;
    await acme.statement(
      "MATCH (n:Notification {tenantId: $tenantId, id: $id}) SET n.type = 'digest.weekly', n.unread = false",
      { id: first?.id },
    );
    expect(titles(await page('Cy', '?unread=true'))).to.deep.equal(['N20', 'N30']);
    expect(titles(await page('Cy', '?unread=false'))).to.deep.equal(['N10']);
    expect(titles(await page('Cy', '?type=announcement'))).to.deep.equal(['N20', 'N30']);
    expect(titles(await page('Cy', '?type=announcement&unread=false'))).to.deep.equal([]);
    expect(titles(await page('Cy', '?type=unknown'))).to.deep.equal([]);
    const { nextCursor = '' } = (await page('Cy', '?unread=true&limit=1')).body;
    expect(titles(await page('Cy', `?unread=true&cursor=${nextCursor}`))).to.deep.equal(['N30']);
    expect(refusal(await page('Cy', `?cursor=${nextCursor}`))).to.deep.equal([400, 'INVALID_CURSOR']);
    for (const query of ['type=', 'unread=yes', 'unread='])
      expect(refusal(await page('Cy', `?${query}`)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('says what one is about, also after it was read', async () => {
    await given('Cy', [10]);
    const subject = { type: 'import_job', id: randomUUID() };
    await acme.statement(
      'MATCH (n:Notification {tenantId: $tenantId}) SET n.subjectType = $type, n.subjectId = $id',
      subject,
    );
    const [shown] = (await page('Cy')).body.items;
    expect(shown?.subject).to.deep.equal(subject);
    const { body } = await acme.as('Cy').post(`/notifications/${shown?.id}/read`);
    expect(body['subject']).to.deep.equal(subject);
  });

  it('gives pages, each from where the last one ended, without loss or repetition', async () => {
    await given('Cy', [...Array(25).keys(), 3, 3, 3]);
    const all = titles(await page('Cy', '?limit=100'));
    expect(all).to.have.length(28);
    for (const { id } of (await page('Cy', '?limit=9')).body.items)
      await acme.as('Cy').post(`/notifications/${id}/read`);
    const inPages: string[] = [];
    let query = '?limit=7';
    for (let pages = 1; ; pages += 1) {
      expect(pages).to.be.at.most(4);
      const { body } = await page('Cy', query);
      inPages.push(...body.items.map(({ title }) => title));
      if (body.nextCursor === undefined) break;
      query = `?limit=7&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
    expect(inPages).to.deep.equal([...all.slice(9), ...all.slice(0, 9)]);
  });

  it('keeps their order for later pages when some are read in between', async () => {
    await given('Cy', [1, 2, 3, 4, 5]);
    const all = await page('Cy');
    const first = await page('Cy', '?limit=2');
    api.clock.now = '2026-11-20T12:00:00.000Z';
    for (const shown of [0, 1, 3]) await acme.as('Cy').post(`/notifications/${all.body.items[shown]?.id}/read`);
    const rest = await page('Cy', `?limit=9&cursor=${encodeURIComponent(first.body.nextCursor ?? '')}`);
    expect(titles(rest)).to.deep.equal(['N3', 'N4', 'N5']);
    expect(titles(await page('Cy'))).to.deep.equal(['N3', 'N5', 'N1', 'N2', 'N4']);
  });

  it('refuses cursors that are none of ours, and limits out of bounds', async () => {
    for (const query of ['cursor=x', 'cursor=', `cursor=${btoa('[true,"now","x"]')}`]) {
      expect(refusal(await page('Cy', `?${query}`)), query).to.deep.equal([400, 'INVALID_CURSOR']);
    }
    for (const query of ['limit=0', 'limit=201', 'limit=1e400', 'page=2']) {
      expect(refusal(await page('Cy', `?${query}`)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect((await client(api, () => Promise.resolve('x')).get('/notifications')).status).to.equal(401);
    expect(refusal(await mailer.get('/notifications'))).to.deep.equal([403, 'FORBIDDEN']);
  });
});

describe('POST /notifications/{notificationId}/read', () => {
  it('marks an own notification, and keeps the first time', async () => {
    await given('Cy', [1]);
    const [{ id } = { id: '' }] = (await page('Cy')).body.items;
    const read = await acme.as('Cy').post<Notification>(`/notifications/${id}/read`);
    expect([read.status, read.body.unread, read.body.readAt]).to.deep.equal([200, false, '2026-11-20T10:00:00.000Z']);
    api.clock.now = '2026-11-20T11:00:00.000Z';
    expect((await acme.as('Cy').post(`/notifications/${id}/read`)).body).to.deep.equal(read.body);
  });

  it('finds none that went out as an e-mail alone, and puts it into no list', async () => {
    await given('Cy', [1]);
    const [{ id } = { id: '' }] = (await page('Cy')).body.items;
    await api.graph.statement('MATCH (n:Notification {id: $id}) REMOVE n.unread', { id });
    expect((await page('Cy')).body.items).to.deep.equal([]);
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await acme.as('Cy').post(`/notifications/${id}/read`))).to.deep.equal([
      404,
      'NOTIFICATION_NOT_FOUND',
    ]);
    await api.graph.bind({ tenantId: acme.tenantId, userId: acme.id('Cy') }).write('notifications/mark_read', {
      notificationId: id,
      now: friday,
    });
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it("is refused for somebody else's, a neighbour tenant's and nobody's", async () => {
    await given('Cy', [1]);
    await given('Zoe', [1], neighbour);
    const [{ id } = { id: '' }] = (await page('Cy')).body.items;
    const before = await fingerprint(api, acme.tenantId);
    for (const who of ['Ada', 'Bob']) {
      expect(refusal(await acme.as(who).post(`/notifications/${id}/read`))).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect(refusal(await neighbour.as('Zoe').post(`/notifications/${id}/read`))).to.deep.equal([403, 'FORBIDDEN']);
    const nobody = await acme.as('Cy').post(`/notifications/${randomUUID()}/read`);
    expect(refusal(nobody)).to.deep.equal([404, 'NOTIFICATION_NOT_FOUND']);
    expect(refusal(await acme.as('Cy').post('/notifications/7/read'))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});

describe('GET and PUT /notifications/preferences', () => {
  type Preferences = { preferences: { type: string; channels: string[]; defaults: string[]; switchedOff: string[] }[] };
  const of = (body: Preferences, type: string) => body.preferences.find((one) => one.type === type);
  const put = (preferences: unknown) => acme.as('Cy').put<Preferences>('/notifications/preferences', { preferences });

  it('shows the channels of every type, those chosen, and those the tenant has switched off', async () => {
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.channelsOff = ['digest.weekly:email']`);
    const { status, body } = await put([{ type: 'announcement', channels: ['in_app'] }]);
    expect(status).to.equal(200);
    expect(body.preferences.map(({ type }) => type)).to.have.members(Object.keys(notificationTypes));
    const both = ['in_app', 'email'];
    expect(of(body, 'announcement')).to.deep.include({ channels: ['in_app'], defaults: both, switchedOff: [] });
    expect(of(body, 'digest.weekly')).to.deep.include({ channels: both, switchedOff: ['email'] });
    expect((await acme.as('Cy').get('/notifications/preferences')).body).to.deep.equal(body);
    expect(
      of((await acme.as('Bob').get<Preferences>('/notifications/preferences')).body, 'announcement')?.channels,
    ).to.deep.equal(both);
  });

  it('forgets what is not named again', async () => {
    await put([{ type: 'announcement', channels: [] }]);
    expect(of((await put([])).body, 'announcement')?.channels).to.deep.equal(['in_app', 'email']);
  });

  it('refuses unknown types and channels, and a type named twice', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const email = { type: 'announcement', channels: ['email'] };
    for (const wrong of [
      [{ type: 'party', channels: [] }],
      [{ type: 'announcement', channels: ['fax'] }],
      [{ type: 'announcement', channels: ['email', 'email'] }],
      [email, email],
      email,
    ]) {
      expect(refusal(await put(wrong)), JSON.stringify(wrong)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect((await client(api, () => Promise.resolve('x')).get('/notifications/preferences')).status).to.equal(401);
  });
});
