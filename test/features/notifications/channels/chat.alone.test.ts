// Chat from the address that an admin sets to the request that arrives there: a real receiver, which verifies each signature.
import { expect } from 'chai';
import { maxAttemptsOfTenant } from '../../../../src/features/notifications/channels/chat/chat.ts';
import type { Chat } from '../../../../src/features/notifications/channels/chat/schema.ts';
import { resealSecrets } from '../../../../src/features/webhooks/reseal.ts';
import { createSecretBox } from '../../../../src/platform/secrets/secret-box.ts';
import type { ServiceKeys } from '../../../../src/platform/secrets/service-keys.ts';
import { fingerprint, freshCompany, refusal } from '../../../support/company.ts';
import { sharedInbox } from '../../../support/inbox.ts';
import { sharedWorker } from '../../../support/in-process-worker.ts';
import { announce, rowsOf, settled } from '../../../support/outbox.ts';
import { service } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { startReceiver, verify, type ReceivedEvent, type Receiver } from '../../../support/webhook-receiver.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob\n  Cy\nEve (admin)\nPia (people_team)');
const mailbox = sharedInbox();
const worker = sharedWorker(api, mailbox);
let receiver: Receiver;
beforeEach(async () => void (receiver = await startReceiver()));
afterEach(() => receiver.close());

type Set = { url?: string; secret?: string };
const set = (url: string | null, by = 'Ada') => acme.as(by).put<Set>('/admin/chat', { url });
const turnOn = async (): Promise<string> => {
  const { status, body } = await set(receiver.url);
  expect([status, body.url]).to.deep.equal([200, receiver.url]);
  await settled(api, acme); // the notice of it
  receiver.received.length = 0;
  return body.secret ?? '';
};
type Sent = { email: string; title: string; text: string; link: string; id: string; notificationType: string };
const read = ({ body }: ReceivedEvent): Sent => JSON.parse(body) as Sent;
const readers = (): string[] => receiver.received.map((one) => read(one).email).sort();
const chats = async () => (await rowsOf(api, acme)).filter(({ type }) => type === 'chat.send');

describe('chat', () => {
  it('is off until an admin sets an address, and then a default of every type, for everybody', async () => {
    type Preferences = { preferences: { type: string; channels: string[]; defaults: string[] }[] };
    const see = async (who: string): Promise<string[]> => {
      const { preferences } = (await acme.as(who).get<Preferences>('/notifications/preferences')).body;
      const one = preferences.find(({ type }) => type === 'announcement');
      return [one?.defaults.join() ?? '', one?.channels.join() ?? ''];
    };
    const choose = (who: string, channels: string[]) =>
      acme.as(who).put('/notifications/preferences', { preferences: [{ type: 'announcement', channels }] });
    await choose('Bob', ['in_app', 'email']);
    await choose('Cy', ['in_app']);
    expect(refusal(await choose('Eve', ['in_app', 'chat']))).to.deep.equal([400, 'VALIDATION_ERROR']);
    await announce(api, acme, ['Ada', 'Bob', 'Cy']);
    expect((await settled(api, acme)).map(({ type }) => type)).to.not.include('chat.send');
    expect(await see('Bob')).to.deep.equal(['in_app,email', 'in_app,email']);
    const secret = await turnOn();
    expect(await see('Bob')).to.deep.equal(['in_app,email,chat', 'in_app,email,chat']);
    expect(await see('Cy')).to.deep.equal(['in_app,email,chat', 'in_app,chat']);
    await choose('Ada', ['in_app', 'email']);
    await announce(api, acme, ['Ada', 'Bob', 'Cy']);
    await settled(api, acme);
    expect(readers()).to.deep.equal(['bob@example.test', 'cy@example.test']);
    for (const event of receiver.received) {
      expect(verify(secret, event)).to.deep.equal(JSON.parse(event.body));
      expect(read(event)).to.include({
        title: 'Fire drill',
        text: 'At ten.',
        notificationType: 'announcement',
        id: event.id,
      });
    }
    expect((await set(null)).body).to.deep.equal({});
    await announce(api, acme, ['Bob']);
    await settled(api, acme);
    expect([receiver.received.length, await see('Ada')]).to.deep.equal([2, ['in_app,email', 'in_app,email']]);
  });

  it('says nothing of what somebody wrote', async () => {
    await turnOn();
    const words = { proud: 'Quillfeather', obstacles: 'Umbrella', learned: 'Zeppelin', important: 'Xylophone' };
    const { body } = await acme.as('Bob').post<{ id: string }>('/summaries', {
      weekStart: '2026-11-16',
      scores: { qualityOfWork: 4, personalWellbeing: 2, professionalWellbeing: 4 },
      ...words,
    });
    await acme.as('Ada').post(`/summaries/${body.id}/response`, { body: 'Rhododendron' });
    await settled(api, acme);
    expect(receiver.received.map((one) => read(one).notificationType)).to.include.members([
      'weekly_summary.submitted',
      'weekly_summary.responded',
    ]);
    for (const word of [...Object.values(words), 'Rhododendron'])
      expect(JSON.stringify(receiver.received), word).to.not.include(word);
  });

  it('is sent again with the same id until it is accepted, and follows no redirect', async () => {
    await turnOn();
    const answers = [500, 302, 204];
    const { url } = receiver;
    receiver.answer(() => {
      const status = answers.shift() ?? 204;
      return status === 302
        ? (_, response) => void response.writeHead(302, { location: `${url}/other` }).end()
        : status;
    });
    await announce(api, acme, ['Bob']);
    await settled(api, acme);
    expect(receiver.received.map(({ id }) => id)).to.deep.equal(Array(3).fill(receiver.received[0]?.id));
    expect(await chats()).to.deep.include({ type: 'chat.send', status: 'done', attempts: 3, error: null });
    expect(await worker.metrics()).to.match(/^messages_total\{channel="chat",outcome="sent"\} [1-9]/m);
  });

  it('waits as long as a busy receiver asks, and is dead at once where the receiver wants no more', async () => {
    await turnOn();
    receiver.answer(() => (_, response) => void response.writeHead(429, { 'retry-after': '1800' }).end());
    await announce(api, acme, ['Bob']);
    const due = async () =>
      (await acme.statement(
        `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'chat.send', error: 'HTTP_429'})
         RETURN e.dueAt > datetime() + duration('PT25M') AS waits`,
      )) as { waits: boolean }[];
    expect(await until(due, (rows) => rows.length > 0)).to.deep.equal([{ waits: true }]);
    receiver.answer(() => 410);
    await announce(api, acme, ['Cy']);
    const dead = await until(chats, (rows) => rows.some(({ status }) => status === 'dead'));
    expect(dead.find(({ status }) => status === 'dead')).to.include({ attempts: 1, error: 'HTTP_410' });
  });

  it('gives a receiver that hangs no more than the share of its tenant', async () => {
    await turnOn();
    const held: (() => void)[] = [];
    receiver.answer(() => (_, response) => void held.push(() => response.writeHead(204).end()));
    await announce(api, acme, ['Ada', 'Bob', 'Cy', 'Eve', 'Pia']);
    const waiting = await until(chats, (rows) => rows.some(({ error }) => error === 'BUSY'));
    expect(held.length).to.be.at.most(maxAttemptsOfTenant);
    expect(waiting.filter(({ status }) => status === 'pending')).to.have.length(5);
    receiver.answer(() => 204);
    for (const release of held) release();
    expect((await settled(api, acme)).filter(({ status }) => status !== 'done')).to.deep.equal([]);
  });
});

