// Generates a profile as a PDF, with the pages, headings and figures of an Insights Discovery profile.
import { createRandom, pick } from '../random.ts';
import { createPageWriter, type PageWriter } from './page-writer.ts';

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
  /** Verb phrases that follow "DO NOT:". */
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
export type ProfilePerson = { name: string; date: string; email?: string };

export type ProfileStyle = {
  spelling: 'british' | 'american';
  bulletGlyph: string;
  columns: 1 | 2;
  /** Cells of the colour page touch: text extraction returns "97%100". */
  fuseCells: boolean;
  hyphenate: boolean;
  /** Draws lines in several runs of text. */
  splitRuns: boolean;
  seed: string;
  /** Changes or removes a heading, introduction or opening line, to create damaged and unknown profiles. */
  edit?: (heading: string) => string | undefined;
};

/** Returns the name that the prose of a profile uses. */
export const firstNameIn = (name: string): string => name.split(' ')[0] ?? name;

/** Creates a profile of about 21 pages. The same arguments give the same pages. */
export async function createProfilePdf(
  person: ProfilePerson,
  content: ProfileContent,
  style: ProfileStyle,
): Promise<Uint8Array> {
  const { columns, hyphenate, splitRuns, seed, edit = (heading) => heading } = style;
  const random = createRandom(seed, 'sheets');
  const writer = await createPageWriter({ columns, hyphenate, splitRuns, random });
  const first = firstNameIn(person.name);
  const possessiveFirst = first.endsWith('s') && random() < 0.5 ? `${first}'` : `${first}'s`;
  const spell = (text: string): string =>
    style.spelling === 'british' ? text : text.replaceAll('Colour', 'Color').replaceAll('ecognising', 'ecognizing');
  const titles: string[] = [];

  const addHeading = (text: string, size: number, after: number, bold = true): void => {
    const shown = edit(spell(text));
    if (shown !== undefined) writer.writeLine(shown, { size, bold, after });
  };
  const addPage = (title: string, subtitle?: string): void => {
    writer.addPage();
    for (const heading of [title, subtitle]) if (heading) titles.push(spell(heading));
    addHeading(title, 20, 8);
    if (subtitle) addHeading(subtitle, 15, 10);
  };
  const addIntro = (text: string): void => writer.writeParagraphs([edit(spell(text)) ?? ''], '');
  const addList = (opening: string, bullets: string[]): void => {
    addHeading(opening, 10.5, 8, true);
    writer.writeParagraphs(bullets, style.bulletGlyph);
  };

  writer.addPage();
  writer.drawText('Insights Discovery®', 60, 640, { size: 28, bold: true });
  writer.drawText('Personal Profile', 60, 600, { size: 18 });
  writer.drawText(person.name, 60, 520, { size: 18 });
  writer.drawText(formatDate(person.date, style), 60, 495);
  writer.drawText('Foundation Chapter', 60, 440, { size: 14 });

  addPage('Personal Details');
  for (const line of [
    person.name,
    ...(person.email ? [person.email] : []),
    `Date Completed: ${formatDate(person.date, style)}`,
    `Date Printed: ${formatDate(person.date, style)}`,
    'Referral Code: DEMO',
  ]) {
    writer.writeLine(line);
  }
  const possessive = person.name.endsWith('s') && random() < 0.5 ? `${person.name}'` : `${person.name}'s`;
  addIntro(
    `This Insights Discovery profile is based on ${possessive} responses to the Insights Preference Evaluator which was ` +
      `completed on ${formatDate(person.date, style)}.`,
  );
  writer.addPage(); // the table of contents, written when the page numbers are known
  addPage('Overview', 'Personal Style');
  addIntro(`These pages describe how ${first} may prefer to work. They are invented, for trying the service out.`);
  writer.writeParagraphs(content.style, '');
  addPage('Overview', 'Interacting with Others');
  writer.writeParagraphs(content.interacting, '');
  addPage('Overview', 'Decision Making');
  writer.writeParagraphs(content.deciding, '');
  addPage('Key Strengths & Weaknesses', 'Strengths');
  addIntro(`What ${first} does well is set out here; other strengths may be known to colleagues.`);
  addList(`${possessiveFirst} key strengths:`, content.strengths);
  addPage('Key Strengths & Weaknesses', 'Possible Weaknesses');
  addIntro('What serves well in one place may be in the way in another.');
  addList(`${possessiveFirst} possible weaknesses:`, content.weaknesses);
  addPage('Value to the Team');
  addList(`As a team member, ${first}:`, content.value);
  addPage('Communication', 'Effective Communications');
  addIntro('Some ways of speaking are heard more readily than others. Take up what fits the moment.');
  addList(`Strategies for communicating with ${first}:`, content.dos);
  addPage('Communication', 'Barriers to Effective Communication');
  addIntro('Other ways of speaking close doors, however well they are meant.');
  addList(`When communicating with ${first}, DO NOT:`, content.donts);
  addPage('Possible Blind Spots');
  addIntro('How we see ourselves is not always how others see us.');
  addHeading(`${possessiveFirst} possible Blind Spots:`, 10.5, 8, true);
  writer.writeParagraphs(content.blindSpots, '');
  addPage('Opposite Type', 'Recognising your Opposite Type:');
  writer.writeParagraphs(content.opposite, '');
  addPage('Opposite Type', `Communication with ${possessiveFirst} Opposite Type`);
  addList(`${first}: how you can meet your opposite type:`, content.oppositeNeeds);
  addHeading(`${first}, when you are dealing with your opposite type DO NOT:`, 10.5, 8, true);
  writer.writeParagraphs(content.oppositeNeeds, style.bulletGlyph);
  addPage('Suggestions for Development');
  addList(`${first} may benefit from:`, content.suggestions);
  addPage('Management', 'Creating the Ideal Environment');
  addList(`${possessiveFirst} ideal environment is one in which:`, content.management);
  addPage('Management', `Managing ${first}`);
  addList(`${first} needs:`, content.management);
  addWheelPage(writer, addPage, content);
  addColoursPage(writer, addPage, content, style);
  addPage('Jungian Preferences');
  addIntro('Attitude, thinking and perceiving, as bars.');
  addPage('Personal Notes');

  return writer.finish((number, pages) => {
    if (number > 1) writer.drawText(person.name, 60, 800, { size: 9 });
    if (number > 1) writer.drawText('Foundation Chapter', 460, 800, { size: 9 });
    writer.drawText(`© The Insights Group Ltd, 1992-2024. All rights reserved. Page ${number}`, 60, 40, { size: 8 });
    if (number !== 3) return;
    writer.drawText('Contents', 60, 760, { size: 20, bold: true });
    [...new Set(titles)].forEach((title, at) => {
      const y = 725 - at * 18;
      writer.drawText(pick(random, [title, `${title} ........`]), 60, y);
      writer.drawText(String(Math.min(4 + at, pages)), 520, y);
    });
  });
}

