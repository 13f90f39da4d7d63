// The texts of the page: each stands in the tables of languages and nowhere else, and the tables say the same in each language.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { webFolder } from '../../../src/app/web.ts';
import { notificationTypes } from '../../../src/features/notifications/registry.ts';
import { errorCodes, getMessage } from '../../../src/platform/errors.ts';
import { languages } from '../../../src/platform/lib/languages.ts';
import { roles } from '../../../src/platform/permissions.ts';
import { settingNames } from '../../../src/platform/settings/settings.ts';
import { planStatuses } from '../../../src/platform/schema/plan-values.ts';

type Leaf = string | ((...parts: string[]) => string);
type Table = { [key: string]: Leaf | Table };

const tables: Record<string, Table> = {};
for (const language of languages) {
  const files = [`texts-${language}.js`, `texts-admin-${language}.js`];
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(webFolder, file)).href) as Promise<Record<string, Table>>),
  );
  tables[language] = Object.assign({}, ...modules.map((module) => module[language])) as Table;
}

const listLeaves = (table: Table, at = ''): [key: string, leaf: Leaf][] =>
  Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'object' ? listLeaves(value, `${at}${key}.`) : [[at + key, value] as [string, Leaf]],
  );

/** What a text puts in: the parts that it is given, as they are found in what it says. */
function findParts(leaf: Leaf): string[] {
  if (typeof leaf === 'string') return [];
  const parts = Array.from({ length: leaf.length }, (_, at) => `«${at}»`);
  const said = leaf(...parts);
  return parts.filter((part) => said.includes(part));
}

/** Functions of ui.js that show a text, by the positions of their arguments. */
const shown = new Map<string, number[]>(
  Object.entries({
    button: [0],
    askingButton: [1, 2, 4],
    field: [0, 2],
    badge: [0],
    empty: [0, 1],
    closedCard: [0],
    tabs: [0],
    table: [0],
    change: [0],
    check: [1],
  }),
);
/** Literals that look like words and are none that a reader sees: headers, keys of the keyboard, and days as the API names them. */
const names = /^(Authorization|Bearer \0|Idempotency-Key|If-Match|Accept|ArrowDown|ArrowUp|Enter|Escape|\w+day)$/;
const letters = /\p{L}{2,}/u;
const looksLikeText = (text: string): boolean =>
  !names.test(text) && (/^\s*\p{Lu}\p{Ll}+/u.test(text) || /\p{Ll}[.!?…]$/u.test(text));

/** The texts that stand in a module, each as it is found. */
function findTexts(source: string): string[] {
  const file = ts.createSourceFile('module.js', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found: string[] = [];
  const readTemplate = (template: ts.TemplateLiteral): string =>
    ts.isNoSubstitutionTemplateLiteral(template)
      ? template.text
      : template.head.text + template.templateSpans.map(({ literal }) => `\0${literal.text}`).join('');
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText())) {
      const markup = readTemplate(node.template);
      for (const [, text = ''] of markup.matchAll(/\b(?:aria-label|placeholder|title|alt)="([^"]*)"/g))
        if (letters.test(text) && !text.startsWith('https:')) found.push(text);
      found.push(...markup.split(/<[^>]*>/).filter((text) => letters.test(text)));
      if (ts.isTemplateExpression(node.template)) for (const span of node.template.templateSpans) look(span.expression);
      return;
    }
    if (ts.isCallExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.name.text
        : node.expression.getText();
      for (const at of shown.get(name) ?? []) {
        const given = node.arguments[at];
        if (given && (ts.isStringLiteralLike(given) || ts.isTemplateExpression(given))) {
          const text = ts.isStringLiteralLike(given) ? given.text : readTemplate(given);
          if (letters.test(text)) found.push(text);
        }
      }
    }
    if (ts.isStringLiteralLike(node) && looksLikeText(node.text)) found.push(node.text);
    if (ts.isTemplateExpression(node) && looksLikeText(readTemplate(node))) found.push(readTemplate(node));
    ts.forEachChild(node, look);
  };
  look(file);
  return [...new Set(found.map((text) => text.trim()))];
}

/** The language of the page for a reader whose browser asks for these languages. */
type Page = { t: Table & Record<string, Record<string, (...parts: string[]) => string>>; language: string };
const page = (await import(pathToFileURL(path.join(webFolder, 'language.js')).href)) as Page & {
  useLanguage: (own: string | undefined) => void;
};
function readAs(own: string | undefined, browser: string[]): string {
  const root = { lang: '' };
  const globals = { navigator: { languages: browser }, document: { documentElement: root } };
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    page.useLanguage(own);
  } finally {
    for (const [name, old] of before)
      if (old) Object.defineProperty(globalThis, name, old);
      else Reflect.deleteProperty(globalThis, name);
  }
  expect(root.lang).to.equal(page.language);
  return root.lang;
}

