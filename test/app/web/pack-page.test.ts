// Preparing a page: hashed names that follow what a module imports, bounds, and how much of the page of the product a first visit loads.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'chai';
import ts from 'typescript';
import { packWeb, webFolder } from '../../../src/app/web.ts';
import { errorCodes, getMessage } from '../../../src/platform/errors.ts';
import { languages } from '../../../src/platform/lib/languages.ts';
import { planFaultCodes } from '../../../src/platform/schema/plan-values.ts';
import { dropComments, packPage, pageLimits, type PackedPage } from '../../../src/platform/http/web/pack-page.ts';

/** What a first visit may load. */
const firstVisitBytes = 70_000;

describe('packing a page', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'page-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const pack = (change: Record<string, string> = {}, options: object = {}): PackedPage => {
    const files = {
      'index.html': '<head>\n    <link href="./look.css" />\n    <script src="./a.js"></script>\n  </head>',
      'look.css': 'p {}',
      'a.js': `// first\nimport {\n  b,\n} from './b.js';\nimport './c.js';\nexport { d } from 'dee';\nexport const a = b;\n`,
      'b.js': `export const b = "from './not.js'";\n`,
      'c.js': '',
      'unused.js': '',
      'dee.mjs': 'export const d = 1;\n',
      ...change,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    return packPage({ folder, filesPath: '/files', resolve: (name) => path.join(folder, `${name}.mjs`), ...options });
  };
  const nameOf = ({ files }: PackedPage, base: string): string =>
    [...files.keys()].find((name) => name.startsWith(`${base}.`)) ?? 'none';

  it('names every file that the document reaches by its content, in the document and in imports', () => {
    const page = pack();
    for (const name of page.files.keys()) expect(name).to.match(/^[a-z]+\.[0-9a-f]{16}\.(js|css)$/);
    expect([...page.files.keys()].map((name) => name.split('.')[0]).sort()).to.deep.equal(
      ['a', 'b', 'c', 'dee', 'look'].sort(),
    );
    const [a, b, c, dee, look] = ['a', 'b', 'c', 'dee', 'look'].map((base) => nameOf(page, base));
    expect(page.files.get(a ?? '')?.body).to.equal(
      `import {\n  b,\n} from './${b}';\nimport './${c}';\nexport { d } from './${dee}';\nexport const a = b;\n`,
    );
    expect(page.files.get(b ?? '')?.body).to.include('./not.js'); // a text is no import
    expect(page.document.body).to.include(`href="/files/${look}"`).and.include(`<script src="/files/${a}">`);
    for (const module of [a, b, c, dee])
      expect(page.document.body).to.include(`<link rel="modulepreload" href="/files/${module}" />`);
  });

  it('gives other names to a module and to all that import it when its content changes, and to nothing else', () => {
    const [before, after] = [pack(), pack({ 'c.js': 'export const c = 1;\n' })];
    for (const base of ['c', 'a']) expect(nameOf(after, base), base).to.not.equal(nameOf(before, base));
    for (const base of ['b', 'look', 'dee']) expect(nameOf(after, base), base).to.equal(nameOf(before, base));
    expect(nameOf(pack(), 'a')).to.not.equal(nameOf(after, 'a'));
  });

  it('leaves a module that is imported later out of the document, and loads it at once with what it needs', () => {
    const later = {
      'a.js': `import { b } from './b.js';\nexport const open = async () => (await import('./late.js')).late + b;\n`,
      'late.js': `import './b.js';\nimport './deep.js';\nexport const late = 1;\n`,
      'deep.js': `import './c.js';\n`,
      'c.js': 'export const c = 1;\n',
    };
    const page = pack(later);
    const [a, b, c, deep, late] = ['a', 'b', 'c', 'deep', 'late'].map((base) => nameOf(page, base));
    expect(page.files.get(a ?? '')?.body).to.include(
      `(await Promise.all([import('./${late}'),import('./${deep}'),import('./${c}')]).then(([one]) => one)).late`,
    );
    expect(page.document.body)
      .to.include(`"/files/${b}"`)
      .and.not.match(/late|deep|\/c\./);
    const changed = pack({ ...later, 'c.js': 'export const c = 2;\n' });
    for (const base of ['a', 'late', 'deep', 'c']) expect(nameOf(changed, base), base).to.not.equal(nameOf(page, base));
    const alone = pack({ ...later, 'late.js': `import './b.js';\nexport const late = 1;\n` });
    expect(alone.files.get(nameOf(alone, 'a'))?.body).to.include(`(await import('./${nameOf(alone, 'late')}')).late`);
    const there = pack({ 'a.js': `import './b.js';\nexport const open = () => import('./b.js');\n` });
    expect(there.files.get(nameOf(there, 'a'))?.body).to.include(`=> import('./${nameOf(there, 'b')}')`);
    expect(() => pack({ ...later, 'deep.js': `import './a.js';\n` })).to.throw('imports itself');
    expect(() => pack({ ...later, 'late.js': `import './z.js';\n` })).to.throw('has no z.js');
  });

  it('serves modules in place of those of the folder, and no others', () => {
    const page = pack({}, { modules: { 'b.js': 'export const b = 2;\n' } });
    expect(page.files.get(nameOf(page, 'b'))?.body).to.equal('export const b = 2;\n');
    expect(() => pack({}, { modules: { 'z.js': '' } })).to.throw('has no z.js');
  });

  it('refuses what is missing, circles, other types and a page that is too large', () => {
    expect(() => pack({ 'b.js': `import './z.js';` })).to.throw('has no z.js');
    expect(() => pack({ 'b.js': `import '../b.js';` })).to.throw('ENOENT');
    expect(() => pack({ 'b.js': `import './a.js';` })).to.throw('imports itself');
    expect(() => pack({ 'index.html': '<img src="./x.exe" />', 'x.exe': '' })).to.throw('no type');
    expect(() => pack({ 'b.js': `// ${'x'.repeat(pageLimits.bytes)}` })).to.throw('bytes');
    const many = Object.fromEntries(Array.from({ length: pageLimits.files }, (_, n) => [`n${n}.js`, '']));
    expect(() => pack(many)).to.throw('files');
  });
});

