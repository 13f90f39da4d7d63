// `checkin report` as a shell sees it, and its page as a real browser sees it: nothing fetched, nothing complained about.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { allReports } from '../../src/features/reports/index.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../support/browser.ts';
import { drawnTenant, lastWeek, type DrawnTenant } from '../support/drawn-tenant.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const hostile = `<img src="http://127.0.0.1:9/x" onerror="alert(1)"> {{7*7}} <%= 1 %> =1+1`;

const titles = [
  'Who has not checked in',
  'Distribution of scores',
  'Who has no goal',
  'Whose scores have shifted',
  'Quality of work',
  'Personal wellbeing',
  'Professional wellbeing',
  'Check-in rate',
  'Quality of work',
  'Personal wellbeing',
  'Professional wellbeing',
  'Goals completed',
  'People with a goal',
  'From summary to response',
  'Answered within three days',
  'People nominated',
  'Teams nominated',
  'Joined and left',
  'Shape of the chart',
  'Direct reports of a manager',
  'Levels',
];

describe('checkin report', () => {
  const api = service();
  const { folder, run } = shell();
  let acme: DrawnTenant;
  const file = path.join(folder, 'overview.html');
  const report = (...args: string[]) => run(['report', ...args, '--tenant', acme.tenantId]);

  before(async () => {
    acme = await drawnTenant(api);
    await api.graph.statement(
      'MATCH (u:User {id: $id}) SET u.name = $hostile, u.sortName = $hostile, u.jobTitle = $hostile',
      {
        id: acme.id('Gus'),
        hostile,
      },
    );
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.name = $hostile', { hostile });
    const period = ['--week', '2026-11-12', '--period', '2026-11'];
    const { code, out, err } = await report('overview', ...period, '--out', file);
    expect([code, out, err]).to.deep.equal([0, '', `Written to ${file}.\n`]);
  });

  it('lists every report with a line that says what it is', async () => {
    const { code, out } = await run(['report', '--help']);
    expect(code).to.equal(0);
    const names = [...allReports.map(({ name }) => name), 'overview'];
    for (const name of names) expect(out).to.match(new RegExp(`^  ${name} \\[options\\] +[a-z]+`, 'm'));
  });

  it('prints data alone on stdout, in the week of any date', async () => {
    const week = ['--week', '2026-11-15'];
    const [table, csv, json] = await Promise.all([
      report('response-times', ...week),
      report('digest', ...week, '--format', 'csv'),
      report('check-ins', ...week, '--format', 'json', '--as', 'BOB@example.test'),
    ]);
    expect([table.code, csv.code, json.code]).to.deep.equal([0, 0, 0]);
    expect(table.out.split('\n')[2]).to.match(/^Ann +Board +Board +2 +1 +–/);
    expect(table.err).to.equal(
      'Response times, up to the week of 9 November 2026. 60 % of summaries are answered within 3 days. 3 of 5 (60 %) ' +
        'have an answer so far; half within 20 hours.\n',
    );
    expect(csv.out.split('\n').slice(0, 3)).to.deep.equal([
      '\uFEFFUser ID,Name,Email,Team,Department,Checked in,Quality of work,Personal wellbeing,Professional wellbeing',
      `${acme.id('Gus')},"<img src=""http://127.0.0.1:9/x"" onerror=""alert(1)""> {{7*7}} <%= 1 %> =1+1",gus@example.test,Care,Care,yes,1,1,1`,
      `${acme.id('Adm')},Adm,adm@example.test,People,People,no,,,`,
    ]);
    const answered = await acme.as('Bob').get('/reports/check-ins?weekStart=2026-11-15');
    expect(JSON.parse(json.out), 'what the API answers').to.deep.equal(answered.body);
  });

  it('prints what was answered to a question as the API answers it, and its page', async () => {
    const words = { text: { en: 'Is <b>it</b> clear?' }, low: { en: 'Not' }, points: 3 };
    const plan = { audience: { type: 'tenant' }, frequency: 'weekly', isRequired: false, from: lastWeek };
    const { body } = await acme.as('Adm').post('/questions', { kind: 'scale', ...words, ...plan });
    const questionId = String(body['id']);
    for (const [who, points] of Object.entries({ Bob: 1, Cyd: 1, Dan: 3, Eve: 3 }))
      expect(
        (await acme.as(who).put(`/me/answers/${lastWeek}`, { answers: [{ questionId, points }] })).status,
      ).to.equal(200);
    const ofQuestion = ['question', '--question', questionId, '--week', lastWeek];
    const [json, page, table, unknown, none, many] = await Promise.all([
      report(...ofQuestion, '--weeks', '1', '--format', 'json', '--as', 'ann@example.test'),
      report(...ofQuestion, '--format', 'html'),
      report(...ofQuestion),
      report('question', '--question', 'no-question'),
      report('question'),
      report(...ofQuestion, '--weeks', '99'),
    ]);
    const answered = await acme
      .as('Ann')
      .get(`/reports/question?questionId=${questionId}&weekStart=${lastWeek}&weeks=1`);
    expect(JSON.parse(json.out)).to.deep.equal(answered.body);
    expect(page.out).to.include('Is &lt;b&gt;it&lt;/b&gt; clear?').and.include('1 (Not)').and.include('2 of 4 (50 %)');
    expect(page.out).to.not.include('<b>it');
    expect(table.err).to.equal(
      'A question, up to the week of 9 November 2026. 4 of 10 (40 %) who are asked “Is <b>it</b> clear?” answered in the last of these weeks.\n',
    );
    expect([unknown.code, none.code, many.code]).to.deep.equal([1, 2, 2]);
    expect(unknown.err).to.match(/question/i);
  });

  it('has the columns alone that a question of its kind can fill, on its page, as a table and as CSV, which has whole words', async () => {
    const plan = { audience: { type: 'tenant' }, frequency: 'weekly', isRequired: false, from: lastWeek };
    const counted = ['Week', 'Scope', 'Department', 'People', 'Excused', 'Answered'];
    const kinds: [kind: string, more: object, columns: string[]][] = [
      ['text', {}, []],
      ['yes_no', {}, ['Yes', 'No']],
      ['scale', { points: 3, high: { en: 'Well' } }, ['Mean', '1', '2', '3 (Well)']],
      ['choice', { options: [{ en: 'Meetings' }, { en: 'A'.repeat(40) }] }, ['Meetings', 'A'.repeat(40)]],
    ];
    for (const [kind, more, columns] of kinds) {
      const body = { kind, text: { en: 'How?' }, ...more, ...plan };
      const { id } = (await acme.as('Adm').post<{ id: string }>('/questions', body)).body;
      const ofQuestion = ['question', '--question', id, '--week', lastWeek];
      const [page, table, csv] = await Promise.all([
        report(...ofQuestion, '--format', 'html'),
        report(...ofQuestion),
        report(...ofQuestion, '--format', 'csv'),
      ]);
      for (const { out, err } of [page, table])
        expect(out + err, kind).to.match(/0 of \d+ \(0 %\) who are asked “How\?” answered in the last of these weeks/);
      const headings = [...page.out.matchAll(/<th\b[^>]*>([^<]*)<\/th>/g)].map(([, text]) => text);
      const shown = [...counted, ...columns.map((title) => (title.length > 24 ? `${title.slice(0, 24)}…` : title))];
      expect(headings, kind).to.deep.equal(shown);
      expect(table.out.split('\n')[0]?.trim().split(/ {2,}/), kind).to.deep.equal(shown);
      expect(csv.out.split('\n')[0]?.slice(1), kind).to.equal([...counted, ...columns].join());
    }
  });

  it('refuses with code 1 what is not in sight, and writes nothing', async () => {
    const out = path.join(folder, 'refused.html');
    const refusals: [args: string[], said: string][] = [
      [['digest', '--as', 'dan@example.test'], 'dan@example.test may not see this report.\n'],
      [['nominations', '--as', 'bob@example.test', '--out', out], 'bob@example.test may not see this report.\n'],
      [['overview', '--as', 'dan@example.test', '--out', out], 'dan@example.test may not see any of these reports.\n'],
      [['org', '--as', 'hal@example.test'], 'hal@example.test is inactive and may not see reports.\n'],
      [['org', '--as', 'zed@example.test'], 'Nobody in this tenant has the address "zed@example.test".\n'],
    ];
    for (const [index, ran] of (await Promise.all(refusals.map(([args]) => report(...args)))).entries()) {
      expect(ran).to.deep.equal({ code: 1, out: '', err: refusals[index]?.[1] });
    }
    expect(existsSync(out)).to.equal(false);
  });

  it('ends misuse with code 2', async () => {
    const misuses = [
      ['digest', '--week', '2026-02-30'],
      ['nominations', '--period', '2026-13'],
      ['overview', '--format', 'csv'],
      ['org', '--week', lastWeek],
      ['gossip'],
    ];
    for (const { code, out, err } of await Promise.all(misuses.map((args) => report(...args)))) {
      expect([code, out]).to.deep.equal([2, '']);
      expect(err).to.match(/^error: /);
    }
  });

  it('makes a page that leaves out what is not in sight, and says so', async () => {
    const { code, out } = await report('overview', '--as', 'bob@example.test', '--week', lastWeek);
    expect(code).to.equal(0);
    expect(out).to.include('As seen by Bob').and.to.include('and left out: nominations, people over time.');
    expect(out).to.include('>Eve<').and.to.not.include('>Fay<');
  });

  it('makes a page of escaped text, without a script, with ids of its own', () => {
    const html = readFileSync(file, 'utf8');
    expect(html).to.not.match(/<script|<img|<link|<iframe|javascript:|@import|url\((?!#)/i);
    expect(html).to.include(
      '&lt;img src=&quot;http://127.0.0.1:9/x&quot; onerror=&quot;alert(1)&quot;&gt; {{7*7}} &lt;%= 1 %&gt; =1+1',
    );
    const ids = [...html.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('makes a page with a chart of every figure', () => {
    const html = readFileSync(file, 'utf8');
    expect([...html.matchAll(/<figcaption><h3>([^<]*)</g)].map(([, title]) => title)).to.deep.equal(titles);
  });

  const program = findBrowser();
  if (!program) {
    console.log(
      '    The page is not opened in a browser: this machine has no chromium (Debian: chromium-headless-shell).',
    );
    return;
  }

  describe(`in ${path.basename(program)}`, () => {
    let browser: Browser;
    let page: Page;
    before(async () => {
      browser = startBrowser(program);
      page = await browser.open(pathToFileURL(file).href);
    });
    after(() => browser.close());

    it('is read without a complaint and without a request to anywhere', async () => {
      expect(await page.value('document.title')).to.equal(`People overview · ${hostile}`);
      expect(page.said).to.deep.equal([]);
      expect(page.requests).to.deep.equal([pathToFileURL(file).href]);
    });

    it('would tell: a page with a script, a fault and a picture from elsewhere is noticed', async () => {
      const bad = path.join(folder, 'bad.html');
      writeFileSync(bad, '<img src="http://127.0.0.1:9/x"><script>console.error("no"); missing()</script>');
      const seen = await browser.open(pathToFileURL(bad).href);
      expect(seen.requests).to.include('http://127.0.0.1:9/x');
      expect(seen.said.join('\n')).to.include('missing is not defined').and.to.include('net::ERR_');
    });

    it('leaves cells of the heat map blank where too few have answered', async () => {
      const cells = await page.value<string[]>(
        `[...document.querySelectorAll('#check-ins .grid')].map((grid) => [...grid.querySelectorAll('tbody tr')].map((row) =>
          [...row.children].map(({ textContent }) => textContent).filter(Boolean).join(' ')).join())`,
      );
      // of the departments only Tech has enough, and the mean of the one check-in of Care would be what it leaves of everyone
      expect(cells).to.deep.equal(['Everyone 3.0', 'Everyone 2.8', 'Everyone 3.0']);
    });

    it('opens and closes the org chart, without a script', async () => {
      const visible = (name: string): Promise<boolean> =>
        page.value(
          `[...document.querySelectorAll('.tree strong')].find((one) => one.textContent === '${name}').checkVisibility()`,
        );
      const click = (name: string): Promise<void> =>
        page.value(
          `void [...document.querySelectorAll('.tree summary')].find((one) => one.querySelector('strong').textContent === '${name}').click()`,
        );
      expect([await visible('Bob'), await visible('Eve')]).to.deep.equal([true, false]);
      await click('Bob');
      expect(await visible('Eve')).to.equal(true);
      await click('Ann');
      expect([await visible('Bob'), await visible('Eve')]).to.deep.equal([false, false]);
    });
  });
});