describe('the language of the page', () => {
  it('is that of the person, or else the first one of the browser that there is, or else English', () => {
    expect(readAs('de', ['en-US'])).to.equal('de');
    expect(readAs('de_AT', ['en-US'])).to.equal('de');
    expect(readAs('DE-ch', [])).to.equal('de');
    expect(readAs('en', ['de'])).to.equal('en');
    expect(readAs('sv-SE', ['fr', 'de-DE', 'en'])).to.equal('de');
    expect(readAs(undefined, ['fr', 'en-GB', 'de'])).to.equal('en');
    expect(readAs(undefined, [])).to.equal('en');
    for (const odd of ['', 'constructor', '__proto__', '-', 'deutsch']) expect(readAs(odd, ['xx'])).to.equal('en');
  });

  it('says everything in it, and numbers with the form that it has for them', () => {
    readAs('de', []);
    expect(page.t['screens']).to.have.property('week', 'Meine Woche');
    const people = (number: number): string => page.t['common']?.['people']?.(number as never) ?? '';
    expect([0, 1, 2, 1_200].map(people)).to.deep.equal(['0 Personen', '1 Person', '2 Personen', '1.200 Personen']);
    readAs('en', []);
    expect(page.t['screens']).to.have.property('week', 'My week');
    expect([0, 1, 2, 1_200].map(people)).to.deep.equal(['0 people', '1 person', '2 people', '1,200 people']);
  });

  it('isolates a name that is written from right to left, and leaves others as they are', () => {
    for (const own of languages) {
      readAs(own, []);
      const say = page.t['entry']?.['added'] ?? String;
      expect(say('מאיה לוי')).to.include('\u2068מאיה לוי\u2069');
      expect(say('Zoë Ångström')).to.not.match(/[\u2066-\u2069]/);
    }
  });
});

describe('a refusal on the page', () => {
  it('has the words of its code, and the message of the API where that says more than usual', async () => {
    const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(webFolder, file)).href);
    const { usualMessages } = (await load('usual-messages.js')) as { usualMessages: Record<string, string> };
    type Refused = { code?: string; message?: string; detail?: string };
    const { Refusal } = (await load('api.js')) as { Refusal: new (refused: Refused, status: number) => Error };
    const say = (refused: Refused): string => new Refusal(refused, 403).message;
    for (const code of errorCodes) usualMessages[code] = getMessage(code);
    readAs('de', []);
    expect(say({ code: 'FORBIDDEN', message: getMessage('FORBIDDEN') })).to.equal('Das dürfen Sie nicht.');
    expect(say({ code: 'FORBIDDEN', detail: getMessage('FORBIDDEN') })).to.equal('Das dürfen Sie nicht.');
    expect(say({ code: 'FORBIDDEN' })).to.equal('Das dürfen Sie nicht.');
    expect(say({ code: 'FORBIDDEN', message: 'You cannot name yourself.' })).to.match(
      /^Der Dienst .*: You cannot name/,
    );
    expect(say({ code: 'VALIDATION_ERROR', message: 'title is short.' })).to.match(/^Der Dienst .*: title is short\.$/);
    expect(say({})).to.equal('Der Dienst antwortet nicht wie erwartet.');
    readAs('en', []);
    expect(say({ code: 'FORBIDDEN', message: 'You cannot name yourself.' })).to.equal('You cannot name yourself.');
    for (const code of ['constructor', '__proto__', 'NEWER_CODE'])
      expect(say({ code, message: 'Something new.' })).to.equal('Something new.');
  });
});

const modules = readdirSync(webFolder).filter((file) => file.endsWith('.js') && !file.startsWith('texts-'));

describe('the texts of the page', () => {
  const [first = '', ...others] = languages;

  it('have the same keys and put in the same parts in each language', () => {
    const expected = listLeaves(tables[first] ?? {});
    expect(expected).to.have.length.above(300);
    for (const language of others) {
      const there = new Map(listLeaves(tables[language] ?? {}));
      expect([...there.keys()].sort(), language).to.deep.equal(expected.map(([key]) => key).sort());
      for (const [key, leaf] of expected)
        expect(findParts(there.get(key) ?? ''), `${key} in ${language}`).to.deep.equal(findParts(leaf));
    }
  });

  it('are said in each language, and use all parts that they are given', () => {
    for (const [language, table] of Object.entries(tables))
      for (const [key, leaf] of listLeaves(table)) {
        const parts = typeof leaf === 'string' ? [] : Array.from({ length: leaf.length }, (_, at) => `«${at}»`);
        const said = typeof leaf === 'string' ? leaf : leaf(...parts);
        expect(said.trim(), `${key} in ${language}`).to.not.equal('');
        expect(findParts(leaf), `${key} in ${language}`).to.deep.equal(parts);
      }
  });

  it('name every setting, type of notification, role and state of a plan, and refusals that the API has', () => {
    const {
      settings,
      notificationTypes: types,
      roles: ofRoles,
      planStates,
      refusals,
    } = tables[first] as Record<string, Table>;
    const ofOperators = 'rateLimits';
    expect(settings).to.have.all.keys(...settingNames.filter((name) => name !== ofOperators));
    expect(types).to.have.all.keys(...Object.keys(notificationTypes));
    expect(ofRoles).to.have.all.keys(...roles);
    expect(planStates).to.have.all.keys(...planStatuses);
    expect(errorCodes).to.include.members(Object.keys(refusals ?? {}));
  });

  for (const file of modules)
    it(`do not stand in ${file}`, () => {
      expect(findTexts(readFileSync(path.join(webFolder, file), 'utf8'))).to.deep.equal([]);
    });

  it('are found wherever they stand in a module', () => {
    const samples = [
      'html`<p>Nothing here</p>`',
      'html`<p>${1} people</p>`',
      'html`<b aria-label="Weeks"></b>`',
      `button('edit', act)`,
      `visit.change(\`\${name} is gone\`, act)`,
      `const title = 'Settings'`,
      `throw new Error('add the people first.')`,
      'html`<p>${isDone ? html`<b>done</b>` : nothing}</p>`',
    ];
    for (const sample of samples) expect(findTexts(sample), sample).to.have.length(1);
    const others = [
      'html`<p class="card failure" data-title=${title}>${text}</p>`',
      `table(t.a.caption, columns, rows, 'wide wrapped')`,
      `import { t } from './Language.js'`,
      `headers.set('Idempotency-Key', id)`,
    ];
    for (const other of others) expect(findTexts(other), other).to.deep.equal([]);
  });
});
