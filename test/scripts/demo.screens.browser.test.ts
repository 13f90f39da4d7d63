// Every screen of the page of the demo for each role: accessible, quiet, within the window, and made of few requests.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { webFilesPath } from '../../src/app/web.ts';
import { casesOf } from '../support/cases.ts';
import { describeDemoPage, type DemoPage } from '../support/demo-page.ts';
import { aSummary } from '../support/samples.ts';

const drawing = `
Ada [Board] (admin)
  Pia [People] (people_team)
  Bob [Sales]
    Cy [Sales]
    Dee [Sales]`;
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const own = ['week', 'board', 'nominations', 'notifications', 'times', 'people', 'people/{Cy}'];
const views = ['weeks', 'board', 'profile', 'line', 'away'].map((view) => `people/{Cy}/${view}`);
const reports = ['digest', 'check-ins', 'response-times', 'trends', 'goals', 'organisation'].map(
  (id) => `reports/${id}`,
);
const asking = ['questions', 'questions/ended', 'questions/{scale}', 'questions/{text}'];
/** The screens of each role. Names in braces stand for ids. */
const screens = {
  Cy: [...own, ...views, 'people/{Dee}', 'summaries/{summary}'],
  Bob: [...own, ...views, 'team', 'team/2026-11-16', 'chart', ...reports, 'summaries/{summary}'],
  Pia: [...own, ...views, 'chart', ...reports, 'reports/nominations', ...asking],
  Ada: [
    ...own,
    'people/{Ada}',
    'questions',
    'people/{Bob}/deputies',
    'chart',
    'start',
    'file',
    'plans',
    'plans/{plan}',
    'partners',
    'imports',
    'audit',
    'company',
    'settings',
  ],
};
/** The widest and the narrowest; the languages change places on every second screen, and the schemes on every screen. */
const windows = [
  [1920, 'en'],
  [320, 'de'],
] as const;
const schemes = ['light', 'dark'] as const;
/** What is wider than a window of this width: the page, and the parts that reach beyond it; those of a table scroll within it. */
const findWide = `(width) => document.documentElement.scrollWidth <= width ? [] :
  ['the page is ' + document.documentElement.scrollWidth + ' px wide', ...[...document.querySelectorAll('main *')]
    .filter((one) => !one.closest('.scroll') && (one.getBoundingClientRect().right > width || one.scrollWidth > one.clientWidth + 1))
    .map((one) => one.outerHTML.slice(0, 200))]`;
const maxRequests = 3;
const maxRequestsOfPerson = 4;

describeDemoPage('the screens of the page of the demo', drawing, test);