describe('the address of chat', () => {
  it('is for admins alone, and must be one to which webhooks may be sent', async () => {
    const before = await fingerprint(api, acme.tenantId);
    for (const who of ['Bob', 'Pia']) {
      expect(refusal(await set(receiver.url, who))).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await acme.as(who).get('/admin/chat'))).to.deep.equal([403, 'FORBIDDEN']);
    }
    for (const url of [
      '',
      'x',
      'http://acme.example/',
      'https://10.0.0.1/',
      'https://a:b@acme.example/',
      'https://acme.example/#x',
    ])
      expect(refusal(await set(url)), url).to.deep.equal([400, 'VALIDATION_ERROR']);
    for (const body of [{}, { url: 1 }, { url: receiver.url, secret: 'x' }])
      expect(refusal(await acme.as('Ada').put('/admin/chat', body))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is shown without its secret, is no webhook of the list, and gets another secret each time', async () => {
    const first = await turnOn();
    const { body } = await acme.as('Eve').get<Chat>('/admin/chat');
    expect(body).to.deep.equal({ url: receiver.url, updatedAt: api.clock.now });
    expect((await acme.as('Ada').get<{ items: unknown[] }>('/admin/webhooks')).body.items).to.deep.equal([]);
    const second = await turnOn();
    await announce(api, acme, ['Bob']);
    await settled(api, acme);
    const [event] = receiver.received;
    if (!event) expect.fail('nothing arrived');
    expect(() => verify(first, event)).to.throw();
    expect(verify(second, event)).to.include({ email: 'bob@example.test' });
  });

  it('is encrypted anew with the secrets of webhooks when the key of the service changes', async () => {
    const secret = await turnOn();
    const keys: ServiceKeys = ['f'.repeat(64), api.keys[0]];
    expect(await resealSecrets(api.graph, keys)).to.include({ unreadable: 0 });
    const [row] = await acme.statement(`MATCH (w:Webhook {tenantId: $tenantId}) RETURN w.secret AS sealed`);
    expect(createSecretBox([keys[0]]).open(String(row?.['sealed']))).to.equal(secret);
  });
});
