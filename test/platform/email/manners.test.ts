// Every mail, of each type in each language, as a mail program reads it: what Gmail and Yahoo require of senders.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import PostalMime, { type Email } from 'postal-mime';
import { openMailer } from '../../../src/platform/email/ses.ts';
import { languages } from '../../../src/platform/lib/languages.ts';
import { notificationTypes, type NotificationType } from '../../../src/features/notifications/registry.ts';
import { renderMail } from '../../../src/features/notifications/render.ts';
import { createUnsubscribeLinks } from '../../../src/platform/secrets/unsubscribe-links.ts';
import { textIn } from '../../support/html.ts';
import { sharedInbox } from '../../support/inbox.ts';

const links = createUnsubscribeLinks(['the key of these links, long enough'], 'https://api.example');
const link = 'https://check-in.example/x';
type Sent = { raw: string; subject: string; text: string; html: string; unsubscribeUrl: string };

const valuesOf = ({ headers }: Email, name: string): string[] =>
  headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value);

/** The check list: Gmail's "Email sender guidelines", Yahoo's "Sender Best Practices", and the RFCs that they name. */
const requirements: Record<string, (mail: Email, sent: Sent) => void> = {
  'each header of RFC 5322 is there once': (mail) => {
    for (const name of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'])
      expect(valuesOf(mail, name), name).to.have.length(1);
  },
  'From is one address, with a name': ({ from }) =>
    expect(from).to.deep.equal({ name: 'Team Check-in', address: 'check-in@team.example' }),
  'it goes to one person, by name': ({ to, cc, bcc }) => {
    expect(to).to.deep.equal([{ name: 'Jürgen "J." Mößner, Dr.', address: 'j@harbour.example' }]);
    expect([cc, bcc]).to.deep.equal([undefined, undefined]);
  },
  'the subject arrives whole, and does not pass for an answer': ({ subject }, sent) => {
    expect(subject).to.equal(sent.subject);
    expect(subject).to.not.match(/^(re|fwd?|aw|wg):/i);
  },
  'List-Unsubscribe is one https address, List-Unsubscribe-Post as RFC 8058 has it': (mail, { unsubscribeUrl }) => {
    expect(unsubscribeUrl).to.match(/^https:/);
    expect(valuesOf(mail, 'List-Unsubscribe')).to.deep.equal([`<${unsubscribeUrl}>`]);
    expect(valuesOf(mail, 'List-Unsubscribe-Post')).to.deep.equal(['List-Unsubscribe=One-Click']);
  },
  'the link to end such mails is in the body as well': ({ text, html }, { unsubscribeUrl }) => {
    expect(text).to.include(unsubscribeUrl);
    expect(html).to.include(`<a href="${unsubscribeUrl}"`);
  },
  'it says that no person sent it': (mail) => {
    expect(valuesOf(mail, 'Auto-Submitted')).to.deep.equal(['auto-generated']);
    expect(valuesOf(mail, 'X-Auto-Response-Suppress')).to.deep.equal(['All']);
  },
  'text and HTML are alternatives, and arrive as they were written': (mail, { text, html }) => {
    expect(valuesOf(mail, 'Content-Type')[0]).to.match(/^multipart\/alternative;/);
    expect([mail.text?.trimEnd(), mail.html?.trimEnd()]).to.deep.equal([text.trimEnd(), html.trimEnd()]);
    expect(mail.attachments).to.deep.equal([]);
  },
  'the HTML hides nothing, loads nothing and runs nothing': ({ html = '' }) => {
    expect(html).to.not.match(
      /display:\s*none|visibility:\s*hidden|opacity:\s*0|<(img|script|iframe|form|link)\b|url\(/i,
    );
    expect(textIn(html).length).to.be.above(100);
  },
  'its links are ours': ({ html = '' }, { unsubscribeUrl }) =>
    expect([...html.matchAll(/href="([^"]*)"/g)].map((found) => found[1])).to.deep.equal([link, unsubscribeUrl]),
  'no line is longer than 998 bytes, and Gmail shows it whole': (_mail, { raw }) => {
    for (const line of raw.split('\r\n')) expect(Buffer.byteLength(line)).to.be.at.most(998);
    expect(Buffer.byteLength(raw)).to.be.below(102 * 1024);
  },
};

describe('a mail', () => {
  const mailbox = sharedInbox();
  async function send(type: NotificationType, language: (typeof languages)[number]): Promise<Sent> {
    const unsubscribeUrl = links.create({ tenantId: randomUUID(), userId: randomUUID(), type, language });
    const payload = notificationTypes[type].example;
    const name = 'Jürgen "J." Mößner, Dr.';
    const content = renderMail({ type, payload, tenantName: 'Harbour', language }, { name, link, unsubscribeUrl });
    const from = 'Team Check-in <check-in@team.example>';
    const mailer = openMailer({ region: 'eu-central-1', endpoint: mailbox.url, from, ratePerSecond: 500 });
    const to = { to: 'j@harbour.example', toName: name };
    const delivery = await mailer.send({ ...to, ...content, notificationId: randomUUID(), unsubscribeUrl });
    mailer.close();
    if (delivery.outcome !== 'sent') throw new Error(delivery.reason);
    return { ...content, unsubscribeUrl, raw: await mailbox.raw(delivery.messageId) };
  }

  for (const type of Object.keys(notificationTypes) as NotificationType[]) {
    for (const language of languages) {
      it(`of ${type} in ${language} is what Gmail and Yahoo require`, async () => {
        const sent = await send(type, language);
        const mail = await PostalMime.parse(sent.raw);
        for (const [requirement, check] of Object.entries(requirements)) {
          try {
            check(mail, sent);
          } catch (error) {
            throw new Error(`${requirement}: ${(error as Error).message}`, { cause: error });
          }
        }
      });
    }
  }
});
