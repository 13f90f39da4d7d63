// Bounces and complaints: from the message of SNS to an address that gets no more e-mails.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createSnsCheck, type SnsMessage } from '../../../src/platform/email/sns.ts';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import { company, fingerprint, freshCompany } from '../../support/company.ts';
import { sharedWorker } from '../../support/in-process-worker.ts';
import { sharedInbox, type Received } from '../../support/inbox.ts';
import { announce, settled } from '../../support/outbox.ts';
import { friday, service } from '../../support/service.ts';
import { aboutMail, certificate, certificateUrl, signedMessage, sns, topicArn } from '../../support/sns.ts';

const bounced = { bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [] } };
const read: string[] = [];
let answer: () => string = () => certificate;

describe('feedback about mails', () => {
  const api = service(() => ({
    emailEvents: {
      topicArn,
      read: async (url) => {
        read.push(url);
        await Promise.resolve();
        return answer();
      },
    },
  }));
  const acme = freshCompany(api, 'Ada (admin)\n  Bob\n  Cy');
  const mailbox = sharedInbox();
  const worker = sharedWorker(api, mailbox);

  beforeEach(() => {
    api.logged.length = 0;
    answer = () => certificate;
  });

  const post = async (message: unknown, type = 'text/plain; charset=UTF-8'): Promise<number> => {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    return (await fetch(`${api.url}/v1/email-events`, { method: 'POST', body, headers: { 'content-type': type } }))
      .status;
  };
  const notificationsOf = async (name: string): Promise<Notification[]> =>
    (await acme.as(name).get<{ items: Notification[] }>('/notifications')).body.items;
  const mailsOf = async (name: string): Promise<Received[]> =>
    (await Promise.all((await notificationsOf(name)).map(({ id }) => mailbox.mails(id)))).flat();
  const mailTo = async (name: string): Promise<Received> => {
    await announce(api, acme, [name]);
    await settled(api, acme);
    const [mail] = await mailsOf(name);
    return mail as Received;
  };
  const isStopped = async (name: string): Promise<unknown> =>
    (await acme.as('Ada').get(`/users/${acme.id(name)}`)).body['emailStopped'] ?? false;
  const told = async (): Promise<string[]> => {
    await settled(api, acme);
    return (await notificationsOf('Ada')).flatMap(({ type, title }) => (type === 'email.stopped' ? [title] : []));
  };

  it('ends e-mails to an address that bounces for good, and tells the admins once', async () => {
    const mail = await mailTo('Bob');
    expect(await post(signedMessage({ Message: aboutMail('Bounce', mail, bounced) }))).to.equal(200);
    expect([await isStopped('Bob'), await isStopped('Cy')]).to.deep.equal([true, false]);
    expect(await told()).to.deep.equal(['E-mails to Bob have stopped']);
    expect(await post(signedMessage({ Message: aboutMail('Bounce', mail, bounced) }))).to.equal(200);
    expect(await told()).to.have.length(1);
    await announce(api, acme, ['Bob', 'Cy']);
    await settled(api, acme);
    expect([(await notificationsOf('Bob')).length, (await mailsOf('Bob')).length]).to.deep.equal([2, 1]);
    expect(await mailsOf('Cy')).to.have.length(1);
    expect(await worker.metrics()).to.match(/^emails_total\{outcome="stopped"\} [1-9]/m);
    expect(await worker.metrics()).to.match(/^email_addresses_stopped [1-9]/m);
    const entries = (await acme.as('Ada').get<{ items: { action: string }[] }>('/audit')).body.items;
    const entry = entries.find(({ action }) => action === 'person.update');
    expect(entry).to.deep.include({ actorId: 'service:ses', fields: ['emailStopped'] });
    expect(`${api.logged.join('')}${worker.logged.join('')}`)
      .to.include('mail feedback')
      .and.not.match(/@example\.test|Bob/);
  });

  it('does so after a complaint, in the form of notifications of an identity too', async () => {
    const mail = await mailTo('Bob');
    const said = { notificationType: 'Complaint', eventType: undefined, complaint: { complaintFeedbackType: 'abuse' } };
    await post(signedMessage({ Message: aboutMail('', mail, said) }));
    expect(await isStopped('Bob')).to.equal(true);
    const [notification] = await notificationsOf('Ada').then(async () => (await told(), notificationsOf('Ada')));
    expect(notification?.text).to.include('reported as spam');
  });

  it('is heeded once for each message, whatever happened since; copies at once count once', async () => {
    const mail = await mailTo('Bob');
    const message = signedMessage({ Message: aboutMail('Bounce', mail, bounced) });
    const statuses = await Promise.all(Array.from({ length: 10 }, () => post(message)));
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    expect(await told()).to.have.length(1);
    const cleared = await acme.as('Ada').patch(`/admin/users/${acme.id('Bob')}`, { emailStopped: false });
    expect([cleared.status, cleared.body['emailStopped']]).to.deep.equal([200, undefined]);
    await post(message);
    expect(await isStopped('Bob')).to.equal(false);
    expect(await mailTo('Bob')).to.not.equal(undefined);
    await post(signedMessage({ Message: aboutMail('Bounce', mail, bounced) }));
    expect(await isStopped('Bob')).to.equal(true);
    expect(await told()).to.have.length(2);
  });

  it('is about an address: another one gets e-mails, and a late report about the old one changes nothing', async () => {
    const mail = await mailTo('Bob');
    await post(signedMessage({ Message: aboutMail('Bounce', mail, bounced) }));
    await acme.as('Ada').patch(`/admin/users/${acme.id('Bob')}`, { email: 'robert@example.test' });
    expect(await isStopped('Bob')).to.equal(false);
    const later = await mailTo('Bob');
    expect(later.destination.to).to.deep.equal(['"Bob" <robert@example.test>']);
    await post(signedMessage({ Message: aboutMail('Bounce', mail, bounced) }));
    expect(await isStopped('Bob')).to.equal(false);
    const other = await company(api, 'Ada (admin)\n  Bob');
    const before = await fingerprint(api, other.tenantId);
    await post(signedMessage({ Message: aboutMail('Bounce', later, bounced) }));
    expect([await isStopped('Bob'), await fingerprint(api, other.tenantId)]).to.deep.equal([true, before]);
  });

  it('that says nothing against the address changes nothing', async () => {
    const mail = await mailTo('Bob');
    await settled(api, acme);
    const before = await fingerprint(api, acme.tenantId);
    const link = (value: string) => ({ ...mail, headers: [{ name: 'List-Unsubscribe', value }] });
    for (const Message of [
      'Successfully validated SNS topic for Amazon SES event publishing.',
      '[]',
      '{"eventType":"Bounce"}',
      aboutMail('Delivery', mail),
      aboutMail('Bounce', mail, { bounce: { bounceType: 'Transient' } }),
      aboutMail('Complaint', mail, { complaint: { complaintFeedbackType: 'not-spam' } }),
      aboutMail('Bounce', { ...mail, headers: [] }, bounced),
      aboutMail('Bounce', link('<https://elsewhere.example/x>'), bounced),
      aboutMail('Bounce', link('<mailto:stop@elsewhere.example>'), bounced),
    ])
      expect(await post(signedMessage({ Message })), Message).to.equal(200);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is refused unless it is signed, recent and of the topic', async () => {
    const Message = aboutMail('Bounce', await mailTo('Bob'), bounced);
    const signed = signedMessage({ Message });
    const before = await fingerprint(api, acme.tenantId);
    const refused: Partial<SnsMessage>[] = [
      { Message: Message.replace('Permanent', 'permanent') },
      { MessageId: signedMessage().MessageId },
      { Signature: 'AAAA' },
      { Signature: '' },
      { SignatureVersion: '1' },
      { Type: 'UnsubscribeConfirmation' },
    ];
    for (const change of refused) expect(await post({ ...signed, ...change }), JSON.stringify(change)).to.equal(403);
    for (const change of [
      { TopicArn: topicArn.replace('ses', 'other') },
      { Timestamp: '2026-11-19T21:59:00.000Z' },
      { SigningCertURL: certificateUrl.replace('https', 'http') },
      { SigningCertURL: certificateUrl.replace('eu-central-1', 'us-east-1') },
      { SigningCertURL: certificateUrl.replace('.amazonaws.com', '.amazonaws.com.evil.example') },
      { SigningCertURL: certificateUrl.replace('sns.', 'user:secret@sns.').replace('.com/', '.com:8443/') },
      { SigningCertURL: `${sns}/?Action=SimpleNotificationService-00.pem` },
      { SigningCertURL: 'no address' },
    ])
      expect(await post(signedMessage({ Message, ...change })), JSON.stringify(change)).to.equal(403);
    for (const body of ['', '{', '[]', '{}', { ...signed, MessageId: 'x' }, { ...signed, Signature: 1 }])
      expect(await post(body), JSON.stringify(body)).to.equal(400);
    expect(await post(signed, 'application/xml')).to.equal(415);
    expect(await post('x'.repeat(257 * 1024))).to.equal(413);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('confirms the subscription of the topic, at an address of SNS alone', async () => {
    const confirm = (SubscribeURL: string) =>
      post(signedMessage({ Type: 'SubscriptionConfirmation', Token: 'abc', SubscribeURL }));
    const url = `${sns}/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=abc`;
    expect([await confirm(url), read.at(-1)]).to.deep.equal([200, url]);
    expect([await confirm('https://evil.example/'), read.at(-1)]).to.deep.equal([200, url]);
  });

  it('is to be sent again while SNS cannot be reached', async () => {
    const SigningCertURL = `${sns}/SimpleNotificationService-00.pem`;
    answer = () => {
      throw new Error('The address does not answer.');
    };
    expect(await post(signedMessage({ SigningCertURL }))).to.equal(503);
    answer = () => 'no certificate';
    expect(await post(signedMessage({ SigningCertURL: SigningCertURL.replace('00', '01') }))).to.equal(403);
    answer = () => certificate;
    expect(await post(signedMessage({ SigningCertURL }))).to.equal(200);
  });
});

describe('the signature of a message', () => {
  it('is checked against the certificate, in both versions', async () => {
    const file = new URL('../../fixtures/sns-message.json', import.meta.url);
    const fixture = JSON.parse(readFileSync(file, 'utf8')) as {
      message: Omit<SnsMessage, 'Signature' | 'SignatureVersion'>;
      signatures: Record<'1' | '2', string>;
      certificate: string;
    };
    const asked: string[] = [];
    const check = createSnsCheck(topicArn, async (url) => {
      asked.push(url);
      return Promise.resolve(fixture.certificate);
    });
    const { message, signatures } = fixture;
    const isSigned = (SignatureVersion: '1' | '2', Signature: string, change = {}) =>
      check({ ...message, SignatureVersion, Signature, ...change }, new Date(friday));
    expect(await isSigned('1', signatures[1])).to.equal(true);
    expect(await isSigned('2', signatures[2])).to.equal(true);
    expect(await isSigned('1', signatures[2])).to.equal(false);
    expect(await isSigned('2', signatures[2], { Subject: undefined })).to.equal(false);
    expect(asked).to.deep.equal([message.SigningCertURL]);
  });

  it('is checked while strangers make it wait for their certificates, of which it waits for a few', async () => {
    const check = createSnsCheck(topicArn, (url) =>
      url === certificateUrl ? Promise.resolve(certificate) : new Promise(() => undefined),
    );
    const isSigned = (change = {}): Promise<boolean> => check(signedMessage(change), new Date(friday));
    expect(await isSigned()).to.equal(true);
    const strangers = Array.from({ length: 10 }, (_, at) =>
      isSigned({ SigningCertURL: certificateUrl.replace('0123', `000${at}`) }),
    );
    const refused = await Promise.race(strangers.map((one) => one.catch(String)));
    expect(refused).to.equal('Error: Too many messages wait for a certificate.');
    expect(await isSigned()).to.equal(true);
  });
});

describe('a service without a topic', () => {
  const api = service();
  it('has no such path', async () => {
    expect((await fetch(`${api.url}/v1/email-events`, { method: 'POST', body: '{}' })).status).to.equal(404);
  });
});
