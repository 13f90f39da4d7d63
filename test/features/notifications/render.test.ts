// Rendered notifications, in each language: words that no value can break out of.
import { expect } from 'chai';
import fc from 'fast-check';
import { notificationTypes, type NotificationType } from '../../../src/features/notifications/registry.ts';
import { renderMail, renderRecord } from '../../../src/features/notifications/render.ts';
import { languages, type Language } from '../../../src/platform/lib/languages.ts';
import { shapeOf, textIn } from '../../support/html.ts';

const types = Object.keys(notificationTypes) as NotificationType[];
const cases = types.flatMap((type) => languages.map((language) => [type, language] as const));
const unsubscribeUrl = 'https://api.example/v1/unsubscribe/x';
const noor = { name: 'Noor Haddadin', link: 'https://check-in.example/x?a=1&b=2', unsubscribeUrl };
const sample = (type: NotificationType): Record<string, unknown> => notificationTypes[type].example;
type Context = { language?: Language; tenantName?: string; recipient?: Parameters<typeof renderMail>[1] };
const rendered = (
  type: NotificationType,
  payload = sample(type),
  { language = 'en', tenantName = 'Harbour', recipient = noor }: Context = {},
) => {
  const notification = { type, payload, tenantName, language };
  const { title, text: body } = renderRecord(notification);
  const mail = renderMail(notification, recipient);
  expect(title).to.equal(mail.subject);
  return { ...mail, body };
};

/** The same without the isolates around what is written from right to left. */
const renderedPlain = (...args: Parameters<typeof rendered>): ReturnType<typeof rendered> => {
  const plain = Object.entries(rendered(...args)).map(([name, text]) => [name, text.replace(/[\u2068\u2069]/g, '')]);
  return Object.fromEntries(plain) as ReturnType<typeof rendered>;
};

/** The payload with every free string in it, at any depth, replaced; dates and known words stay. */
const replaced = (type: NotificationType, text: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(sample(type)), (key, value: unknown) =>
    typeof value === 'string' && /name|team|missing|title|body|reason|^\d+$/i.test(key) ? text : value,
  ) as Record<string, unknown>;

