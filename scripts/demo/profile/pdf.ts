// A profile as a PDF: the pages, headings and figures of an Insights Discovery profile, for a person who does not exist.
import { pick, createChance } from '../chance.ts';
import { newSheets, type Sheets } from './sheets.ts';

/** Blue, green, yellow, red, each 0.00–6.00. */
export type Energies = readonly [number, number, number, number];

export type ProfileContent = {
  style: string[];
  interacting: string[];
  deciding: string[];
  strengths: string[];
  weaknesses: string[];
  value: string[];
  dos: string[];
  /** Verb phrases: they follow "DO NOT:". */
  donts: string[];
  blindSpots: string[];
  opposite: string[];
  oppositeNeeds: string[];
  suggestions: string[];
  management: string[];
  conscious: Energies;
  lessConscious: Energies;
  wheel: { conscious: [number, string]; lessConscious: [number, string] };
};

/** `date`: `YYYY-MM-DD`. */
export type ProfilePersonData = { name: string; date: string; email?: string };

export type ProfileStyle = {
  spelling: 'british' | 'american';
  bulletGlyph: string;
  columns: 1 | 2;
  /** Cells of the colour page touch, so that a reader sees "97%100". */
  fuseCells: boolean;
  hyphenate: boolean;
  /** Lines are drawn in several runs. */
  pieces: boolean;
  seed: string;
  /** Changes a heading, introduction or opening line, or leaves it out: for damaged and foreign profiles. */
  edit?: (heading: string) => string | undefined;
};

/** How the prose of a profile calls a person. */
export const firstNameIn = (name: string): string => name.split(' ')[0] ?? name;

/** A profile of some 21 pages. The same arguments give the same pages. */
export async function profilePdf(
  person: ProfilePersonData,
  content: ProfileContent,
  style: ProfileStyle,
): Promise<Uint8Array> {
  const { columns, hyphenate, pieces, seed, edit = (heading) => heading } = style;
  const chance = createChance(seed, 'sheets');
  const sheets = await newSheets({ columns, hyphenate, pieces, chance });
  const first = firstNameIn(person.name);
  const owner = first.endsWith('s') && chance() < 0.5 ? `${first}'` : `${first}'s`;
  const spell = (text: string): string =>
    style.spelling === 'british' ? text : text.replaceAll('Colour', 'Color').replaceAll('ecognising', 'ecognizing');
  const titles: string[] = [];

  const head = (text: string, size: number, after: number, bold = true): void => {
    const shown = edit(spell(text));
    if (shown !== undefined) sheets.line(shown, { size, bold, after });
  };
  const page = (title: string, subtitle?: string): void => {
    sheets.turn();
    for (const heading of [title, subtitle]) if (heading) titles.push(spell(heading));
    head(title, 20, 8);
    if (subtitle) head(subtitle, 15, 10);
  };
  const intro = (text: string): void => sheets.passages([edit(spell(text)) ?? ''], '');
  const list = (opening: string, bullets: string[]): void => {
    head(opening, 10.5, 8, true);
    sheets.passages(bullets, style.bulletGlyph);
  };

  sheets.turn();
  sheets.put('Insights Discovery®', 60, 640, { size: 28, bold: true });
  sheets.put('Personal Profile', 60, 600, { size: 18 });
  sheets.put(person.name, 60, 520, { size: 18 });
  sheets.put(longDate(person.date, style), 60, 495);
  sheets.put('Foundation Chapter', 60, 440, { size: 14 });

  page('Personal Details');
  for (const line of [
    person.name,
    ...(person.email ? [person.email] : []),
    `Date Completed: ${longDate(person.date, style)}`,
    `Date Printed: ${longDate(person.date, style)}`,
    'Referral Code: DEMO',
  ]) {
    sheets.line(line);
  }
  const possessive = person.name.endsWith('s') && chance() < 0.5 ? `${person.name}'` : `${person.name}'s`;
  intro(
    `This Insights Discovery profile is based on ${possessive} responses to the Insights Preference Evaluator which was ` +
      `completed on ${longDate(person.date, style)}.`,
  );
  sheets.turn(); // the contents, filled in when the pages are known
  page('Overview', 'Personal Style');
  intro(`These pages describe how ${first} may prefer to work. They are invented, for trying the service out.`);
  sheets.passages(content.style, '');
  page('Overview', 'Interacting with Others');
  sheets.passages(content.interacting, '');
  page('Overview', 'Decision Making');
  sheets.passages(content.deciding, '');
  page('Key Strengths & Weaknesses', 'Strengths');
  intro(`What ${first} does well is set out here; other strengths may be known to colleagues.`);
  list(`${owner} key strengths:`, content.strengths);
  page('Key Strengths & Weaknesses', 'Possible Weaknesses');
  intro('What serves well in one place may be in the way in another.');
  list(`${owner} possible weaknesses:`, content.weaknesses);
  page('Value to the Team');
  list(`As a team member, ${first}:`, content.value);
  page('Communication', 'Effective Communications');
  intro('Some ways of speaking are heard more readily than others. Take up what fits the moment.');
  list(`Strategies for communicating with ${first}:`, content.dos);
  page('Communication', 'Barriers to Effective Communication');
  intro('Other ways of speaking close doors, however well they are meant.');
  list(`When communicating with ${first}, DO NOT:`, content.donts);
  page('Possible Blind Spots');
  intro('How we see ourselves is not always how others see us.');
  head(`${owner} possible Blind Spots:`, 10.5, 8, true);
  sheets.passages(content.blindSpots, '');
  page('Opposite Type', 'Recognising your Opposite Type:');
  sheets.passages(content.opposite, '');
  page('Opposite Type', `Communication with ${owner} Opposite Type`);
  list(`${first}: how you can meet your opposite type:`, content.oppositeNeeds);
  head(`${first}, when you are dealing with your opposite type DO NOT:`, 10.5, 8, true);
  sheets.passages(content.oppositeNeeds, style.bulletGlyph);
  page('Suggestions for Development');
  list(`${first} may benefit from:`, content.suggestions);
  page('Management', 'Creating the Ideal Environment');
  list(`${owner} ideal environment is one in which:`, content.management);
  page('Management', `Managing ${first}`);
  list(`${first} needs:`, content.management);
  wheelPage(sheets, page, content);
  coloursPage(sheets, page, content, style);
  page('Jungian Preferences');
  intro('Attitude, thinking and perceiving, as bars.');
  page('Personal Notes');

  return sheets.finish((number, pages) => {
    if (number > 1) sheets.put(person.name, 60, 800, { size: 9 });
    if (number > 1) sheets.put('Foundation Chapter', 460, 800, { size: 9 });
    sheets.put(`© The Insights Group Ltd, 1992-2024. All rights reserved. Page ${number}`, 60, 40, { size: 8 });
    if (number !== 3) return;
    sheets.put('Contents', 60, 760, { size: 20, bold: true });
    [...new Set(titles)].forEach((title, at) => {
      const y = 725 - at * 18;
      sheets.put(pick(chance, [title, `${title} ........`]), 60, y);
      sheets.put(String(Math.min(4 + at, pages)), 520, y);
    });
  });
}

