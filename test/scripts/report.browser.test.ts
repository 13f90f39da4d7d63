// The reports of the demo company in a browser and on paper, as each role sees them, and the pages of a plan and of a person, in each language: nothing
// off the screen, nothing that axe finds, no heading alone at the foot of a page.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { languages } from '../../src/platform/lib/languages.ts';
import { pageTexts } from '../../scripts/cli/report/page-texts.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../support/browser.ts';
import { casesOf } from '../support/cases.ts';
import { demoReports } from '../support/demo-reports.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Every other reader has the second pair: each width, colour and pair of them is looked at. */
const screens = [
  [
    { width: 390, scheme: 'light' },
    { width: 1440, scheme: 'dark' },
  ],
  [
    { width: 390, scheme: 'dark' },
    { width: 1440, scheme: 'light' },
  ],
];
/** What figures consist of. */
const marks =
  '.people li, .bars li > *, .bar i, .grid th, .grid td, .lines li > *, .chart svg text, .chart svg [class*="mark-"] > *';

/** What a reader sees at a width in a scheme. The pages of a plan and of a person have no figures. */
type View = {
  about: string;
  hasFigures: boolean;
  width: number;
  violations: string[];
  marks: number;
  outside: string[];
  scrolled: number;
  colours: { own: string; text: string }[];
};

const program = findBrowser();
if (program) describe('the reports of the demo in a browser', () => test(program));
else
  console.log(
    '    The reports are not opened in a browser: this machine has no chromium (Debian: chromium-headless-shell).',
  );

