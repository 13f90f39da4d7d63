// The page of the demo in a real browser, with the people of a drawn company.
import { expect } from 'chai';
import { addedModules, addPeople, type PageCompany } from '../../scripts/tools/demo/page-routes.ts';
import { packWeb } from '../../src/app/web.ts';
import { webPath } from '../../src/platform/lib/web-address.ts';
import { findBrowser, startBrowser, type Browser, type Page } from './browser.ts';
import { sharedCompany, type Company } from './company.ts';
import { describeActions, isMissingDraft } from './page-actions.ts';
import { service, type Service } from './service.ts';

export type DemoPage = {
  api: Service;
  acme: Company;
  page: () => Page;
} & ReturnType<typeof describeActions>;

/** Describes the page as the people of a drawn company see it. A machine without a browser says that it does not look. */
export function describeDemoPage(title: string, drawing: string, test: (demo: DemoPage) => void): void {
  const program = findBrowser();
  if (program) describe(title, () => test(demoPage(program, drawing)));
  else console.log(`    Not looked at: ${title}. This machine has no chromium (Debian: chromium-headless-shell).`);
}

/** Opens the page before the tests of a block. After each test nothing is wrong on the console, and nothing was asked for elsewhere. */
function demoPage(program: string, drawing: string): DemoPage {
  const companies: PageCompany[] = [];
  const api = service(() => ({ web: packWeb(addedModules) }), undefined, addPeople(companies));
  const acme = sharedCompany(api, drawing.trim());
  let browser: Browser;
  let opened: Page;

  before(async () => {
    const people = acme.people.map(({ name, email }) => ({ name, email }) as PageCompany['people'][number]);
    const showcase = people.map(({ email }) => ({ email, role: 'employee' }));
    companies.push({ slug: acme.tenantId, name: 'Acme', people, showcase });
    browser = startBrowser(program);
    opened = await browser.open(api.url + webPath);
  });
  after(() => browser?.close());
  afterEach('nothing is wrong on the console, and nothing is asked for elsewhere', () => {
    expect(opened.said.filter((one) => !isMissingDraft(one))).to.deep.equal([]);
    for (const url of opened.requests)
      expect(url.startsWith(`${api.url}/`) || url.startsWith('data:'), url).to.equal(true);
  });
  return { api, acme, page: () => opened, ...describeActions(() => opened) };
}