describe('the page of the product', () => {
  const page = packWeb();
  const sources = readdirSync(webFolder).map((file) => ({
    file,
    text: readFileSync(path.join(webFolder, file), 'utf8'),
  }));
  const modules = sources.filter(({ file }) => file.endsWith('.js'));

  it('has no file that it does not use', () => {
    const used = [...page.files.keys()].map((name) => name.replace(/\.[0-9a-f]{16}\./, '.'));
    const packages = ['openapi-fetch.js', 'lit-html.js'];
    const own = sources.flatMap(({ file }) => (/(index\.html|\.d\.ts|\.json)$/.test(file) ? [] : file));
    expect(used).to.have.members([...own, ...packages]);
  });

  it('sends its modules without their comments, and nothing else of them is changed', () => {
    const printer = ts.createPrinter({ removeComments: true });
    const print = (text: string): string =>
      printer.printFile(ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
    for (const { file, text } of modules) expect(print(dropComments(text)), file).to.equal(print(text));
    for (const [name, { body }] of page.files)
      if (/^(week|ui|text|texts-de)\.[0-9a-f]+\.js$/.test(name)) expect(body, name).to.not.match(/^\s*\/\*\*\n/m);
  });

  const isNamed = (name: string): boolean => page.document.body.includes(`/${name}"`);
  it(`loads at most ${firstVisitBytes / 1_000} KB, compressed`, () => {
    const first = [...page.files].flatMap(([name, file]) => (isNamed(name) ? [file] : []));
    const total = [page.document, ...first].reduce(
      (sum, { body, compressed }) => sum + (compressed ?? Buffer.from(body)).length,
      0,
    );
    for (const { body, compressed } of page.files.values())
      if (compressed) expect(brotliDecompressSync(compressed).toString()).to.equal(body);
    expect(total).to.be.within(20_000, firstVisitBytes);
  });

  it('loads my week first, and each other screen when somebody opens it', () => {
    const bases = (isFirst: boolean): string[] =>
      [...page.files.keys()].flatMap((name) => (isNamed(name) === isFirst ? [name.split('.')[0] ?? ''] : []));
    expect(bases(true)).to.include.members(['page', 'screens', 'sign-in', 'week', 'texts-de', 'texts-en']);
    expect(bases(false)).to.include.members(['administration', 'company', 'plans', 'question-forms', 'reports']);
  });

  it('names no other host, and has no inline script or style', () => {
    expect(page.document.body).to.not.match(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style|javascript:|https?:/i);
    for (const { file, text } of sources.filter(({ file }) => /\.(css|html)$/.test(file)))
      expect(text, file).to.not.match(/https?:\/\/|\burl\(|@import/);
  });

  it('never parses text as markup of its own, and imports nothing later but the modules of screens', () => {
    expect(modules).to.have.length.above(30);
    for (const { file, text } of modules)
      expect(
        text
          .replaceAll(/\/\*\*.*?\*\//gs, '')
          .replaceAll(file === 'screens.js' ? /\bimport\('\.\/[\w-]+\.js'\)/g : '', ''),
        file,
      ).to.not.match(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\bimport\(|unsafeHTML|localStorage/,
      );
  });

  it('has what the API usually says of each refusal', () => {
    const body = [...page.files].find(([name]) => name.startsWith('usual-messages.'))?.[1].body ?? '';
    for (const code of errorCodes) expect(body).to.include(JSON.stringify(getMessage(code)));
  });

  it('has the words for every fault of a plan that the API can name', () => {
    const text = [...page.files].find(([name]) => name.startsWith('plan-faults.'))?.[1].body ?? '';
    const words = JSON.parse(text.replace('export const planFaultTexts = ', '').replace(/;\s*$/, '')) as Record<
      string,
      object
    >;
    expect(words).to.have.all.keys(...languages);
    for (const ofLanguage of Object.values(words)) expect(ofLanguage).to.have.all.keys(...planFaultCodes);
    // the tables of texts name refusals, some of which have the same codes
    const others = modules.filter(({ file }) => !file.startsWith('texts-'));
    expect(others.filter((module) => planFaultCodes.some((code) => module.text.includes(code)))).to.deep.equal([]);
  });
});
