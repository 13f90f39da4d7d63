// The door to SES against a local inbox, with every fault in between: one try each, and an outcome that can be trusted.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach } from 'mocha';
import { classifySesError } from '../../../src/platform/email/classify-error.ts';
import { formatAddressHeader, openMailer, type Mail, type Mailer } from '../../../src/platform/email/ses.ts';
import { inbox, type Inbox } from '../../support/inbox.ts';
import { sesFaults, type Mode, type SesFaults } from '../../support/ses-faults.ts';

const aMail = (change: Partial<Mail> = {}): Mail => ({
  to: 'ines@harbour.example',
  subject: 'Hello',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  notificationId: randomUUID(),
  unsubscribeUrl: 'https://api.example/v1/unsubscribe/x',
  ...change,
});

describe('the door to SES', () => {
  let mails: Inbox;
  let ses: SesFaults;
  let open: Mailer[] = [];
  const mailer = (change: Partial<Parameters<typeof openMailer>[0]> = {}): Mailer => {
    const options = {
      region: 'eu-west-1',
      endpoint: ses.url,
      from: 'Check-in <check-in@harbour.example>',
      timeoutMs: 5_000,
    };
    open.push(openMailer({ ...options, ...change }));
    return open.at(-1) as Mailer;
  };

  before(async () => {
    mails = await inbox();
  });
  after(() => mails.close());
  beforeEach(async () => {
    ses = await sesFaults(mails.url);
  });
  afterEach(async () => {
    for (const one of open) one.close();
    open = [];
    await ses.close();
  });

  it('sends to one person, under the id of the notification, and returns the id SES gave', async () => {
    const mail = aMail({ toName: 'Ines Caldeira' });
    const delivery = await mailer().send(mail);
    const [received, ...more] = await mails.mails(mail.notificationId);
    expect(more).to.deep.equal([]);
    expect(delivery).to.deep.equal({ outcome: 'sent', messageId: received?.messageId });
    expect(received).to.deep.include({
      from: '"Check-in" <check-in@harbour.example>',
      destination: { to: ['"Ines Caldeira" <ines@harbour.example>'], cc: [], bcc: [] },
      headers: [
        { name: 'X-Notification-Id', value: mail.notificationId },
        { name: 'Auto-Submitted', value: 'auto-generated' },
        { name: 'X-Auto-Response-Suppress', value: 'All' },
        { name: 'List-Unsubscribe', value: '<https://api.example/v1/unsubscribe/x>' },
        { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
      ],
    });
  });

  it('delivers text of every script unharmed', async () => {
    const words = `Zoë & Jürgen <Mößner> "דנה" 日本 👩🏽‍🚀 'x'`;
    const mail = aMail({ subject: words, text: `${words}\n\n${words}\n`, html: `<p>${words}</p>`, toName: words });
    expect((await mailer().send(mail)).outcome).to.equal('sent');
    const [received] = await mails.mails(mail.notificationId);
    expect(received?.subject).to.equal(mail.subject);
    expect(received?.body).to.deep.equal({ text: mail.text, html: mail.html });
    const quoted = words.replace(/"/g, '\\"');
    expect(received?.destination.to, 'as the inbox shows it').to.deep.equal([`"${quoted}" <ines@harbour.example>`]);
  });

  const outcomes: [mode: Mode, outcome: string, reason: string, arrived: number][] = [
    ['400 MessageRejected', 'refused', 'MessageRejected', 0],
    ['400 BadRequestException', 'refused', 'BadRequestException', 0],
    ['400 MailFromDomainNotVerifiedException', 'unavailable', 'MailFromDomainNotVerifiedException', 0],
    ['404 NotFoundException', 'unavailable', 'NotFoundException', 0],
    ['429 TooManyRequestsException', 'throttled', 'TooManyRequestsException', 0],
    ['400 LimitExceededException', 'throttled', 'LimitExceededException', 0],
    ['400 ThrottlingException', 'throttled', 'ThrottlingException', 0],
    ['400 AccountSuspendedException', 'unavailable', 'AccountSuspendedException', 0],
    ['400 SendingPausedException', 'unavailable', 'SendingPausedException', 0],
    ['403 ExpiredTokenException', 'unavailable', 'ExpiredTokenException', 0],
    ['500 InternalServiceErrorException', 'unavailable', 'InternalServiceErrorException', 0],
    ['503 ServiceUnavailableException', 'unavailable', 'ServiceUnavailableException', 0],
    ['400', 'unavailable', 'Http400', 0],
    ['404', 'unavailable', 'Http404', 0],
    ['429', 'throttled', 'Http429', 0],
    ['500', 'unavailable', 'Http500', 0],
    ['503', 'unavailable', 'Http503', 0],
    ['200', 'uncertain', 'Http200', 0],
    ['302', 'uncertain', 'Http302', 0],
    ['502', 'uncertain', 'Http502', 0],
    ['504', 'uncertain', 'Http504', 0],
    ['reset', 'uncertain', 'ECONNRESET', 0],
    ['accept-then-reset', 'uncertain', 'ECONNRESET', 1],
    ['hang', 'uncertain', 'TimedOut', 0],
    ['stall', 'uncertain', 'TimedOut', 0],
  ];
  for (const [mode, outcome, reason, arrived] of outcomes) {
    it(`meets "${mode}" with one try, and calls it ${outcome}`, async () => {
      ses.mode = mode;
      const mail = aMail();
      const timeoutMs = reason === 'TimedOut' ? 2_000 : 5_000; // enough to reach SES on a busy machine
      expect(await mailer({ timeoutMs }).send(mail)).to.deep.equal({ outcome, reason });
      expect(ses.arrivals.length).to.equal(1);
      expect((await mails.mails(mail.notificationId)).length).to.equal(arrived);
    });
  }

  it('takes a sender that is not verified for an outage, and repeats no word of the message', async () => {
    ses.mode = '400 MessageRejected';
    ses.message =
      'Email address is not verified. The following identities failed the check in region EU-WEST-1: check-in@harbour.example';
    expect(await mailer().send(aMail())).to.deep.equal({ outcome: 'unavailable', reason: 'MessageRejected' });
  });

  it('waits for a slow answer within the time limit', async () => {
    ses.mode = 'slow';
    expect((await mailer().send(aMail())).outcome).to.equal('sent');
    expect(ses.arrivals.length).to.equal(1);
  });

  it('reports that nothing was sent when no connection was established', async () => {
    await ses.close();
    expect(await mailer().send(aMail())).to.deep.equal({ outcome: 'unavailable', reason: 'ECONNREFUSED' });
    const nowhere = mailer({ endpoint: 'http://ses.invalid' });
    expect((await nowhere.send(aMail())).outcome).to.equal('unavailable');
  });

  it('ends within the time limit when nobody answers, and serves the next mail', async () => {
    ses.mode = 'hang';
    const door = mailer({ timeoutMs: 2_000 });
    expect((await door.send(aMail())).outcome).to.equal('uncertain');
    ses.mode = 'pass';
    expect((await door.send(aMail())).outcome).to.equal('sent');
  });

  it('ends at once when aborted: uncertain during the request, unavailable before it', async () => {
    ses.mode = 'hang';
    const stop = new AbortController();
    const sending = mailer({ timeoutMs: 60_000 }).send(aMail(), stop.signal);
    while (ses.arrivals.length === 0) await new Promise(setImmediate);
    stop.abort();
    expect(await sending).to.deep.equal({ outcome: 'uncertain', reason: 'Aborted' });
    expect(await mailer().send(aMail(), stop.signal)).to.deep.equal({ outcome: 'unavailable', reason: 'Aborted' });
    expect(ses.arrivals.length).to.equal(1);
  });

  it('leaves the queue when aborted', async () => {
    ses.rate = 0.25;
    const door = mailer();
    await door.send(aMail());
    const stop = new AbortController();
    const sending = door.send(aMail(), stop.signal);
    setImmediate(() => stop.abort());
    expect(await sending).to.deep.equal({ outcome: 'unavailable', reason: 'Aborted' });
    expect(ses.arrivals.length).to.equal(1);
  });

  it('keeps to the rate of the account, asked for once', async () => {
    ses.rate = 20;
    const door = mailer({ ratePerSecond: 1_000 });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => door.send(aMail())));
    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(Array.from({ length: 30 }, () => 'sent'));
    expect(ses.asked).to.equal(1);
    const span = (ses.arrivals.at(-1) ?? 0) - (ses.arrivals[0] ?? 0);
    expect(span, 'thirty mails at twenty a second').to.be.at.least(1_000);
    const busiest = Math.max(
      ...ses.arrivals.map((from) => ses.arrivals.filter((at) => at >= from && at < from + 1_000).length),
    );
    expect(busiest, 'mails in any second').to.be.within(10, 27);
  });

  it('sends 14 a second when the account cannot be asked', async () => {
    ses.rate = null;
    const door = mailer();
    const started = performance.now(); // the first mail may arrive late, the last one never early
    await Promise.all(Array.from({ length: 6 }, () => door.send(aMail())));
    expect((ses.arrivals.at(-1) ?? 0) - started).to.be.at.least(350);
    expect(ses.arrivals.length).to.equal(6);
  });

  it('tells who would wait too long that it is too fast, without asking SES', async () => {
    ses.rate = 0.1;
    const door = mailer();
    const outcomes = await Promise.all([door.send(aMail()), door.send(aMail()), door.send(aMail())]);
    const tooFast = { outcome: 'throttled', reason: 'OwnPace' };
    expect(outcomes[0].outcome).to.equal('sent');
    expect(outcomes.slice(1)).to.deep.equal([tooFast, tooFast]);
    expect(ses.arrivals.length).to.equal(1);
  });

  it('never turns one recipient into two or none', async () => {
    const door = mailer();
    for (const to of [
      'a@x.example, b@x.example',
      'a@x.example;b@x.example',
      'a@x.example\r\nBcc: b@x.example',
      'A <a@x.example>',
      'a b@x.example',
      'a@b@x.example',
      '@x.example',
      'a@',
      '',
    ]) {
      expect(await door.send(aMail({ to })), to).to.deep.equal({ outcome: 'refused', reason: 'InvalidAddress' });
    }
    expect(ses.arrivals.length).to.equal(0);
  });

  it('does not open with a sender that is no address', () => {
    for (const from of ['', 'nobody', 'A <a@x.example>, b@x.example'])
      expect(() => mailer({ from })).to.throw('sender');
  });
});

