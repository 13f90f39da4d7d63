// The pages of reports, of a plan and of a person in German: nothing of the English table is left in them, and who gets which language.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { reports } from '../../src/features/reports/index.ts';
import { userToken } from '../support/company.ts';
import { drawnTenant, lastWeek, type DrawnTenant } from '../support/drawn-tenant.ts';
import { textIn } from '../support/html.ts';
import { hasWords, listParts, listTexts, tableOf } from '../support/report-texts.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const times = ['--week', '2026-11-12', '--period', '2026-11'];

/** What a reader sees and hears of a page, one text a line: without its style, and without what is stored in a record. */
function readPage(html: string): string[] {
  const page = html.replace(/<style>[^]*?<\/style>|<div class="record">[^]*?<\/div>/g, '');
  const labels = [...page.matchAll(/ aria-label="([^"]*)"/g)].map(([, label = '']) => label);
  const lines = page
    .replaceAll('<br>', ' ')
    .split(/<[^>]*>/)
    .concat(labels);
  return lines.map((line) => textIn(line.trim())).filter(Boolean);
}

describe('pages of reports in German', () => {
  const api = service();
  const { folder, run } = shell();
  let acme: DrawnTenant;
  const pages = new Map<string, Record<'en' | 'de', string>>();
  const report = (words: string[], environment = {}) =>
    run(['report', ...words, '--tenant', acme.tenantId], environment);

  before(async () => {
    acme = await drawnTenant(api);
    // in no text of a page
    await acme.statement(
      `MATCH (t:Team {tenantId: $tenantId, name: 'People'}) SET t.name = 'Belegschaft', t.department = 'Belegschaft'`,
    );
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.name = 'Akme'`);
    const plan = { frequency: 'weekly', isRequired: false, from: lastWeek, audience: { type: 'tenant' } };
    const questions = await Promise.all(
      [
        { kind: 'yes_no', text: { en: 'Clear?', de: 'Klar?' } },
        { kind: 'scale', text: { en: 'Good?', de: 'Gut?' }, points: 11, lowest: 0 },
      ].map(async (one) => (await acme.as('Adm').post<{ id: string }>('/questions', { ...one, ...plan })).body.id),
    );
    const moves = path.join(folder, 'moves.csv');
    writeFileSync(moves, 'email,managerEmail\ncyd@example.test,fay@example.test\n');
    const made = await run(['org', 'plan', 'new', moves, '--name', 'Tausch', '--json', '--tenant', acme.tenantId]);
    const [planId = made.err] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(made.out) ?? [];
    const commands: Record<string, string[]> = {
      overview: ['report', 'overview', ...times],
      earlier: ['report', 'goals', '--week', '2020-01-06', '--as', 'bob@example.test'],
      org: ['report', 'org', '--as-of', '2026-11-17'],
      yesNo: ['report', 'question', '--question', String(questions[0]), '--week', lastWeek],
      scale: ['report', 'question', '--question', String(questions[1]), '--week', lastWeek],
      plan: ['org', 'plan', 'report', planId],
      person: ['org', 'export-person', 'gus@example.test'],
    };
    for (const [name, words] of Object.entries(commands)) {
      const written = async (language: string): Promise<string> => {
        const page = [...words, '--format', 'html', '--tenant', acme.tenantId, '--language', language];
        const { code, out, err } = await run(page);
        expect([code, err], name).to.deep.equal([0, '']);
        return out;
      };
      pages.set(name, { en: await written('en'), de: await written('de') });
    }
  });

  it('have nothing of the English table in them, and much of the German one', () => {
    const english = [...listTexts(tableOf('en')).values()];
    const german = [...listTexts(tableOf('de')).values()];
    const germanText = german.join('\n');
    const parts = listParts(english).filter((part) => !hasWords(germanText, part));
    const count = (of: string[], lines: string[]): string[] => of.filter((part) => hasWords(lines.join('\n'), part));
    const known = listParts(german);
    for (const [name, { en, de }] of pages) {
      expect(count(parts, readPage(de)), name).to.deep.equal([]);
      expect(count(parts, readPage(en)).length, `${name}: a page in English would be noticed`).to.be.above(20);
      expect(count(known, readPage(de)).length, name).to.be.above(20);
    }
  });

  it('have no words in common with those in English but what people have entered, and what is alike', () => {
    const tables = ['en', 'de'].map((language) => new Set(listTexts(tableOf(language as 'en' | 'de')).values()));
    const data = new Set([
      'Akme',
      'Tausch',
      'Ann',
      'Bob',
      'Cyd',
      'Dan',
      'Eve',
      'Fay',
      'Gus',
      'Hal',
      'Ian',
      'Pia',
      'Adm',
    ]);
    for (const word of ['Board', 'Tech', 'Care', 'Belegschaft', 'job']) data.add(word);
    for (const word of ['He listens.', 'Patience', 'UTC', 'gus@example.test']) data.add(word);
    for (let month = 0; month < 12; month += 1)
      for (const style of ['long', 'short'] as const) {
        const day = new Date(Date.UTC(2026, month));
        const [one = '', other] = ['en', 'de'].map((language) =>
          day.toLocaleDateString(language, { month: style, timeZone: 'UTC' }),
        );
        if (one === other) data.add(one);
      }
    const isAlike = (line: string): boolean => tables.every((table) => table.has(line));
    const isData = (line: string): boolean =>
      line.split(/'s|[,;/: ]+/).every((word) => data.has(word) || !/\p{L}/u.test(word));
    for (const [name, { en, de }] of pages) {
      const english = new Set(readPage(en));
      const common = readPage(de).filter(
        (line) =>
          english.has(line) && !line.split(' · ').every((part) => data.has(part) || isData(part) || isAlike(part)),
      );
      expect(common, name).to.deep.equal([]);
    }
  });

  it('say their language, and have every report with numbers of its language', () => {
    for (const [name, { en, de }] of pages) {
      expect(en, name).to.include('<html lang="en">');
      expect(de, name).to.include('<html lang="de">');
    }
    const { en = '', de = '' } = pages.get('overview') ?? {};
    for (const { name, texts } of reports) {
      expect(de).to.match(new RegExp(`<section id="${name}">\\n<header>\\n<h2>${texts.de.title}</h2>`));
      expect(en).to.match(new RegExp(`<section id="${name}">\\n<header>\\n<h2>${texts.en.title}</h2>`));
    }
    expect([en.includes('mean 3.0'), de.includes('Mittel 3,0')]).to.deep.equal([true, true]);
    expect(de).to.include('>Woche vom 9. November 2026: ').and.include('>09.11.2026<').and.include('>November 2026<');
    const axes = (page: string): string[] =>
      [...page.matchAll(/>(\d+\.? [A-Z]\p{L}+)<\/text>/gu)].map(([, day = '']) => day);
    expect(axes(de)).to.have.length.above(3);
    expect(axes(de).map((day) => day.replace('.', ''))).to.have.length(axes(en).length);
    for (const day of axes(de)) expect(day).to.match(/^\d+\. (Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/);
    for (const day of axes(en)) expect(day).to.match(/^\d+ (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/);
  });

  it('have a question in the language of the page', () => {
    const { en = '', de = '' } = pages.get('yesNo') ?? {};
    expect(en).to.include('“Clear?”').and.include('>Yes<').and.not.include('Klar?');
    expect(de).to.include('„Klar?“').and.include('>Ja<').and.not.include('Clear?');
  });

  it('keep names apart from what stands beside them', async () => {
    const name = 'דוד (5)';
    await acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.name = $name', {
      id: acme.id('Bob'),
      name,
    });
    const { out } = await report([
      'digest',
      '--as',
      'bob@example.test',
      '--week',
      lastWeek,
      '--format',
      'html',
      '--language',
      'de',
    ]);
    expect(out).to.include('Aus der Sicht von \u2068דוד\u2069 (5) · erstellt');
  });

  it('are in the language of the person who asks, unless another one is named', async () => {
    const env = { CHECKIN_TOKEN: await userToken(api, acme.tenantId, acme.id('Ann')) };
    const page = ['digest', '--week', lastWeek, '--format', 'html'];
    const languageOf = async (words: string[], environment = {}): Promise<string> =>
      /<html lang="(.*?)">/.exec((await report([...page, ...words], environment)).out)?.[1] ?? '';
    expect([await languageOf([]), await languageOf([], env)]).to.deep.equal(['en', 'en']);
    await acme.statement(`MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.preferredLanguage = 'de-AT'`, {
      id: acme.id('Ann'),
    });
    expect([
      await languageOf([]),
      await languageOf([], env),
      await languageOf(['--language', 'en'], env),
    ]).to.deep.equal(['en', 'de', 'en']);
    expect(await languageOf(['--as', 'ann@example.test'])).to.equal('en');
    const csv = await report(['digest', '--week', lastWeek, '--format', 'csv'], env);
    const table = await report(['digest', '--week', lastWeek], env);
    expect(csv.out).to.include('Checked in,Quality of work');
    expect(table.out + table.err)
      .to.include('Checked in')
      .and.include('Weekly digest, the week of 9 November 2026.');
  });

  it('are refused in other languages, and other formats in German', async () => {
    const other = await report(['digest', '--format', 'html', '--language', 'fr']);
    expect([other.code, other.out]).to.deep.equal([2, '']);
    const csv = await report(['digest', '--format', 'csv', '--language', 'de']);
    expect(csv).to.deep.equal({
      code: 1,
      out: '',
      err: '--language is of a page: add --format html. Other formats are in English.\n',
    });
    const { out } = await run(['report', 'digest', '--help']);
    expect(out.replace(/\s+/g, ' ')).to.include('tables, and CSV and JSON for machines, are in English');
  });
});
