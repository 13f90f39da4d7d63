// The page of the demo in a real browser: times of the week, absences, deputies, the team, and the settings of the company.
import { expect } from 'chai';
import { describeDemoPage, type DemoPage } from '../support/demo-page.ts';
import { aSummary } from '../support/samples.ts';

const drawing = `
Ada [Board] (admin)
  Bob [Sales]
    Cy [Sales]
    Dee [Sales]
    Eve [Sales]
  Fay [Care]`;

describeDemoPage('times and absences on the page of the demo', drawing, test);

function test(demo: DemoPage): void {
  const { acme, until, shows, hides, click, fillIn, press, pick, open, goTo, signIn, fieldValue, forgetRefusals } =
    demo;

  it('shows times in the zone of the company, wherever the reader is', async () => {
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.timezone = 'Europe/Berlin'`);
    await demo.page().send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Auckland' });
    await acme.as('Cy').post('/summaries', aSummary({ weekStart: '2026-11-09' }));
    const { body } = await acme.as('Cy').get<{ items: { id: string }[] }>('/summaries?author=me');
    await acme.as('Bob').post(`/summaries/${body.items[0]?.id}/response`, { body: '<p>Well done.</p>' });
    await signIn('Cy');
    await shows('Times are those of Europe/Berlin.');
    await click('Last week');
    await shows('Bob, 20 Nov, 11:00');
  });

  it('sets the times of the own week, and follows the company again', async () => {
    await signIn('Cy');
    await open('Times and absences');
    await shows('if you have not written; now Friday 15:00');
    await fillIn('Your week', 'timezone', 'Pacific/Auckland');
    await fillIn('Your week', 'due day', 'Thursday');
    await fillIn('Your week', 'due time', '16:30');
    await fillIn('Your week', 'lastCall day', 'off');
    await press('Your week');
    await shows('if you have not written; now Thursday 16:30');
    type Schedule = { own: object; due: string };
    const own = { timezone: 'Pacific/Auckland', due: 'Thursday 16:30', lastCall: 'off' };
    expect((await acme.as('Cy').get<Schedule>('/me/schedule')).body.own).to.deep.equal(own);
    expect(await fieldValue('[name="due day"]')).to.equal('Thursday');
    for (const name of ['timezone', 'due day', 'lastCall day']) await fillIn('Your week', name, '');
    await press('Your week');
    await shows('if you have not written; now Friday 15:00');
    expect((await acme.as('Cy').get<Schedule>('/me/schedule')).body.own).to.deep.equal({});
  });

  it('enters absences, which the manager sees and may remove', async () => {
    await signIn('Cy');
    await open('Times and absences');
    const label = 'Absence of Cy';
    await fillIn(label, 'from', '2026-12-21');
    await fillIn(label, 'to', '2026-12-25');
    await press(label);
    await shows('21 December 2026 – 25 December 2026');
    await shows('in which nothing is expected: 21 Dec');
    await shows('Entered.'); // the form is empty again
    await fillIn(label, 'from', '2026-12-31');
    await press(label);
    await shows('31 December 2026');
    await signIn('Bob');
    await goTo(`people/${acme.id('Cy')}/away`);
    await click('Remove 31 December 2026');
    await hides('31 December 2026');
    const { body } = await acme.as('Cy').get<{ absences: object[] }>(`/users/${acme.id('Cy')}/absences`);
    expect(body.absences).to.deep.equal([{ from: '2026-12-21', to: '2026-12-25' }]);
  });

  it('names a deputy, who sees it, and ends it', async () => {
    await signIn('Bob');
    await open('Times and absences');
    await pick('deputy', 'Fay');
    await fillIn('New deputy', 'from', '2026-11-23');
    await fillIn('New deputy', 'to', '2026-11-27');
    await press('New deputy');
    await shows('23 November 2026 – 27 November 2026, read and answer');
    await signIn('Fay');
    await open('Times and absences');
    await shows('Deputy for');
    await shows('Bob');
    await signIn('Ada');
    await goTo(`people/${acme.id('Bob')}/deputies`);
    await click('End: Fay');
    await click('End');
    await shows('No deputies');
    type Deputies = { deputies: object[] };
    expect((await acme.as('Bob').get<Deputies>(`/users/${acme.id('Bob')}/deputies`)).body.deputies).to.deep.equal([]);
  });

  it('shows the goals of the team with their week, and who was not expected', async () => {
    for (const [title, status] of [
      ['Write the guide', 'completed'],
      ['Ask for help', 'active'],
    ] as const) {
      const goal = { title, type: 'professional', targetWeek: 'this' };
      const { body } = await acme.as('Cy').post<{ id: string }>('/goals', goal);
      await acme.as('Cy').patch(`/goals/${body.id}`, { status });
    }
    const absences = [{ from: '2026-11-16', to: '2026-11-20' }];
    await acme.as('Eve').put(`/users/${acme.id('Eve')}/absences`, { absences });
    await signIn('Bob');
    await open('My team');
    await click('16 Nov');
    await shows('This week: 0 of 2 people checked in');
    await shows('Not expected this week');
    await shows('1 of 2 goals done');
    await click('Cy');
    await shows('Write the guide done');
    await shows('Ask for help open');
  });

  it('changes settings of the company by switches, choices, days and times, and only what was changed', async () => {
    await signIn('Ada');
    await open('Settings');
    const label = 'Settings';
    const choose = (name: string) => demo.value(`document.querySelector('[name="${name}"]').click()`);
    await fillIn(label, 'minimumGroup', '4');
    await fillIn(label, 'name', 'Acme & Sons');
    await fillIn(label, 'due day', 'Thursday');
    await fillIn(label, 'due time', '16:30');
    await fillIn(label, 'digest day', 'off');
    await fillIn(label, 'nominationDays 1', '20');
    await fillIn(label, 'assistants', 'read');
    await fillIn(label, 'channelsOff', ' announcement:email \n\ndigest.weekly:email');
    for (const name of ['elevatedRoles admin', 'elevatedRoles senior_leadership', 'managersAsk', 'workingDays Friday'])
      await choose(name);
    demo.page().requests.length = 0;
    await press(label);
    await until(`document.querySelector('.brand').innerText === 'Acme & Sons'`);
    const expected = {
      minimumGroup: 4,
      due: 'Thursday 16:30',
      digest: 'off',
      nominationDays: '1-20',
      assistants: 'read',
      channelsOff: ['announcement:email', 'digest.weekly:email'],
      elevatedRoles: ['people_team', 'admin'],
      managersAsk: 'on',
      workingDays: 'Monday Tuesday Wednesday Thursday',
    };
    type Entries = { items: { action: string; fields?: string[]; values?: { field: string }[] }[] };
    const { body } = await acme.as('Ada').get('/admin/settings');
    expect(body).to.deep.include({
      ...expected,
      timezone: 'Europe/Berlin',
      lastCall: 'Monday 08:00',
      opens: 'Monday 09:00',
    });
    const { items } = (await acme.as('Ada').get<Entries>('/audit?limit=20')).body;
    const entry = items.find(({ action }) => action === 'settings.update');
    const named = [...(entry?.fields ?? []), ...(entry?.values ?? []).map(({ field }) => field)];
    expect([...new Set(named)].sort()).to.deep.equal([...Object.keys(expected), 'name'].sort());
    await press(label);
    await shows('Nothing has changed.');
  });

  it('says beside a setting why the API refuses it', async () => {
    await fillIn('Settings', 'region', 'Atlantis');
    await fillIn('Settings', 'retention', 'audit=1');
    await press('Settings');
    const beside = (name: string) =>
      `document.querySelector('[name="${name}"]').closest('.checked').querySelector('.failure')?.innerText`;
    await until(`${beside('region')}?.startsWith('region takes a country')`);
    await until(`${beside('retention')}?.startsWith('retention takes')`);
    expect(await demo.value(beside('name'))).to.equal(undefined);
    expect(await demo.value(`document.querySelector('#error').innerText`)).to.equal('');
    forgetRefusals();
    await fillIn('Settings', 'region', 'DE-BY');
    await fillIn('Settings', 'retention', '');
    await press('Settings');
    await shows('Saved. It holds from the next request on.');
    expect(await demo.value(`document.querySelector('.checked > .failure')`)).to.equal(null);
  });

  it('chooses channels in a table, and the language of the page with them', async () => {
    await signIn('Eve');
    await open('Notifications');
    await click('How you are notified');
    const box = (name: string) => `document.querySelector('[name="${name}"]')`;
    await until(box('weekly_summary.due email'));
    expect(await demo.value(`${box('weekly_summary.due email')}.ariaLabel`)).to.equal('Your summary is due: E-mail');
    expect(await demo.value(`${box('announcement email')}.disabled`)).to.equal(true); // by the company
    expect(await demo.value(`${box('weekly_summary.due email')}.disabled`)).to.equal(false);
    expect(await demo.value(`${box('account.manager_changed email')}.checked`)).to.equal(true);
    await demo.value(`${box('weekly_summary.due email')}.click()`);
    await fillIn('Channels', 'language', 'de');
    await press('Channels');
    await until(`document.querySelector('h1').innerText === 'Mitteilungen'`);
    await shows('Gespeichert.');
    type Chosen = { language?: string; preferences: { type: string; channels: string[] }[] };
    const read = async () => (await acme.as('Eve').get<Chosen>('/notifications/preferences')).body;
    const { language, preferences } = await read();
    expect(language).to.equal('de');
    const off = preferences.filter(({ channels }) => channels.length < 2);
    expect(off).to.deep.include({
      type: 'weekly_summary.due',
      channels: ['in_app'],
      defaults: ['in_app', 'email'],
      switchedOff: [],
    });
    await until(box('language'));
    await fillIn('Kanäle', 'language', '');
    await press('Kanäle');
    await until(`document.querySelector('h1').innerText === 'Notifications'`);
    expect((await read()).language).to.equal(undefined);
  });
}
