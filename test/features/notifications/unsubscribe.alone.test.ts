// The link in each e-mail that ends e-mails of its type, followed as mail programs and people do.
import { expect } from 'chai';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import { freshCompany } from '../../support/company.ts';
import { sharedWorker } from '../../support/in-process-worker.ts';
import { sharedInbox, type Received } from '../../support/inbox.ts';
import type { Language } from '../../../src/platform/lib/languages.ts';
import { announce, rowsOf, settled } from '../../support/outbox.ts';
import { service } from '../../support/service.ts';
import { publicUrl, unsubscribeLinks } from '../../support/unsubscribe-links.ts';

type Preferences = { preferences: { type: string; channels: string[] }[] };

describe('the link to end e-mails', () => {
  const api = service();
  const acme = freshCompany(api, 'Ada\n  Bob\n  Cy');
  const mailbox = sharedInbox();
  sharedWorker(api, mailbox);

  const atServer = (url: string): string => url.replace(publicUrl, api.url);
  const linkOf = (type: string, language: Language = 'en'): string =>
    atServer(unsubscribeLinks.create({ tenantId: acme.tenantId, userId: acme.id('Bob'), type, language }));
  const readChannels = async (name: string): Promise<Record<string, string[]>> => {
    const { preferences } = (await acme.as(name).get<Preferences>('/notifications/preferences')).body;
    return Object.fromEntries(preferences.map(({ type, channels }) => [type, channels]));
  };
  const announceTo = async (...names: string[]): Promise<void> => {
    await announce(api, acme, names);
    await settled(api, acme);
  };
  const readMails = async (name: string): Promise<Received[]> => {
    const { items } = (await acme.as(name).get<{ items: Notification[] }>('/notifications')).body;
    return (await Promise.all(items.map(({ id }) => mailbox.mails(id)))).flat();
  };
  const readLink = (mail?: Received): string =>
    /^<(.+)>$/.exec(mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '')?.[1] ?? '';

  it('ends them with the one POST of a mail program, for that person and type alone', async () => {
    await announceTo('Bob', 'Cy');
    const [mail] = await readMails('Bob');
    const link = readLink(mail);
    expect(mail?.body.text).to.include(link);
    const before = await readChannels('Bob');
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(atServer(link), { method: 'POST', body })).status).to.equal(200);
    expect(await readChannels('Bob')).to.deep.equal({ ...before, announcement: ['in_app'] });
    expect(await readChannels('Cy')).to.deep.equal(before);
    await announceTo('Bob', 'Cy');
    expect([(await readMails('Bob')).length, (await readMails('Cy')).length]).to.deep.equal([1, 2]);
    expect((await rowsOf(api, acme)).filter(({ type }) => type === 'email.send')).to.have.length(3);
  });

  it('changes nothing when it is opened: it shows a button, which does', async () => {
    const link = linkOf('announcement');
    const page = await fetch(link);
    expect([page.status, await page.text()]).to.satisfy(
      ([status, text]: [number, string]) => status === 200 && text.includes('<form method="post">'),
    );
    expect((await readChannels('Bob'))['announcement']).to.deep.equal(['in_app', 'email']);
  });

  it('speaks the language of the mail', async () => {
    const link = linkOf('announcement', 'de');
    expect(await (await fetch(link)).text())
      .to.include('<html lang="de">')
      .and.include('Diese E-Mails abbestellen');
    expect(await (await fetch(link, { method: 'POST' })).text()).to.include(
      'Sie erhalten keine E-Mails dieser Art mehr.',
    );
  });

  it('keeps other choices, works twice, and does nothing for somebody who has left', async () => {
    const preferences = [{ type: 'goals.non_setters', channels: ['email'] }];
    await acme.as('Bob').put('/notifications/preferences', { preferences });
    for (const type of ['goals.non_setters', 'announcement', 'announcement'])
      expect((await fetch(linkOf(type), { method: 'POST' })).status).to.equal(200);
    const { announcement, ...others } = await readChannels('Bob');
    expect([announcement, others['goals.non_setters']]).to.deep.equal([['in_app'], []]);
    await acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.active = false', { id: acme.id('Bob') });
    expect((await fetch(linkOf('weekly_summary.submitted'), { method: 'POST' })).status).to.equal(200);
  });

  it('is refused where this service did not make it', async () => {
    const link = linkOf('announcement');
    const last = link.at(-1) === 'A' ? 'B' : 'A';
    const wrong = [`${link.slice(0, -1)}${last}`, `${api.url}/v1/unsubscribe/x`, `${link}/x`];
    for (const [at, url] of wrong.entries())
      expect((await fetch(url, { method: 'POST' })).status, url).to.equal(at < 2 ? 403 : 404);
    expect((await fetch(linkOf('nothing'), { method: 'POST' })).status).to.equal(403);
    expect((await readChannels('Bob'))['announcement']).to.deep.equal(['in_app', 'email']);
  });
});
