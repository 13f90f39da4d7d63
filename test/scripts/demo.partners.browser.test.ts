// HR partners on the page of the demo: one admin requests one, another approves, everybody concerned sees it, and an admin ends it.
import { expect } from 'chai';
import { describeDemoPage, type DemoPage } from '../support/demo-page.ts';

const drawing = `
Ada [Board] (admin)
  Ash [Board] (admin)
  Pat [People]
  Bob [Sales]
    Cy [Sales]
    Dee [Care]`;

describeDemoPage('HR partners on the page of the demo', drawing, test);

function test({
  acme,
  page,
  value,
  until,
  shows,
  hides,
  click,
  pick,
  fillIn,
  select,
  press,
  goTo,
  open,
  signIn,
}: DemoPage): void {
  type Part = { partner: { name: string }; below?: { name: string }; department?: string; from: string; to: string };
  const listParts = async () =>
    (await acme.as('Ada').get<{ items: Part[] }>('/admin/partners')).body.items.map(
      ({ partner, below, department, from, to }) => [partner.name, below?.name ?? department, from, to],
    );
  const askFor = async (days: [from: string, to: string]) => {
    await fillIn('New HR partner', 'from', days[0]);
    await fillIn('New HR partner', 'to', days[1]);
    await press('New HR partner');
  };

  it('are requested, and refused beside the field that is wrong', async () => {
    await signIn('Ada');
    await open('HR partners');
    await shows('No HR partners');
    await click('New HR partner');
    await until(`document.querySelector('form[aria-label="New HR partner"]')`);
    await pick('partner', 'Pat');
    await pick('head', 'Bob');
    await askFor(['2026-11-23', '2026-11-22']);
    await until(`document.querySelector('.checked [name="to"]')?.closest('.checked').querySelector('.failure')`);
    page().said.length = 0;
    await askFor(['2026-11-23', '2027-01-31']);
    await shows('Requested. It holds once another admin has approved it.');
    await shows('Waiting for a second admin');
    await shows('everyone below Bob, 23 November 2026 – 31 January 2027');
    await shows('Another admin has to approve it.');
    expect(await value(`document.querySelector('[aria-label="Approve: Pat"]')`)).to.equal(null);
    expect(await listParts()).to.deep.equal([]);
  });

  it('are requested for a department, and withdrawn', async () => {
    await click('New HR partner');
    await until(`document.querySelector('form[aria-label="New HR partner"]')`);
    await select('New HR partner', 'kind', 'department');
    await until(`document.querySelectorAll('#departments option').length === 4`);
    await pick('partner', 'Dee');
    await fillIn('New HR partner', 'department', 'Sales');
    await askFor(['2026-11-23', '2027-01-31']);
    await shows('Requested.');
    await shows('the department Sales, 23 November 2026 – 31 January 2027');
    await click('Withdraw: Dee');
    await shows('Withdrawn.');
    await until(`!document.querySelector('[aria-label="Withdraw: Dee"]')`);
  });

  it('are approved by another admin', async () => {
    await signIn('Ash');
    await open('HR partners');
    await shows('Requested by Ada');
    await click('Approve: Pat');
    await shows('Let Pat read about these people?');
    await click('Approve');
    await shows('Approved: Pat is HR partner, and is told.');
    await hides('Waiting for a second admin');
    expect(await listParts()).to.deep.equal([['Pat', 'Bob', '2026-11-23', '2027-01-31']]);
  });

  it('are seen by the people of the part, and see of which part they are one', async () => {
    await acme.statement(
      `MATCH (:User {tenantId: $tenantId})-[part:PARTNER_OF]->() SET part.since = datetime('2026-11-16T00:00:00Z')`,
    );
    await signIn('Cy');
    await goTo(`people/${acme.id('Cy')}`);
    await shows('HR partners');
    await until(
      `document.querySelector('main a[href="#/people/${acme.id('Pat')}"]')?.innerText.includes('everyone below Bob')`,
    );
    await signIn('Pat');
    await goTo(`people/${acme.id('Pat')}`);
    await shows('HR partner for');
    await value(`document.querySelector('main a[href="#/reports"]').click()`);
    await until(`document.title === 'Reports · Team Check-in'`);
    await shows('Cy');
  });

  it('are ended by an admin', async () => {
    await signIn('Ada');
    await open('HR partners');
    await click('End: Pat, everyone below Bob');
    await click('End');
    await shows('Ended. Pat reads about these people no longer.');
    await shows('No HR partners');
    expect(await listParts()).to.deep.equal([]);
  });
}