function wheelPage(sheets: Sheets, page: (title: string) => void, { wheel }: ProfileContent): void {
  page('The Insights Discovery® 72 Type Wheel');
  sheets.put('Conscious Wheel Position', 60, 700, { bold: true });
  sheets.put(`${wheel.conscious[0]}: ${wheel.conscious[1]}`, 60, 684);
  sheets.put('Less Conscious Wheel Position', 60, 650, { bold: true });
  sheets.put(`${wheel.lessConscious[0]}: ${wheel.lessConscious[1]}`, 60, 634);
}

const names = ['BLUE', 'GREEN', 'YELLOW', 'RED'];
const paints: [number, number, number][] = [
  [0.1, 0.3, 0.7],
  [0.1, 0.6, 0.3],
  [0.95, 0.8, 0.1],
  [0.85, 0.1, 0.15],
];

/** Three charts side by side, each with its axis; where cells fuse, the axis of the next chart touches the last cell. */
function coloursPage(
  sheets: Sheets,
  page: (title: string) => void,
  { conscious, lessConscious }: ProfileContent,
  { fuseCells }: ProfileStyle,
): void {
  page('The Insights Discovery® Colour Dynamics');
  const put = (text: string, x: number, y: number): number => {
    sheets.put(text, x, y, { size: 9 });
    return sheets.measureEnd(text, x, 9);
  };
  const row = (cells: string[], x: number, y: number): number => {
    if (fuseCells) return put(cells.join(' '), x, y);
    return Math.max(...cells.map((cell, at) => put(cell, x + at * 42, y)));
  };
  const next = (end: number, apart: number): number => (fuseCells ? end : apart);
  put('Persona (Conscious)', 60, 690);
  put('Preference Flow', 270, 690);
  put('6', next(put('Persona (Less Conscious)', 370, 690), 545), 690);
  for (const [x, energies] of [
    [60, conscious],
    [370, lessConscious],
  ] as const) {
    energies.forEach((value, at) => sheets.bar(x + at * 42, 560, 24, value * 18, paints[at] ?? [0, 0, 0]));
    put('3', x - 12, 620);
    put('0', x - 12, 560);
    row(names, x, 540);
    row(
      energies.map((value) => value.toFixed(2)),
      x,
      525,
    );
    const end = row(
      energies.map((value) => `${Math.round((value / 6) * 100)}%`),
      x,
      510,
    );
    if (x === 60) put('100', next(end, 262), 510);
    else put('Conscious', next(end, 545), 510);
  }
  put('6', next(put(`${computeFlow(conscious, lessConscious).toFixed(1)}%`, 285, 495), 340), 495);
  put('50', 262, 480);
  put('Less Conscious', 400, 480);
}

/** The preference flow in percent: from the less conscious energies to the conscious ones. */
export function computeFlow(conscious: Energies, lessConscious: Energies): number {
  const sum = (energies: Energies): number => energies.reduce((total, value) => total + value, 0);
  const [above, below] = [sum(conscious), sum(lessConscious)];
  return (100 * (above - below)) / Math.max(Math.min(above, below), 0.01);
}

function longDate(date: string, { spelling }: ProfileStyle): string {
  const locale = spelling === 'british' ? 'en-GB' : 'en-US';
  return new Date(date).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}