describe('an address in a header', () => {
  it('has its name quoted when it is ASCII, and encoded when it is not', () => {
    expect(formatAddressHeader('a@x.example')).to.equal('a@x.example');
    expect(formatAddressHeader('a@x.example', `O'Neil, "Ada" \\ <b@y.example>`)).to.equal(
      `"O'Neil, \\"Ada\\" \\\\ <b@y.example>" <a@x.example>`,
    );
    expect(formatAddressHeader('a@x.example', 'Zoë')).to.equal('=?UTF-8?B?Wm/Dqw==?= <a@x.example>');
    expect(formatAddressHeader('a@bücher.example', 'A\r\nBcc: b@y.example')).to.equal(
      '"A Bcc: b@y.example" <a@xn--bcher-kva.example>',
    );
  });

  it('encodes long names in words of at most 75 characters that each decode by themselves', () => {
    const name = 'Maria José 👩🏽‍🚀 דנה '.repeat(12).trim();
    const header = formatAddressHeader('a@x.example', name) ?? '';
    for (const word of header.replace(' <a@x.example>', '').split(' ')) {
      expect(word.length).to.be.at.most(75);
      expect(decoded(word)).to.satisfy((text: string) => text.isWellFormed() && !text.includes('\ufffd'));
    }
    expect(decoded(header)).to.equal(`${name} <a@x.example>`);
  });
});

describe('a verdict on an error', () => {
  it('never repeats a message, and calls what it does not know uncertain', () => {
    const error = Object.assign(new Error('ada@example.org'), { name: 'to ada@example.org' });
    expect(classifySesError(error)).to.deep.equal({ outcome: 'uncertain', reason: 'Unknown' });
    const silent = Object.assign(new Error('x'), { name: 'TimeoutError' });
    expect(classifySesError(silent)).to.deep.equal({ outcome: 'unavailable', reason: 'TimeoutError' });
  });
});

/** A header with its encoded words (RFC 2047) read. */
function decoded(header: string): string {
  return header
    .replace(/\?= (?==\?)/g, '?=')
    .replace(/=\?UTF-8\?B\?([^?]+)\?=/g, (_, base64: string) => Buffer.from(base64, 'base64').toString());
}
