// What a person does on the page of the product, in a real browser.
import { ExpressionError, type Page } from './browser.ts';

/** The browser logs each answer of 404; a week without a draft has one. */
export const isMissingDraft = (said: string): boolean => /status of 404 .*summary-drafts/.test(said);

/** The actions of whoever looks at the page that is open then. */
export function describeActions(page: () => Page) {
  const value = <T>(expression: string) => page().value<T>(expression);
  /**
   * Waits until the expression is truthy in whatever page is shown; reports what is shown if that does not happen. A page that the browser
   * leaves meanwhile is asked no more.
   */
  const until = async (expression: string): Promise<void> => {
    const look = `new Promise((resolve) => {
      const began = Date.now();
      const look = () => {
        if (${expression}) return resolve('');
        if (Date.now() - began > 30000) return resolve(document.body?.innerText || 'nothing');
        setTimeout(look, 20);
      };
      look();
    })`;
    const begun = performance.now();
    for (;;) {
      const shown = await value<string | undefined>(look).catch((error: Error) => {
        if (error instanceof ExpressionError || performance.now() - begun > 60_000) throw error;
        return undefined;
      });
      if (shown === '') return;
      if (shown !== undefined)
        throw new Error(
          `${expression} did not become true. The page shows:\n${shown}\nIts console says:\n${page().said.join('\n')}`,
        );
    }
  };
  const shows = (part: string) => until(`document.body.innerText.includes(${JSON.stringify(part)})`);
  const hides = (part: string) => until(`!document.querySelector('main').innerText.includes(${JSON.stringify(part)})`);
  /** Clicks the button, link or row with this name. */
  const click = async (name: string) => {
    const find = `[...document.querySelectorAll('button, nav a, summary, .goal label')].find((one) =>
      !one.closest('[hidden]') && [one.ariaLabel ?? one.innerText, one.querySelector('b')?.innerText]
        .some((text) => text?.trim().startsWith(${JSON.stringify(name)})))`;
    await until(find);
    await value(`${find}.click()`);
  };
  /** Fills a field of a form by its name. */
  const fill = (name: string, text: string) =>
    value(`document.querySelector('form [name=${name}]').value = ${JSON.stringify(text)}`);
  /** Types into a field of a form: the form hears of it. */
  const type = (name: string, text: string, form = 'form') =>
    value(`{ const field = document.querySelector('${form} [name=${name}]');
      field.value = ${JSON.stringify(text)}; field.dispatchEvent(new Event('input', { bubbles: true })); }`);
  const fieldValue = (selector: string) => value<string>(`document.querySelector('${selector}')?.value ?? ''`);
  /** In the form with this label. */
  const fillIn = (label: string, name: string, text: string) =>
    value(`document.querySelector('form[aria-label="${label}"] [name="${name}"]').value = ${JSON.stringify(text)}`);
  /** Chooses in a list of the form with this label: the form hears of it. */
  const select = (label: string, name: string, text: string) =>
    value(`{ const field = document.querySelector('form[aria-label="${label}"] [name="${name}"]');
      field.value = ${JSON.stringify(text)}; field.dispatchEvent(new Event('change', { bubbles: true })); }`);
  const press = (label: string) =>
    value(`document.querySelector('form[aria-label="${label}"] > .actions button').click()`);
  /** Chooses a person in a field by what is typed. */
  const pick = async (key: string, name: string) => {
    const list = key.replaceAll(' ', '-') + '-list';
    await value(`{ const field = document.querySelector('#${list}-input');
      field.value = ${JSON.stringify(name)}; field.dispatchEvent(new Event('input')); }`);
    await until(`document.querySelector('#${list} [role=option]')?.innerText.includes(${JSON.stringify(name)})`);
    await value(`document.querySelector('#${list}-input')
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))`);
    await until(`!document.querySelector('#${list} [role=option]')`);
  };
  /** Types into the search of a screen. */
  const search = (text: string) =>
    value(`{ const field = document.querySelector('[type=search]');
      field.value = ${JSON.stringify(text)}; field.dispatchEvent(new Event('input')); }`);
  const scores = ['qualityOfWork', 'personalWellbeing', 'professionalWellbeing'];
  const choose = (values: number[]) =>
    value(`${JSON.stringify(scores)}.forEach((name, index) =>
      document.querySelector('[name=' + name + '][value="' + ${JSON.stringify(values)}[index] + '"]').click())`);
  const isReady = (title: string) =>
    until(`document.querySelector('h1')?.innerText === ${JSON.stringify(title)} &&
      document.querySelector('main').ariaBusy === 'false'`);
  const open = async (title: string) => {
    await click(title);
    await isReady(title);
  };
  /** Opens the screen of an address, and waits until it has read what it shows. */
  const goTo = async (address: string) => {
    await value(`location.hash = '#/${address}'`);
    await value('new Promise((done) => setTimeout(done))'); // the page hears of the new address
    await until(`document.querySelector('main')?.ariaBusy === 'false'`);
  };
  /** The browser logs each answer that refuses something, and each request that fails. */
  const forgetRefusals = () => {
    page().said.length = 0;
  };
  const signIn = async (name: string) => {
    if (await value(`document.querySelector('#caller') !== null`)) await click('Sign out');
    await click(`${name}`);
    await until(`document.querySelector('#caller')?.innerText.includes(${JSON.stringify(name)})`);
    await isReady('My week');
  };

  /** The next request that changes something is answered as after the end of the token. */
  const endToken = () =>
    value(`{ const real = window.fetch; window.fetch = (request, ...more) => {
      if (request.method === 'GET') return real(request, ...more);
      window.fetch = real;
      const body = JSON.stringify({ code: 'UNAUTHENTICATED', message: 'The token has expired.' });
      return Promise.resolve(new Response(body, { status: 401, headers: { 'content-type': 'application/json' } }));
    }; }`);
  return {
    value,
    until,
    shows,
    hides,
    click,
    fill,
    type,
    fieldValue,
    fillIn,
    select,
    press,
    pick,
    search,
    choose,
    isReady,
    open,
    goTo,
    forgetRefusals,
    signIn,
    endToken,
  };
}
