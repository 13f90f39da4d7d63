// Parses the two colour pages: energies and wheel positions. Sums that every profile satisfies reveal misreadings.
import { normalizeText } from './characters.ts';
import type { Segment } from './layout.ts';

/** high: every sign agrees; medium: complete, but a sign was missing or could be read otherwise; low: signs contradict. */
export type Confidence = 'high' | 'medium' | 'low';

/** Values by name, with their page and the confidence in them. `digits`: the fonts of the digits around them. */
export type Numbers = {
  values: Record<string, number>;
  page: number;
  confidence: Confidence;
  warnings: string[];
  digits: ReadonlySet<string>;
};

type Token = { text: string; row: number; x: number };
type NumberGroup = { values: number[]; row: number; x: number };

const colours = ['blue', 'green', 'yellow', 'red'];
const lessConscious = ['lessConsciousBlue', 'lessConsciousGreen', 'lessConsciousYellow', 'lessConsciousRed'];
const keys = [...colours, ...lessConscious];
const maxLineLength = 200; // characters; no line of these pages is longer

/**
 * Parses the energies of the conscious and the less conscious persona (raw 0.00–6.00 and percent), and the preference
 * flow. Extracted cells may be merged with their neighbours ("97%100", "-15.1%6"), so numbers are recognised by format.
 */
export function parseEnergies(rows: Segment[][]): { raw: Numbers; percent: Numbers } | undefined {
  const tokens = rows.flatMap((row, at) => row.flatMap((segment) => tokenize(segment, at)));
  const raws = groupNumbers(tokens.filter(({ text }) => /^\d\.\d\d$/.test(text)));
  const percents = groupNumbers(tokens.filter(({ text }) => /^\d{1,3}%$/.test(text)));
  const page = rows[0]?.[0]?.page ?? 0;
  const order = findColumnOrder(tokens);
  const warnings: string[] = [];
  if (raws.length !== 2 && percents.length !== 2) return undefined;
  if (order.warning) warnings.push(order.warning);
  const assignKeys = (groups: NumberGroup[]): Record<string, number> => {
    if (groups.length !== 2) return {};
    const [first, second] = order.swapped ? [groups[1], groups[0]] : groups;
    const all = [...(first?.values ?? []), ...(second?.values ?? [])];
    return Object.fromEntries(keys.map((key, at) => [key, all[order.places[at] ?? at] ?? 0]));
  };
  const raw = assignKeys(raws);
  const percent = assignKeys(percents);
  const flows = new Set(
    tokens.flatMap(({ text }) => (/^-?\d{1,4}\.\d%$/.test(text) ? [Number(text.slice(0, -1)) + 0] : [])),
  );
  const [flow] = flows;
  warnings.push(...checkSums(raw, percent, flow));
  if (raws.length !== 2) warnings.push('The raw colour scores could not be read.');
  if (percents.length !== 2) warnings.push('The colour percentages could not be read.');
  const confidence = warnings.length > 0 ? 'low' : 'high';
  if (flow !== undefined) raw['preferenceFlow'] = flow;
  const digits = new Set(rows.flat().flatMap((segment) => (scores.test(segment.text) ? [...segment.digits] : [])));
  const lacksFlow = flows.size !== 1;
  if (lacksFlow) warnings.push('The preference flow was not found, or several were.');
  return {
    raw: {
      values: raw,
      page,
      confidence: confidence === 'high' && lacksFlow ? 'medium' : confidence,
      warnings,
      digits,
    },
    percent: { values: percent, page, confidence, warnings: [], digits },
  };
}

const scores = /\d\.\d\d|\d%/;
/** What makes a number negative: a dash before or behind it, or brackets around it. It is written as a minus before it. */
const negative =
  /(?:[(（] ?|[-‐‑‒–—−﹣－] ?)(\d{1,4}\.\d) ?%?[)）]? ?%?|(\d{1,4}\.\d) ?(?:%[-‐‑‒–—−﹣－]|[-‐‑‒–—−﹣－]%)/gu;

