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

  it('changes settings of the company, each as the API describes it, and only what was changed', async () => {
    await signIn('Ada');
    await open('Settings');
    await shows('a weekday and a quarter of an hour such as Monday 09:00, or off');
    const label = 'Settings';
    await fillIn(label, 'minimumGroup', '4');
    await fillIn(label, 'elevatedRoles', 'people_team\nadmin');
    await fillIn(label, 'name', 'Acme & Sons');
    await press(label);
    await until(`document.querySelector('.brand').innerText === 'Acme & Sons'`);
    type Settings = { minimumGroup: number; elevatedRoles: string[]; timezone: string };
    const { body } = await acme.as('Ada').get<Settings>('/admin/settings');
    expect(body).to.deep.include({
      minimumGroup: 4,
      elevatedRoles: ['people_team', 'admin'],
      timezone: 'Europe/Berlin',
    });
    await fillIn(label, 'due', 'tomorrow');
    await press(label);
    await shows('due takes a weekday and a quarter of an hour');
    forgetRefusals();
  });
}
