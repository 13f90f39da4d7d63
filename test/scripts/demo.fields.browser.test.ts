// What a browser refuses of a field, said in the language of the page.
import { expect } from 'chai';
import { describeDemoPage, type DemoPage } from '../support/demo-page.ts';

describeDemoPage('the fields of the page of the demo', 'Ada (admin)\n  Bob', test);

function test({ acme, page, value, until, shows, click, choose, fillIn, press, pick, goTo, signIn }: DemoPage): void {
  before(async () => {
    // the first time, the database plans how somebody is added
    await acme.as('Ada').post('/admin/users', { name: 'Eve', email: 'eve@example.test', managerId: acme.id('Bob') });
  });

  /** As if the reader changed the languages of their browser. */
  const setLanguage = async (language: string) => {
    const { userAgent } = await page().send<{ userAgent: string }>('Browser.getVersion');
    await page().send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language });
    await value(`dispatchEvent(new Event('languagechange'))`);
    await until(`document.documentElement.lang === '${language}'`);
  };
  const says = (selector: string) => value<string>(`document.querySelector('${selector}').validationMessage`);

  it('say what is wrong with them in words of the reader, until it is right', async () => {
    await signIn('Ada');
    await click('Submit');
    expect(await says('[name=qualityOfWork]')).to.equal('Choose one of these.');
    await choose([1, 1, 1]);
    expect(await says('[name=qualityOfWork]')).to.equal('');
    await setLanguage('de');
    await goTo('board');
    await click('Neues Ziel');
    await press('Neues Ziel');
    expect(await says('form [name=title]')).to.equal('Füllen Sie dieses Feld aus.');
    await fillIn('Neues Ziel', 'title', 'Schreiben'); // as a program fills it in: the field hears of nothing
    await press('Neues Ziel');
    await shows('Das Ziel ist angelegt.');
  });

  it('say what a number, an address and a person have to be', async () => {
    await goTo('company');
    await until(`document.querySelector('[name=minimumGroup]')`);
    await fillIn('Einstellungen', 'minimumGroup', '3.5');
    await press('Einstellungen');
    expect(await says('[name=minimumGroup]')).to.equal('Geben Sie eine ganze Zahl ein.');
    await goTo('people');
    await click('Neue Person');
    await fillIn('Neue Person', 'name', 'Cy');
    await fillIn('Neue Person', 'email', 'cy');
    await press('Neue Person');
    expect(await says('[name=email]')).to.include('Geben Sie eine E-Mail-Adresse ein');
    await fillIn('Neue Person', 'email', 'cy@example.test');
    await value(`{ const field = document.querySelector('#new-manager-list-input');
      field.value = 'Nobody'; field.dispatchEvent(new Event('input', { bubbles: true })); }`);
    await press('Neue Person');
    expect(await says('#new-manager-list-input')).to.equal('Wählen Sie eine Person aus der Liste.');
    await pick('new manager', 'Bob');
    await fillIn('Neue Person', 'email', 'bob@example.test');
    await press('Neue Person');
    await until(
      `document.querySelector('label:has([name=email]) + .refused')?.innerText.includes('Eine andere Person hat schon')`,
    );
    expect(await value(`document.activeElement.name + document.activeElement.ariaInvalid`)).to.equal('emailtrue');
    page().said.length = 0; // the browser logs each answer that refuses something
    await fillIn('Neue Person', 'email', 'cy@example.test');
    await press('Neue Person');
    await shows('Cy ist');
    expect(await value(`document.querySelector('.refused')`)).to.equal(null);
    await setLanguage('en');
  });
}
