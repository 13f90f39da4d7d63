// E-mails through a mail service on bad days: each call is an attempt on record, and nothing is lost.
import { expect } from 'chai';
import { openMailer } from '../../../src/platform/email/ses.ts';
import { emailChannel } from '../../../src/features/notifications/channels/email.ts';
import { createSecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { createSender } from '../../../src/features/webhooks/send.ts';
import { createSendHandler } from '../../../src/features/notifications/send-message.ts';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import type { OutboxEvent } from '../../../src/platform/outbox/event-types.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { announce, rowsOf, settled, type Row } from '../../support/outbox.ts';
import { service } from '../../support/service.ts';
import { sesFaults, type Mode, type SesFaults } from '../../support/ses-faults.ts';
import { unsubscribeLinks } from '../../support/unsubscribe-links.ts';
import { until } from '../../support/until.ts';

describe('an e-mail', () => {
  const api = service();
  let acme: Company;
  const mailbox = sharedInbox();
  let ses: SesFaults;
  let worker: InProcessWorker;

  before(async () => {
    await endDueEvents(api);
    ses = await sesFaults(mailbox.url);
    worker = startInProcessWorker(api, { ses: ses.url, timeoutMs: 1_000 });
  });
  after(async () => {
    await worker.stop();
    await ses.close();
  });
  beforeEach(async () => {
    ses.mode = 'pass';
    acme = await company(api, 'Ada\n  Bob');
  });

  const email = async (): Promise<Row | undefined> =>
    (await rowsOf(api, acme)).find(({ type }) => type === 'email.send');
  const mails = async (): Promise<number> => {
    const { items } = (await acme.as('Bob').get<{ items: Notification[] }>('/notifications')).body;
    return (await mailbox.mails(items[0]?.id ?? '')).length;
  };

  for (const [mode, reason, arrived] of [
    ['429 TooManyRequestsException', 'TooManyRequestsException', 1],
    ['500 InternalServiceError', 'Http500', 1],
    ['reset', 'ECONNRESET', 1],
    ['accept-then-reset', 'ECONNRESET', 2],
    ['hang', 'TimedOut', 1],
  ] as [Mode, string, number][]) {
    it(`is tried again after "${mode}", and calls are the attempts on record`, async () => {
      ses.mode = mode;
      ses.arrivals.length = 0;
      await announce(api, acme, ['Bob']);
      const failed = await until(email, (row) => row?.error != null);
      expect(failed).to.include({ status: 'pending', error: reason });
      ses.mode = 'pass';
      const [, sent] = await settled(api, acme);
      expect(sent).to.include({ type: 'email.send', status: 'done' });
      expect(sent?.attempts).to.equal(ses.arrivals.length);
      expect(await mails()).to.equal(arrived + (ses.arrivals.length - 2) * (arrived - 1));
    });
  }

  it('for which the pace of the account leaves no turn waits, and that is no attempt', async () => {
    const slow = await sesFaults(mailbox.url);
    slow.rate = 0.1;
    const mailer = openMailer({ region: 'x', endpoint: slow.url, from: 'check-in@team.example' });
    const [event] = await acme.statement(
      `CREATE (n:Notification {tenantId: $tenantId, id: randomUUID(), eventId: 'x', userId: $userId, type: 'announcement',
         payload: '{"title":"T","body":"B"}'})
       SET n:$($label) RETURN n.id AS subjectId`,
      { userId: acme.id('Bob') },
    );
    const send = (signal = new AbortController().signal) =>
      createSendHandler(emailChannel, {
        graph: api.graph,
        mailer,
        metrics: { email: () => undefined, message: () => undefined },
        secrets: createSecretBox(['unused']),
        post: createSender({ allowLoopback: false }),
        unsubscribeLinks,
        now: () => new Date(),
      })(event as unknown as OutboxEvent, api.graph.bind({ tenantId: acme.tenantId }), signal, acme.tenantId);
    expect(await send()).to.include({ done: 'sent' });
    expect(await send()).to.deep.equal({ defer: 'OwnPace' });
    expect(await send(AbortSignal.abort()), 'when the process ends').to.deep.equal({ defer: 'Aborted' });
    mailer.close();
    await slow.close();
  });

  it('that is refused is dead after one call, and visible', async () => {
    ses.mode = '400 MessageRejected';
    ses.arrivals.length = 0;
    await announce(api, acme, ['Bob']);
    const [, refused] = await settled(api, acme);
    expect(refused).to.deep.equal({ type: 'email.send', status: 'dead', attempts: 1, error: 'MessageRejected' });
    expect(ses.arrivals).to.have.length(1);
    expect(await worker.metrics()).to.match(/^outbox_dead [1-9]/m);
    expect(await mails()).to.equal(0);
  });
});
