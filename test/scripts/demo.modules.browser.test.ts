// The modules of screens in a real browser: each is loaded when somebody opens its screen, and nothing is lost when it cannot be.
import { expect } from 'chai';
import { describeDemoPage, type DemoPage } from '../support/demo-page.ts';

describeDemoPage('the modules of the page of the demo', 'Ada (admin)\n  Bob', test);

function test({ page, value, until, shows, click, fillIn, open, goTo, signIn, forgetRefusals }: DemoPage): void {
  const listLoaded = () =>
    page().requests.flatMap((url) => /\/files\/([\w-]+)\.[0-9a-f]+\.js$/.exec(url)?.slice(1) ?? []);
  /** Modules that cannot be loaded from now on. */
  const block = (...names: string[]) =>
    page().send('Network.setBlockedURLs', { urls: names.map((name) => `*/files/${name}.*`) });
  /** Where the reader is, as it is said to them. */
  const readPlace = () =>
    value<string>(`[document.title, document.activeElement.id, document.querySelector('main').ariaBusy].join()`);
  const goal = `document.querySelector('form[aria-label="New goal"]')?.elements.title.value`;

  it('are loaded when a screen is opened for the first time, and not again', async () => {
    await signIn('Ada');
    expect(listLoaded()).to.include.members(['page', 'week']).and.not.include.members(['board', 'plans', 'picker']);
    page().requests.length = 0;
    await open('Plans');
    expect(listLoaded()).to.have.members(['plans', 'plan-preview', 'plan-faults', 'picker']);
    await until(`document.title === 'Plans · Team Check-in'`);
    expect(await readPlace()).to.equal('Plans · Team Check-in,screen,false');
    page().requests.length = 0;
    await open('My week');
    await open('Plans');
    expect(listLoaded()).to.deep.equal([]);
  });

  it('are missed without a loss of what was written on the screen before', async () => {
    await open('My board');
    await fillIn('New goal', 'title', 'Not lost');
    await block('times');
    await click('Times and absences');
    await shows('This could not be loaded');
    await until(`document.title === 'Times and absences · Team Check-in'`);
    expect(await readPlace()).to.equal('Times and absences · Team Check-in,screen,false');
    await goTo('board');
    expect(await value(goal)).to.equal('Not lost');
    await open('People');
    await goTo('board');
    expect(await value(goal)).to.equal(''); // who has left a screen for another one has left it
    forgetRefusals();
  });

  it('are asked for again with the page, which has the names of a new release, and keeps what was written', async () => {
    await fillIn('New goal', 'title', 'Not lost');
    await click('Times and absences');
    await shows('This could not be loaded');
    const online = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await page().send('Network.emulateNetworkConditions', { ...online, offline: true });
    await click('Try again');
    await shows('The service cannot be reached.');
    await page().send('Network.emulateNetworkConditions', online);
    await block();
    await click('Try again');
    await until(`document.querySelector('form[aria-label="Your week"]')`);
    await goTo('board');
    expect(await value(goal)).to.equal('Not lost');
    forgetRefusals();
  });
}