function tokenize({ text: rest, bullet, x, width }: Segment, row: number): Token[] {
  const text = bullet === undefined ? rest : `${bullet} ${rest}`; // a dash before a number
  const short = text
    .slice(0, maxLineLength)
    .replace(negative, (all, before?: string, behind?: string) =>
      all.includes('%') ? `-${before ?? behind}%`.padStart(all.length) : all,
    );
  const tokenPattern =
    /persona ?\((?:less )?conscious\)|\b(?:blue|green|yellow|red)\b|-?\d{1,4}(?:\.\d\d(?!\d*%)|\.\d(?=%))?%?/gi;
  return [...short.matchAll(tokenPattern)].map((match) => ({
    text: match[0].toLowerCase(),
    row,
    x: x + (width * match.index) / Math.max(text.length, 1),
  }));
}

/** Groups numbers by four. The two personas are side by side in one row, or in two rows. */
function groupNumbers(tokens: Token[]): NumberGroup[] {
  const groups: NumberGroup[] = [];
  for (const row of new Set(tokens.map((token) => token.row))) {
    const cells = tokens.filter((token) => token.row === row).sort((a, b) => a.x - b.x);
    if (cells.length % 4 !== 0) return [];
    for (let at = 0; at < cells.length; at += 4) {
      const four = cells.slice(at, at + 4);
      groups.push({ values: four.map(({ text }) => parseFloat(text)), row, x: four[0]?.x ?? 0 });
    }
  }
  return groups.sort((a, b) => (Math.abs(a.x - b.x) > 150 ? a.x - b.x : a.row - b.row));
}

/** `places`: for each key, the index of its column. `swapped`: the less conscious persona comes first. */
type Order = { places: number[]; swapped: boolean; warning?: string };

/** Finds the order of the eight columns by the words above them. */
function findColumnOrder(tokens: Token[]): Order {
  const byPlace = (a: Token, b: Token): number => (a.row === b.row ? a.x - b.x : a.row - b.row);
  const heads = tokens.filter(({ text }) => colours.includes(text)).sort(byPlace);
  const personas = tokens.filter(({ text }) => text.startsWith('persona')).sort(byPlace);
  const swapped = personas[0]?.text.includes('less') ?? false;
  const names = heads.slice(0, 4).map(({ text }) => text);
  const places = colours.map((colour) => names.indexOf(colour));
  const both = places.concat(places.map((place) => place + 4));
  if (places.includes(-1)) {
    const all = keys.map((_, at) => at);
    return { places: all, swapped, warning: 'The colours above the scores are missing; their usual order was used.' };
  }
  const second = heads.slice(4, 8).map(({ text }) => text);
  if (second.length > 0 && second.join() !== names.join()) {
    return { places: both, swapped, warning: 'The colours above the two sets of scores differ.' };
  }
  if (personas.length < 2)
    return { places: both, swapped, warning: 'The profile does not say which scores are the conscious ones.' };
  return { places: both, swapped };
}

const opposites = [2, 3, 0, 1]; // blue and yellow, green and red