function test({ acme, page, value, until, click, goTo, signIn }: DemoPage): void {
  const ids: Record<string, string> = {};

  before(async () => {
    for (const { name } of acme.people) ids[name] = acme.id(name);
    for (const [name, weekStart] of [
      ['Cy', '2026-11-09'],
      ['Cy', '2026-11-16'],
      ['Dee', '2026-11-09'],
    ] as const) {
      const { body } = await acme.as(name).post<{ id: string }>('/summaries', aSummary({ weekStart }));
      ids['summary'] = body.id;
    }
    ids['summary'] =
      (await acme.as('Cy').get<{ items: { id: string }[] }>('/summaries?author=me')).body.items[0]?.id ?? '';
    await acme.as('Bob').post(`/summaries/${ids['summary']}/response`, { body: '<p>Well done.</p>' });
    for (const targetWeek of ['this', 'next'])
      await acme.as('Cy').post('/goals', { title: 'Write', description: 'A page', type: 'personal', targetWeek });
    await acme.as('Cy').post('/mvp/nominations/individual', { nomineeUserId: ids['Dee'], reason: 'Calm.' });
    await acme.as('Ada').patch('/admin/settings', { assistants: 'read' });
    await askAndAnswer();
    await acme.statement(
      `MATCH (partner:User {tenantId: $tenantId, name: 'Dee'}), (head:User {tenantId: $tenantId, name: 'Bob'})
       CREATE (partner)-[:PARTNER_OF {tenantId: $tenantId, id: randomUUID(), headId: head.id, from: date('2026-11-16'),
         to: date('2026-12-16'), since: datetime('2026-11-16T00:00:00Z'), until: datetime('2026-12-17T00:00:00Z')}]->(head)`,
    );
    const term = { from: '2026-11-23', to: '2027-06-30' };
    for (const userId of [ids['Cy'], ids['Pia']])
      await acme.as('Ada').post('/admin/approvals/partner', { userId, department: 'Sales', ...term });
    await acme.statement('MATCH (a:Approval {tenantId: $tenantId, userId: $userId}) SET a.requesterId = $userId', {
      userId: ids['Pia'],
    });
    const moves = [{ userId: ids['Dee'], managerId: ids['Pia'] }];
    const { body } = await acme.as('Ada').post<{ id: string }>('/admin/org-plans', { name: 'Sales splits', moves });
    ids['plan'] = body.id;
  });

  /** One question of each kind: they are answered to the week that is in, and asked in the one that is not. */
  const askAndAnswer = async (): Promise<void> => {
    const options = ['Meetings that could have been a mail', 'Waiting', 'Nothing'].map((en) => ({ en }));
    const kinds: [kind: string, more: object, value: object][] = [
      ['scale', { points: 11, low: { en: 'Not at all' }, high: { en: 'Completely' } }, { points: 9 }],
      ['choice', { options, isSeveral: true }, { choices: [0, 1] }],
      ['yes_no', {}, { yes: true }],
      ['text', {}, { text: 'A longer break.' }],
    ];
    const plan = { audience: { type: 'tenant' }, frequency: 'weekly', isRequired: true, from: '2026-11-09' };
    const answers = [];
    for (const [kind, more, given] of kinds) {
      const text = { en: `How was it, ${kind}?`, de: 'Wie war es?' };
      const { body } = await acme.as('Ada').post<{ id: string }>('/questions', { kind, text, ...more, ...plan });
      ids[kind] = body.id;
      answers.push({ questionId: body.id, ...given });
    }
    for (const name of ['Cy', 'Dee']) await acme.as(name).put('/me/answers/2026-11-09', { answers });
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.minimumGroup = 2');
    await acme.as('Ada').delete(`/questions/${ids['yes_no']}`);
  };
  const check = async (what: string): Promise<void> => {
    const found = await value<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
    expect(found, what).to.deep.equal([]);
  };
  const setWindow = (width: number) =>
    page().send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 900,
      deviceScaleFactor: 1,
      mobile: width < 500,
    });
  /** As if the reader changed the languages of their browser. */
  const setLanguage = async (language: string) => {
    const { userAgent } = await page().send<{ userAgent: string }>('Browser.getVersion');
    await page().send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language });
    await value(`dispatchEvent(new Event('languagechange'))`);
    await until(`document.documentElement.lang === '${language}'`);
  };
  const setScheme = (scheme: string) =>
    page().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });

  const { Cy, ...others } = screens;
  for (const [name, addresses] of Object.entries(casesOf<Record<string, string[]>>(import.meta, { Cy }, others))) {
    it(`are accessible to ${name}, on a wide window and a narrow one, in both languages, in light and dark by turns`, async () => {
      await value(axe);
      await setWindow(1920);
      await setLanguage('en');
      await signIn(name);
      for (const [at, pattern] of addresses.entries()) {
        const address = pattern.replace(/\{(\w+)\}/, (_all, key: string) => ids[key] ?? '');
        await setWindow(1920);
        await setLanguage('en');
        page().requests.length = 0;
        await goTo(address);
        const isPerson = address.startsWith('people/');
        const what = `${pattern} for ${name}`;
        const asked = page().requests.filter((url) => !url.startsWith('data:') && !url.includes(webFilesPath)); // icons of fields; modules
        expect(asked, what).to.have.length.at.most(isPerson ? maxRequestsOfPerson : maxRequests);
        expect(await value(`document.querySelector('.failure')?.innerText`), what).to.equal(undefined);
        for (const opens of ['main summary', 'main [aria-label^="Edit"]', 'main [aria-label^="Change:"]']) {
          await value(`document.querySelector('${opens}')?.click()`); // forms and texts are behind it
          await until(`document.querySelector('main').innerText.includes('Loading…') === false`);
        }
        for (const [turn, [width]] of windows.entries()) {
          const scheme = schemes[(at + turn) % 2] ?? 'light'; // the other way round on the next screen
          const [, language] = windows[(Math.floor(at / 2) + turn) % 2] ?? windows[0]; // and on the screen after it
          await setScheme(scheme);
          await setWindow(width);
          await setLanguage(language);
          await check(`${what}, ${scheme}, ${language}, ${width} px`);
          expect(await value<string[]>(`(${findWide})(${width})`), `${what}, ${language}, ${width} px`).to.deep.equal(
            [],
          );
        }
      }
    });
  }

  it('ask to sign in again by a dialog that is accessible', async () => {
    await value(axe);
    await setLanguage('en');
    await value(`window.fetch = ((real) => (request, ...more) =>
      String(request.url ?? request).includes('/v1/goals')
        ? Promise.resolve(new Response('{"code":"UNAUTHENTICATED","message":"Ended."}', { status: 401 }))
        : real(request, ...more))(window.fetch)`);
    await goTo('board');
    await until(`document.querySelector('dialog[open]')?.innerText.includes('Go on as')`);
    for (const [at, [width, language]] of windows.entries()) {
      await setScheme(['light', 'dark'][at] ?? '');
      await setWindow(width);
      await setLanguage(language);
      await check(`the dialog, ${width} px`);
    }
    await setLanguage('en');
    await click('Sign in as somebody else');
    await until(`document.querySelector('.choice')`);
    for (const [width, language] of windows) {
      await setWindow(width);
      await setLanguage(language);
      await check(`the sign-in, ${width} px`);
    }
  });
}
