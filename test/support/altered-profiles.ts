// Profiles changed as people and programs change them, and what each still says of its person.
import {
  addFields,
  addLine,
  addNote,
  assemble,
  changePaper,
  countPages,
  hideText,
  printOnSheets,
  reorder,
  skew,
  type Ink,
} from './altered-pdfs.ts';
import { listProfiles, readPdf, type CorpusProfile } from './profile-corpus.ts';
import { aProfile, pagesOf } from './profile.ts';

export type AlteredProfile = CorpusProfile & { pdf: Uint8Array };

const alteredHere = { producer: 'changed in the tests', plain: false } as const;

const programs = ['Chromium', 'fpdf2', 'LibreOffice', 'ReportLab', 'Typst', 'WeasyPrint'];

/** Fixtures of these layouts, one of every program that has it. */
function takeFixtures(...layouts: string[]): CorpusProfile[] {
  const all = listProfiles().filter(({ treatment }) => treatment === 'none');
  return programs.flatMap((program) =>
    layouts.flatMap((layout) => all.filter((one) => one.producer === program && one.layout === layout).slice(0, 1)),
  );
}

/** The colour pages are the third and the second from the end in each fixture. */
async function replaceColours(own: Uint8Array, other: Uint8Array): Promise<Uint8Array> {
  const count = await countPages(own);
  const otherCount = await countPages(other);
  return assemble([
    ...Array.from({ length: count - 3 }, (_, at): [Uint8Array, number] => [own, at]),
    [other, otherCount - 3],
    [other, otherCount - 2],
    [own, count - 1],
  ]);
}

/** The pages of one person, with the colours of another who has another program, paper, font or place of the name. */
async function* mixPeople(): AsyncGenerator<AlteredProfile> {
  const owners = takeFixtures('plain', 'letter paper', 'no running head', 'head below the margin');
  const layouts = ['plain', 'letter paper', 'large text', 'head below the margin', 'large head below the margin'];
  const others = takeFixtures(...layouts);
  for (const [at, owner] of owners.entries()) {
    for (const step of [1, 9]) {
      const other = others[(at * 5 + step) % others.length];
      if (!other || other.person.name === owner.person.name) continue;
      const pdf = await replaceColours(readPdf(owner.name), readPdf(other.name));
      const fields = { ...owner.fields, colourWheel: undefined, percentages: undefined };
      yield {
        ...owner,
        ...alteredHere,
        name: `${owner.name} with ${other.name}`,
        treatment: 'colours of another',
        fields,
        pdf,
      };
    }
  }
  const unnamed = takeFixtures('no running head');
  for (const [at, owner] of [...takeFixtures('plain'), ...unnamed].entries()) {
    const other = [...unnamed.slice(at % unnamed.length), ...unnamed].find(
      ({ person }) => person.name !== owner.person.name,
    );
    if (!other) continue;
    const pdf = await replaceColours(readPdf(owner.name), readPdf(other.name));
    const fields = { ...owner.fields, colourWheel: undefined, percentages: undefined };
    yield { ...owner, ...alteredHere, treatment: 'colours of nobody named', fields, pdf };
  }
}

/** What a tool does to whole files, whatever they say. */
const tools: Record<string, (pdf: Uint8Array) => Promise<Uint8Array>> = {
  'text layer of a scan': hideText,
  'turned by 0.4 and 0.8 degrees': (pdf) => skew(pdf, [0.4, -0.4, 0.8]),
  'turned by 1.5 and 2.5 degrees': (pdf) => skew(pdf, [1.5, -2.5, 2]),
  'turned by 5 degrees': (pdf) => skew(pdf, [5, -4]),
  'skewed scan': async (pdf) => skew(await hideText(pdf), [0.8, -1.5]),
  'two pages on a sheet': (pdf) => printOnSheets(pdf, 1),
  'on letter paper': (pdf) => changePaper(pdf, 612, 792),
  'last page first': (pdf) => reorder(pdf, (indexes) => indexes.toReversed()),
  'odd pages first': (pdf) => reorder(pdf, (indexes) => indexes.toSorted((a, b) => (a % 2) - (b % 2) || a - b)),
  'colours first': (pdf) => reorder(pdf, (indexes) => [...indexes.slice(-3), ...indexes.slice(0, -3)]),
};

