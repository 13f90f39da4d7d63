// `checkin report` as a shell sees it, and its page as a real browser sees it: nothing fetched, nothing complained about.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { findBrowser, startBrowser, type Browser, type Page } from '../support/browser.ts';
import { drawnTenant, lastWeek, type DrawnTenant } from '../support/drawn-tenant.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const hostile = `<img src="http://127.0.0.1:9/x" onerror="alert(1)"> {{7*7}} <%= 1 %> =1+1`;

const titles = [
  'Distribution of scores',
  'By department',
  'Before and recently',
  'Week by week',
  'Check-in rate',
  'Quality of work',
  'Personal wellbeing',
  'Professional wellbeing',
  'From summary to response',
  'Most nominated',
  'Span',
  'Depth',
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
    await api.graph.statement('MATCH (t:Tenant {id: $id}) SET t.name = $hostile', { id: acme.tenantId, hostile });
    const period = ['--week', '2026-11-12', '--period', '2026-11'];
    const { code, out, err } = await report('overview', ...period, '--out', file);
    expect([code, out, err]).to.deep.equal([0, '', `Written to ${file}.\n`]);
  });

  it('lists every report with a line that says what it is', async () => {
    const { code, out } = await run(['report', '--help']);
    expect(code).to.equal(0);
    const names = ['digest', 'non-setters', 'trends', 'check-ins', 'response-times', 'nominations', 'org', 'overview'];
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
    expect(table.out.split('\n')[2]).to.match(/^Ann +Board +Board +2 +1 +50\.0 +5\.0 +5\.0$/);
    expect(table.err).to.equal(
      'Response times, up to the week of 9 November 2026. The median of the medians of 2 managers; ' +
        '3 of 5 summaries have a response.\n',
    );
    expect(csv.out.split('\n').slice(0, 3)).to.deep.equal([
      '\uFEFFName,Team,Department,Checked in,Quality of work,Personal wellbeing,Professional wellbeing',
      `"<img src=""http://127.0.0.1:9/x"" onerror=""alert(1)""> {{7*7}} <%= 1 %> =1+1",Care,Care,yes,1,1,1`,
      'Adm,People,People,no,,,',
    ]);
    expect((JSON.parse(json.out) as unknown[]).at(-1)).to.deep.equal({
      week: lastWeek,
      department: 'Tech',
      people: 3,
      submitted: 3,
      rate: 100,
      qualityOfWork: 4,
      personalWellbeing: 3.67,
      professionalWellbeing: 4,
    });
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
    expect(out).to.include('As seen by Bob').and.to.include('and left out: nominations.');
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

    it('shows every chart drawn, with its marks and its labels in sight', async () => {
      type Chart = { title: string; width: number; height: number; marks: number; texts: number };
      const charts = await page.value<Chart[]>(`[...document.querySelectorAll('figure')].map((figure) => {
        const { width, height } = figure.querySelector('svg').getBoundingClientRect();
        const drawn = (of) => [...figure.querySelectorAll(of)].filter((one) => one.getBoundingClientRect().width > 0);
        return { title: figure.querySelector('h3').textContent, width, height,
          marks: drawn('.role-mark path, .role-mark line').length, texts: drawn('svg text').length };
      })`);
      expect(charts.map(({ title }) => title)).to.deep.equal(titles);
      for (const { title, width, height, marks, texts } of charts) {
        expect(width, title).to.be.above(150);
        expect(height, title).to.be.above(40);
        expect(marks, title).to.be.above(0);
        expect(texts, title).to.be.above(1);
      }
    });

    it('leaves cells of the heat map blank where too few have answered', async () => {
      const cells = await page.value<string[]>(
        `[...document.querySelectorAll('#check-ins figure')].slice(1).map((figure) =>
          [...figure.querySelectorAll('.role-mark text')].map((text) => text.textContent).join())`,
      );
      expect(cells).to.deep.equal(['3.5', '3.3', '3.5']); // of 26 weeks and 4 departments only one has enough
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

    it('can be read in the light, in the dark and on paper, and on a telephone', async () => {
      for (const [media, scheme] of [
        ['screen', 'light'],
        ['screen', 'dark'],
        ['print', 'dark'],
      ]) {
        const features = [{ name: 'prefers-color-scheme', value: scheme }];
        await page.send('Emulation.setEmulatedMedia', { media, features });
        const contrasts = await page.value<number[]>(`(() => {
          const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
            .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
          const behind = (node) => { for (; node; node = node.parentElement) {
            const { backgroundColor } = getComputedStyle(node); if (!/, 0\\)/.test(backgroundColor)) return backgroundColor; } };
          const heats = [1, 2, 3, 4, 5, 6, 7].map((step) => {
            const cell = document.body.appendChild(document.createElement('i'));
            cell.style.background = 'var(--heat-' + step + ')';
            return cell;
          });
          const read = [...document.querySelectorAll('h1, h2, .faint, .says b, td, section svg text'), ...heats];
          return read.map((node) => {
            const own = getComputedStyle(node);
            const [high, low] = [light(node.closest('svg') ? own.fill : own.color), light(behind(node))].sort((a, b) => b - a);
            return (high + 0.05) / (low + 0.05);
          });
        })()`);
        expect(contrasts.length).to.be.above(100);
        expect(Math.min(...contrasts), `${media}, ${scheme}`).to.be.above(4.5);
      }
      await page.send('Emulation.setEmulatedMedia', { media: '', features: [] });
      const telephone = { width: 380, height: 800, deviceScaleFactor: 2, mobile: true };
      await page.send('Emulation.setDeviceMetricsOverride', telephone);
      expect(await page.value('document.documentElement.scrollWidth')).to.equal(380);
    });
  });
});