function addWheelPage(writer: PageWriter, addPage: (title: string) => void, { wheel }: ProfileContent): void {
  addPage('The Insights Discovery® 72 Type Wheel');
  writer.drawText('Conscious Wheel Position', 60, 700, { bold: true });
  writer.drawText(`${wheel.conscious[0]}: ${wheel.conscious[1]}`, 60, 684);
  writer.drawText('Less Conscious Wheel Position', 60, 650, { bold: true });
  writer.drawText(`${wheel.lessConscious[0]}: ${wheel.lessConscious[1]}`, 60, 634);
}

const names = ['BLUE', 'GREEN', 'YELLOW', 'RED'];
const colours: [number, number, number][] = [
  [0.1, 0.3, 0.7],
  [0.1, 0.6, 0.3],
  [0.95, 0.8, 0.1],
  [0.85, 0.1, 0.15],
];

/** Draws three charts side by side, each with an axis. With fused cells, each axis touches the chart before it. */
function addColoursPage(
  writer: PageWriter,
  addPage: (title: string) => void,
  { conscious, lessConscious }: ProfileContent,
  { fuseCells }: ProfileStyle,
): void {
  addPage('The Insights Discovery® Colour Dynamics');
  const draw = (text: string, x: number, y: number): number => {
    writer.drawText(text, x, y, { size: 9 });
    return writer.measureEnd(text, x, 9);
  };
  const drawRow = (cells: string[], x: number, y: number): number => {
    if (fuseCells) return draw(cells.join(' '), x, y);
    return Math.max(...cells.map((cell, at) => draw(cell, x + at * 42, y)));
  };
  const axisX = (end: number, separate: number): number => (fuseCells ? end : separate);
  draw('Persona (Conscious)', 60, 690);
  draw('Preference Flow', 270, 690);
  draw('6', axisX(draw('Persona (Less Conscious)', 370, 690), 545), 690);
  for (const [x, energies] of [
    [60, conscious],
    [370, lessConscious],
  ] as const) {
    energies.forEach((value, at) => writer.drawBar(x + at * 42, 560, 24, value * 18, colours[at] ?? [0, 0, 0]));
    draw('3', x - 12, 620);
    draw('0', x - 12, 560);
    drawRow(names, x, 540);
    drawRow(
      energies.map((value) => value.toFixed(2)),
      x,
      525,
    );
    const end = drawRow(
      energies.map((value) => `${Math.round((value / 6) * 100)}%`),
      x,
      510,
    );
    if (x === 60) draw('100', axisX(end, 262), 510);
    else draw('Conscious', axisX(end, 545), 510);
  }
  draw('6', axisX(draw(`${computePreferenceFlow(conscious, lessConscious).toFixed(1)}%`, 285, 495), 340), 495);
  draw('50', 262, 480);
  draw('Less Conscious', 400, 480);
}

/** Computes the preference flow: by how many percent the conscious energies exceed the less conscious ones. */
export function computePreferenceFlow(conscious: Energies, lessConscious: Energies): number {
  const sum = (energies: Energies): number => energies.reduce((total, value) => total + value, 0);
  const upper = sum(conscious);
  const lower = sum(lessConscious);
  return (100 * (upper - lower)) / Math.max(Math.min(upper, lower), 0.01);
}

function formatDate(date: string, { spelling }: ProfileStyle): string {
  const locale = spelling === 'british' ? 'en-GB' : 'en-US';
  return new Date(date).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}