/** The long lists below a running head go on overleaf, which matters to the order of the pages. */
async function* applyTools(): AsyncGenerator<AlteredProfile> {
  for (const [treatment, apply] of Object.entries(tools)) {
    const layouts = treatment.endsWith('first') ? ['plain', 'head below the margin'] : ['plain'];
    for (const profile of takeFixtures(...layouts)) {
      yield { ...profile, ...alteredHere, treatment, pdf: await apply(readPdf(profile.name)) };
    }
  }
}

type Made = Awaited<ReturnType<typeof aProfile>>;
const style = { columns: 1, hyphenate: false, splitRuns: false } as const;

function note({ person, fields: { summary, ...texts }, pdf }: Made, treatment: string): AlteredProfile {
  const { name, date } = person;
  const fields = { ...texts, colourWheel: summary?.colourWheel, percentages: summary?.percentages };
  return {
    ...alteredHere,
    name: `${treatment} of ${name}`,
    layout: 'demo',
    treatment,
    person: { name, completedOn: date },
    fields,
    pdf,
  };
}

/** A profile of which the PDF says something else: a scan that was misread, or text that is not in the PDF at all. */
async function falsify(
  seed: string,
  treatment: string,
  change: (content: Made['content']) => Partial<Made['content']>,
): Promise<AlteredProfile> {
  const real = await aProfile(seed, { style });
  const { pdf } = await aProfile(seed, { style, content: { ...real.content, ...change(real.content) } });
  return note({ ...real, pdf }, treatment);
}

const misread = (texts: string[]): string[] =>
  texts.map((text, at) => (at % 3 === 1 ? text.replace(/l(?=\p{Ll})/u, '1') : text.replace(/rn|m(?=\p{Ll})/u, 'in')));
const spoilQuotes = (texts: string[]): string[] => texts.map((text) => text.replace(/(\p{Ll}{3,})(?= )/u, '<$1='));
const cut = (texts: string[]): string[] => texts.map((text) => text.slice(0, Math.floor(text.length * 0.6)).trim());

/** The page of the key strengths (from 0), and where its next line would be. */
async function findEndOfStrengths(pdf: Uint8Array): Promise<{ page: number; y: number }> {
  const pages = await pagesOf(pdf);
  const page = pages.findIndex(({ items }) => items.some(({ text }) => / key strengths:/.test(text)));
  const body = pages[page]?.items.filter(({ y, text }) => y > 90 && text.trim() !== '') ?? [];
  return { page, y: Math.min(...body.map(({ y }) => y)) - 20.5 };
}

async function* makeProfiles(): AsyncGenerator<AlteredProfile> {
  for (const seed of ['Ada', 'Bo', 'Cy']) {
    const plain = await aProfile(seed, { style: { ...style, bulletGlyph: '•' } });
    const { page, y } = await findEndOfStrengths(plain.pdf);
    yield note(plain, 'none');
    for (const ink of ['invisible', 'white', 'transparent', 'layer'] satisfies Ink[]) {
      const pdf = await addLine(plain.pdf, { page, text: '•  Is hidden from everybody', x: 60, y, ink });
      yield note({ ...plain, pdf }, ink === 'layer' ? 'bullet on a layer that is off' : `bullet in ${ink} ink`);
    }
    yield note({ ...plain, pdf: await addNote(plain.pdf, page, 'Also patient') }, 'note on a page');
    const fewer = await falsify(seed, 'bullets in form fields', ({ strengths }) => ({
      strengths: strengths.slice(0, -2),
    }));
    const place = await findEndOfStrengths(fewer.pdf);
    const values = plain.content.strengths.slice(-2);
    yield { ...fewer, pdf: await addFields(fewer.pdf, { ...place, values }) };
    yield await falsify(seed, 'blind spots cut off', ({ blindSpots }) => ({ blindSpots: cut(blindSpots) }));
    yield await falsify(seed, 'quotation marks spoilt', ({ strengths, blindSpots }) => ({
      strengths: spoilQuotes(strengths),
      blindSpots: spoilQuotes(blindSpots),
    }));
    const scan = await falsify(seed, 'misread scan', ({ strengths, dos }) => ({
      strengths: misread(strengths),
      dos: misread(dos),
    }));
    yield { ...scan, pdf: await hideText(scan.pdf) };
  }
}

/** Makes all profiles of this file, some 150. */
export async function* alterProfiles(): AsyncGenerator<AlteredProfile> {
  yield* mixPeople();
  yield* applyTools();
  yield* makeProfiles();
}
