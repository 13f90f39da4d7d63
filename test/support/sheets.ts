// Pages of a profile as their text is extracted: lines at places, to try out one trait of a layout.
import { isWord } from '../../src/features/profiles/pdf/spelling.ts';
import {
  readProfile,
  type ProfileReading,
  type TextItem,
  type TextPage,
} from '../../src/features/profiles/parser/parse.ts';

/** A text, how far it is below the line before, from the left, and its size. */
export type SheetLine = [text: string, down: number, x?: number, size?: number];

/** @throws {Error} when the profile is refused */
export function read(pages: TextPage[]): ProfileReading {
  const reading = readProfile(pages, isWord);
  if ('failed' in reading) throw new Error(reading.failed);
  return reading;
}

/** A page of lines from the top down. */
export function sheet(page: number, ...lines: SheetLine[]): TextPage {
  let y = 800;
  const items = lines.map(([text, down, x = 60, height = 10]): TextItem => {
    y -= down;
    return { text, x, y, width: text.length * height * 0.5, height };
  });
  return { page, width: 595, height: 842, items };
}

/** A page that says whose profile it is, with enough text. */
export const filler = sheet(
  9,
  ['Personal Details', 0, 60, 15],
  [
    'This Insights Discovery profile is based on Ada Berg’s responses to the Insights Preference Evaluator which was',
    30,
  ],
  ['completed on 20 March 2024, and this line is here so that there is enough text for a profile of this kind.', 13],
);

export const readSheets = (...pages: TextPage[]): ProfileReading => read([...pages, filler]);

/** The first lines of the section with the key strengths. */
export const heading: SheetLine[] = [
  ['Strengths', 40, 60, 15],
  ['Ada’s key strengths:', 30],
];

/** Reads a section with the key strengths that has these lines. */
export const strengths = (...lines: SheetLine[]): ProfileReading => readSheets(sheet(1, ...heading, ...lines));

export const confidence = ({ evidence }: ProfileReading, field = 'keyStrengths') => evidence[field]?.confidence;

/** The page with a name at its head. */
export const withHead = (name: string, page: TextPage, y = 815): TextPage => ({
  ...page,
  items: [{ text: name, x: 60, y, width: 50, height: 9 }, ...page.items],
});