/** Checks three sums: percent equals raw / 6, opposite colours add up to 6, and the flow follows from the raw scores. */
function checkSums(raw: Record<string, number>, percent: Record<string, number>, flow: number | undefined): string[] {
  const faults = new Set<string>();
  const hasValues = (numbers: Record<string, number>): boolean => Object.keys(numbers).length > 0;
  const isBalanced = (numbers: Record<string, number>, total: number, tolerance: number): boolean =>
    colours.every((colour, at) => {
      const opposite = numbers[lessConscious[opposites[at] ?? 0] ?? ''] ?? 0;
      return Math.abs((numbers[colour] ?? 0) + opposite - total) <= tolerance;
    });
  const sumRaw = (names: string[]): number => names.reduce((total, key) => total + (raw[key] ?? 0), 0);
  if (Object.values(raw).some((value) => value > 6)) faults.add('A colour score is above 6.');
  if (Object.values(percent).some((value) => value > 100)) faults.add('A colour percentage is above 100.');
  if (
    hasValues(raw) &&
    hasValues(percent) &&
    keys.some((key) => Math.abs(((raw[key] ?? 0) / 6) * 100 - (percent[key] ?? 0)) > 0.51)
  ) {
    faults.add('Colour scores and their percentages do not match.');
  }
  if ((hasValues(raw) && !isBalanced(raw, 6, 0.06)) || (hasValues(percent) && !isBalanced(percent, 100, 1))) {
    faults.add('Conscious and less conscious colours do not balance as they do in a profile.');
  }
  if (flow !== undefined && hasValues(raw)) {
    const conscious = sumRaw(colours);
    const less = sumRaw(lessConscious);
    const expected = (100 * (conscious - less)) / Math.max(Math.min(conscious, less), 0.01);
    const hasOtherSign = flow !== 0 && Math.abs(expected) > 0.05 && Math.sign(expected) !== Math.sign(flow);
    if (Math.abs(expected - flow) > 1 || hasOtherSign)
      faults.add('The preference flow does not follow from the colour scores.');
  }
  return [...faults];
}

const positionTitle = /^(less )?conscious wheel position ?:? ?(.*)$/i;
const label = /^(\d{1,3}) ?: ?(.+)$/;
const modifiers = '(?:observing|coordinating|supporting|helping|inspiring|motivating|directing|reforming)';
const types = '(?:observer|coordinator|supporter|helper|inspirer|motivator|director|reformer)';
const typeName = new RegExp(
  `^(?:creative )?(?:${modifiers} ){0,2}${types}(?: \\((?:focused|classic|accommodating|creative)\\))?$`,
  'i',
);

/** The numbers of the three rings and of the creative types. */
const isPosition = (value: number): boolean => (value >= 1 && value <= 56) || (value >= 101 && value <= 172);

/** Parses the two wheel positions, such as 22 in "22: Reforming Director (Classic)". */
export function parseWheelPositions(rows: Segment[][]): Numbers | undefined {
  const lines = rows
    .flat()
    .map((segment) => ({ ...segment, text: normalizeText(segment.text.slice(0, maxLineLength)) }));
  const labels = lines.filter(({ text }) => label.test(text));
  const values: Record<string, number> = {};
  const warnings: string[] = [];
  const used: unknown[] = [];
  for (const line of lines) {
    const title = positionTitle.exec(line.text);
    if (!title) continue;
    const below = labels.filter(({ x, y }) => line.y - y > -2 && line.y - y < 5 * line.height && x > line.x - 60);
    below.sort((a, b) => line.y - a.y + Math.abs(a.x - line.x) - (line.y - b.y + Math.abs(b.x - line.x)));
    const match = label.exec(title[2] ?? '') ?? label.exec(below[0]?.text ?? '');
    if (!match?.[2]) continue;
    used.push(label.test(title[2] ?? '') ? line : below[0]);
    values[title[1] ? 'lessConsciousPosition' : 'consciousPosition'] = Number(match[1]);
    if (!isPosition(Number(match[1]))) warnings.push('A wheel position has a number that no position has.');
    if (!typeName.test(match[2])) warnings.push('A wheel position has a name that is not one of the 72 types.');
  }
  if (new Set(used).size < used.length) warnings.push('One wheel position stands for both.');
  const count = Object.keys(values).length;
  if (count === 0) return undefined;
  if (count === 1) warnings.push('Only one of the two wheel positions was found.');
  const confidence = warnings.length > 0 ? 'low' : 'high';
  return { values, page: lines[0]?.page ?? 0, confidence, warnings: [...new Set(warnings)], digits: new Set() };
}