describe('a rendered notification', () => {
  for (const [type, language] of cases) {
    it(`of ${type} in ${language} says the same as text and as HTML, complete`, () => {
      const { subject, body, text, html } = rendered(type, sample(type), { language });
      const [hello, ...phrases] = {
        en: ['Hello Noor Haddadin,', 'notification preferences', 'You get this', 'Stop e-mails'],
        de: ['Guten Tag Noor Haddadin,', 'Einstellungen für Mitteilungen', 'Sie erhalten diese', 'Keine E-Mails'],
      }[language] as [string, ...string[]];
      const words = textIn(html);
      expect(text.startsWith(`${hello}\n\n`)).to.equal(true);
      expect(html).to.include(`<html lang="${language}"`);
      expect(text.replace(/\s+/g, ' ')).to.include(body.replace(/\s+/g, ' '));
      for (const line of body.split('\n').filter(Boolean)) {
        const bar = /^- (.+): (\d[.,]\d) (?:of|von) 5$/.exec(line);
        for (const part of bar?.slice(1) ?? [line.replace(/^- |:$/g, '')]) expect(words, part).to.include(part);
      }
      for (const part of ['Harbour', hello, ...phrases]) {
        expect(words).to.include(part);
        expect(text.replace(/\s+/g, ' ')).to.include(part);
      }
      expect(words).to.include(subject);
      expect(text).to.include(`:\n${noor.link}\n`);
      expect(html).to.include('href="https://check-in.example/x?a=1&amp;b=2"');
      for (const line of text.split('\n')) expect(line.length, line).to.be.at.most(76);
      expect(`${subject}${body}${text}${html}`).to.not.match(/undefined|null|NaN|\[object|%>|\$\{/);
      expect(`${subject}${body}${words}`).to.not.match(/\d{4}-\d\d|[a-z][A-Z][a-z]+Wellbeing|qualityOfWork/);
    });

    it(`of ${type} in ${language} keeps its shape and its lines whatever its values hold`, () => {
      const plain = shapeOf(rendered(type, replaced(type, 'x'), { language }).html);
      for (const hostile of [
        '<script>alert(1)</script>',
        `"'><img src=x onerror=alert(1)>`,
        '</td></table><!--',
        '<% throw 1 %><%~ it.x %>',
        '&lt;b&gt; &amp;',
        '{{7*7}} ${7*7} `',
        'Eve\r\nBcc: everyone@evil.example\r\n\r\nHello',
        'Eve\u0000\u0007\u001b[31m\u2028\u0085x',
        'x\u202egnp.exe\u2066',
        'דנה כהן, نور',
        '👩🏽‍🚀'.repeat(3),
        '\ud800 alone',
        'e\u0301'.repeat(200),
        'a'.repeat(10_000),
        `${'<'.repeat(9_999)}é`,
        '\u0301'.repeat(10_000),
      ]) {
        const { subject, text, html, body } = renderedPlain(
          type,
          replaced(type, type === 'announcement' ? hostile.replace(/[\r\n\u2028\u0085]+/g, ' ') : hostile),
          { language },
        );
        expect(shapeOf(html), hostile.slice(0, 40)).to.deep.equal(plain);
        expect(subject, hostile.slice(0, 40)).to.match(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+$/u);
        expect([...new Intl.Segmenter('en').segment(subject)].length).to.be.at.most(140);
        expect(subject.length).to.be.at.most(500);
        expect(`${subject}\n${body}`).to.not.match(/^bcc:/im);
        for (const part of [subject, text, html, body]) {
          expect(part.isWellFormed()).to.equal(true);
          expect(part).to.not.match(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        }
      }
    });
  }

  it('shows values as they were given', () => {
    const name = `Zoë <b> "O'Neil" & דנה 👩🏽‍🚀`;
    const { subject, body, html } = renderedPlain('weekly_summary.submitted', {
      employeeName: name,
      weekStart: '2026-11-18',
    });
    for (const part of [subject, body, textIn(html)]) expect(part).to.include(name);
    expect(html).to.include('Zoë &lt;b&gt; &quot;O&#39;Neil&quot; &amp; דנה');
  });

  it('holds up against any names at all', () => {
    const codePoints = fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 30 });
    const name = codePoints.map((points) => String.fromCodePoint(...points));
    const plain = shapeOf(
      rendered('weekly_summary.responded', undefined, { recipient: { name: 'x', unsubscribeUrl } }).html,
    );
    fc.assert(
      fc.property(name, name, name, (managerName, tenantName, recipientName) => {
        const payload = { managerName, weekStart: '2026-11-16' };
        const { subject, html } = rendered('weekly_summary.responded', payload, {
          tenantName,
          recipient: { name: recipientName, unsubscribeUrl },
        });
        expect(shapeOf(html)).to.deep.equal(plain);
        expect(subject).to.not.match(/\p{Cc}/u);
      }),
    );
  });

  it('names weeks by their Monday, months by name and dimensions in words', () => {
    const submitted = rendered('weekly_summary.submitted', { employeeName: 'Ada', weekStart: '2027-01-03' });
    expect(submitted.subject).to.equal('Weekly summary from Ada, week of 28 December 2026');
    const nominated = rendered('nomination.received', { nominatorName: 'Ada', period: '2026-02' });
    expect(nominated.subject).to.equal('Ada nominated you for February 2026');
    const flagged = rendered('trend.flagged', { ...sample('trend.flagged'), scope: 'individual', direction: 'up' });
    expect(flagged.body).to.match(
      /^Personal wellbeing of Customer Care is clearly higher than usual in the week of 16 /,
    );
  });

  it('writes dates, counts and scores as the language does', () => {
    const german = (type: NotificationType, change = {}) =>
      rendered(type, { ...sample(type), ...change }, { language: 'de' });
    expect(german('weekly_summary.submitted', { employeeName: 'Ada', weekStart: '2027-01-03' }).subject).to.equal(
      'Wochenbericht von Ada, Woche vom 28. Dezember 2026',
    );
    expect(german('nomination.received', { period: '2026-02' }).body).to.include('im Februar 2026');
    expect(german('org.plan.blocked').body).to.include('für den 1. Dezember 2026');
    expect(german('digest.weekly').body).to.include('- Qualität der Arbeit: 3,9 von 5\n');
    expect(german('org.plan.applied', { moves: 1_200 }).body).to.include('1.200 Personen haben');
    expect(german('org.plan.applied', { moves: 1 }).body).to.include('1 Person hat');
    expect(german('announcement').body).to.equal(rendered('announcement').body);
  });

  it('gives the digest its counts, the missing and the averages, each only when there is any', () => {
    const full = rendered('digest.weekly');
    expect(full.subject).to.equal('Weekly digest: 29 of 34 summaries, week of 9 November 2026');
    expect(full.body).to.include('Still missing:\n- Farid Noorzaman\n- Zoë Lindqvist\n- Jürgen Mößner\n- 2 more\n');
    expect(full.body).to.include('- Quality of work: 3.9 of 5\n- Personal wellbeing: 3.2 of 5\n');
    expect(full.html).to.include('width="78%"').and.to.include('width="64%"').and.to.include('width="82%"');
    const none = rendered('digest.weekly', { weekStart: '2026-11-09', people: 34, submitted: 34, missing: [] });
    expect(none.body).to.include('No summary is missing.').and.not.include('Still missing').and.not.include('Average');
  });

  it('makes a paragraph of each line of an announcement, and finds a subject when the title is blank', () => {
    const { subject, body, html } = rendered('announcement', {
      title: '\u0007 ',
      body: 'One\r\n\r\n  Two   words\n \nThree',
    });
    expect(subject).to.equal('A message from Harbour');
    expect(body).to.equal('One\n\nTwo words\n\nThree');
    expect(html).to.match(/>One<\/p>\s*<p[^>]*>\s*Two\s+words<\/p>\s*<p[^>]*>Three<\/p>/);
  });

  it('cuts a long subject between characters, never through one', () => {
    const { subject } = rendered('announcement', { title: '👩🏽‍🚀'.repeat(200), body: 'x' });
    expect(subject).to.match(/^(👩🏽‍🚀)+…$/u);
    expect(rendered('announcement', { title: '👍🏽'.repeat(100), body: 'x' }).subject).to.equal('👍🏽'.repeat(100));
  });

  it('links to http and https alone', () => {
    for (const link of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '/summaries/1',
      'mailto:a@b.example',
      'https://',
      '',
    ]) {
      const { html, text } = rendered('announcement', undefined, { recipient: { ...noor, link } });
      expect(html.match(/href="[^"]*"/gi), link).to.deep.equal([`href="${unsubscribeUrl}"`]);
      expect(text, link).to.not.include('Open:');
    }
    const { html, text } = rendered('announcement', undefined, {
      recipient: { ...noor, link: 'https://x.example/"><script>\r\nBcc: y' },
    });
    expect(html).to.include('href="https://x.example/%22%3E%3Cscript%3EBcc:%20y"');
    expect(text).to.include('\nhttps://x.example/%22%3E%3Cscript%3EBcc:%20y\n');
    const without = rendered('announcement', undefined, { recipient: { name: '', unsubscribeUrl } });
    expect(without.text.endsWith(`\nStop e-mails of this kind:\n${unsubscribeUrl}\n`)).to.equal(true);
    expect(without.text).to.match(/^Hello,\n/);
  });
});