function test(program: string): void {
  const api = service();
  const { run, folder } = shell();
  const printed = new Map<string, Printed>();
  const views: View[] = [];
  let browser: Browser;

  before(async () => {
    const demo = await demoReports(api);
    const every = [null, ...demo.people.filter(({ role }) => role !== 'employee').map(({ email }) => email)];
    const readers = casesOf(import.meta, every.slice(0, 1), every.slice(1));
    expect(every).to.have.length(5);
    const documents = new Map<string, string>();
    for (const email of readers)
      for (const language of languages)
        documents.set(`${email ?? 'operator'}, ${language}`, await demo.overview(email, language));
    const withFigures = [...documents.keys()];
    const tenant = ['--tenant', demo.slug];
    const [plan] = await api.graph.statement('MATCH (p:OrgPlan {tenantId: $id}) RETURN p.id AS id', {
      id: demo.tenantId,
    });
    const [person] = demo.people.map(({ email }) => email);
    for (const [name, words] of Object.entries({
      plan: ['org', 'plan', 'report', String(plan?.['id'])],
      person: ['org', 'export-person', String(person), '--format', 'html'],
    })) {
      const language = casesOf(import.meta, 'de', 'en');
      const { code, out, err } = await run([...words, ...tenant, '--language', language]);
      expect([code, err], name).to.deep.equal([0, '']);
      documents.set(`${name}, ${language}`, out);
    }
    browser = startBrowser(program);
    for (const [at, [name, html]] of [...documents].entries()) {
      const file = path.join(folder, `${name}.html`);
      writeFileSync(file, html);
      const page = await browser.open(pathToFileURL(file).href);
      printed.set(name, await print(page));
      await page.value(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
      await page.value(`void (() => { ${axe} })()`);
      for (const { width, scheme } of screens[Math.floor(at / languages.length) % 2] ?? []) {
        const screen = { width, height: 900, deviceScaleFactor: 1, mobile: width < 400 };
        await page.send('Emulation.setDeviceMetricsOverride', screen);
        const features = [{ name: 'prefers-color-scheme', value: scheme }];
        await page.send('Emulation.setEmulatedMedia', { media: '', features });
        await page.value(`(${untilLaidOut})(${width})`);
        const seen = await page.value<Omit<View, 'about' | 'hasFigures' | 'width'>>(`(${look})('${marks}')`);
        views.push({
          ...seen,
          about: `${name}, ${width} px, ${scheme}`,
          hasFigures: withFigures.includes(name),
          width,
        });
      }
      expect(page.said, name).to.deep.equal([]);
      await page.send('Page.close');
    }
  });
  after(() => browser?.close());

  it('are without a violation that axe finds', () => {
    for (const { about, violations } of views) expect(violations, about).to.deep.equal([]);
    expect(views).to.have.length(casesOf(import.meta, 8, 20));
  });

  it('have every mark on the screen, and what is wider in an area that can be focused and scrolled', () => {
    for (const { about, width, hasFigures, ...found } of views) {
      expect(found.outside, about).to.deep.equal([]);
      expect(found.scrolled, about).to.be.at.most(width);
      expect(found.marks, about).to.be[hasFigures ? 'above' : 'below'](100);
    }
  });

  it('show neighbouring scores at 3 : 1, and texts on colours at 4.5 : 1', () => {
    for (const { about, colours } of views) {
      const scores = colours.slice(0, 5).map(({ own }) => own);
      for (const [at, score] of scores.slice(1).entries())
        expect(contrast(score, scores[at] ?? ''), `${about}: ${at + 1} and ${at + 2}`).to.be.at.least(3);
      for (const { own, text } of colours) expect(contrast(own, text), `${about}: ${own}`).to.be.at.least(4.5);
    }
  });

  it('are printed without a page that is nearly empty, or a heading of nothing', () => {
    for (const [reader, { pages }] of printed) {
      if (reader.startsWith('person')) continue; // one long text may fill a page of its own
      expect(pages.length, reader).to.be.within(1, 16);
      for (const [at, { text }] of pages.slice(0, -1).entries())
        expect(text.length, `${reader}, page ${at + 1}: ${text}`).to.be.above(200);
      const text = pages.map((page) => page.text).join(' ');
      for (const language of languages) expect(text, reader).to.not.include(pageTexts[language].report.figures);
    }
  });

  it('are printed without a heading, or what introduces a figure, at the foot of a page', () => {
    for (const [reader, { pages, introductions }] of printed) {
      expect(introductions.length, reader).to.be.above(3);
      for (const [at, { lastLine }] of pages.slice(0, -1).entries()) {
        const alone = introductions.find((text) => squeeze(text).endsWith(squeeze(lastLine)));
        expect(alone, `${reader}, foot of page ${at + 1}: ${lastLine}`).to.equal(undefined);
      }
    }
  });
}

/** Runs in a page: what axe finds, where the marks are, and the colours of scores. */
const look = `async (marks) => {
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  const isOutside = (node) => {
    const { left, right, width } = node.getBoundingClientRect();
    const area = node.closest('figure').getBoundingClientRect();
    return width > 0 && (left < area.left - 1 || right > area.right + 1);
  };
  const drawn = [...document.querySelectorAll('figure')].flatMap((figure) => [...figure.querySelectorAll(marks)]);
  const wide = [...document.querySelectorAll('main *')].filter((node) => node.scrollWidth > node.clientWidth + 1
    && getComputedStyle(node).overflowX === 'auto');
  const outside = [...drawn.filter(isOutside), ...wide.filter((node) => node.tabIndex !== 0)];
  const tones = [...[1, 2, 3, 4, 5].map((score) => 'score-' + score), ...[1, 2, 3, 4, 5, 6, 7].map((tone) => 'heat-' + tone)];
  return {
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
    marks: drawn.length,
    outside: outside.map((node) => node.outerHTML),
    scrolled: document.documentElement.scrollWidth,
    colours: tones.map((tone) => {
      const node = document.querySelector('section').appendChild(document.createElement('i'));
      node.className = tone;
      const { backgroundColor: own, color: text } = getComputedStyle(node);
      node.remove();
      return { own, text };
    }),
  };
}`;

type Printed = { pages: { text: string; lastLine: string }[]; introductions: string[] };
/** A PDF says where glyphs are, and not where spaces are. */
const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** Returns the text of each page on paper, its last line, and the texts that a line of something else has to follow. */
async function print(page: Page): Promise<Printed> {
  const options = { preferCSSPageSize: true, printBackground: true };
  const { data } = await page.send<{ data: string }>('Page.printToPDF', options);
  const pdf = await getDocument({ data: new Uint8Array(Buffer.from(data, 'base64')) }).promise;
  const pages: Printed['pages'] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []));
    const lineOf = ({ transform }: (typeof texts)[number]): number => Math.round(Number(transform[5]));
    const lowest = Math.min(...texts.map(lineOf));
    const lastLine = texts.filter((item) => lineOf(item) === lowest).map(({ str }) => str);
    pages.push({ text: texts.map(({ str }) => str).join(' '), lastLine: lastLine.join(' ') });
  }
  const introductions = await page.value<string[]>(
    `[...document.querySelectorAll('h2, h3, h2 + .faint, figcaption p, section > header p, .says + p')].map((one) => one.textContent)`,
  );
  return { pages, introductions };
}

/** Runs in a page: resolves when it is laid out for a new width, which takes some frames on a busy machine. */
const untilLaidOut = `async (width) => {
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  for (let frames = 0; document.documentElement.clientWidth !== width && frames < 600; frames += 1) await nextFrame();
  for (let frames = 0; frames < 3; frames += 1) await nextFrame();
}`;

/** The contrast of two colours: WCAG 2.2, relative luminance. */
function contrast(...colours: [string, string]): number {
  const [high = 0, low = 0] = colours
    .map((colour) =>
      (colour.match(/[\d.]+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0),
    )
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
