// Finds the pages with the colour scores and the wheel positions by what they contain: their titles differ between editions.
import { parseEnergies, parseWheelPositions, type Confidence, type Numbers } from './colours.ts';
import type { Segment } from './layout.ts';
import { describeDoubts, type PageDoubts } from './page-doubts.ts';

/**
 * `values`, `evidence` and `warnings` have the format of the fields of a ProfileReading; `alarms` are warnings of
 * another person; `sureDigits`: the fonts of scores whose sums are right.
 */
type Colours = {
  values: { colourWheel?: Record<string, number>; percentages?: Record<string, number> };
  evidence: Record<string, { page: number; confidence: Confidence }>;
  warnings: string[];
  alarms: string[];
  sureDigits: ReadonlySet<string>;
};
type Energies = { raw: Numbers; percent: Numbers };

const dynamicsWords = /\bpersona\b|colou?r (dynamics|energ)/i;
const wheelWords = /\bconscious wheel position\b/i;

/**
 * Reads the colours. If several pages have different colours, they belong to several people, and the confidence is low. Colours of
 * another person are left out.
 *
 * @param others the names of other people by page
 */
export function readColours(pages: Segment[][][], others: Map<number, string>, doubts: PageDoubts): Colours {
  const rank = ({ page, confidence }: Numbers): number => (others.has(page) ? 3 : 0) + order.indexOf(confidence);
  const byTrust =
    <T>(pick: (item: T) => Numbers) =>
    (a: T, b: T): number =>
      rank(pick(a)) - rank(pick(b));
  const hasWords = (rows: Segment[][], words: RegExp): boolean =>
    rows.flat().some(({ text }) => text.length < 200 && words.test(text));
  const energies = pages
    .filter((rows) => hasWords(rows, dynamicsWords))
    .flatMap((rows) => parseEnergies(rows) ?? [])
    .sort(byTrust(({ raw }) => raw));
  const wheels = pages
    .filter((rows) => hasWords(rows, wheelWords))
    .flatMap((rows) => parseWheelPositions(rows) ?? [])
    .sort(byTrust((wheel) => wheel));
  const isFaint = (at: number): boolean =>
    pages.flat(2).some(({ page, faint, text }) => page === at && faint && /\d/.test(text));
  return combine(energies, wheels, others, (page) => [
    ...describeDoubts('colours', [page], doubts),
    ...(isFaint(page)
      ? ['The colours have text that cannot be seen on the page, since it is hidden or covered; it may be wrong.']
      : []),
  ]);
}

const order: Confidence[] = ['high', 'medium', 'low'];

function combine(
  energies: Energies[],
  wheels: Numbers[],
  others: Map<number, string>,
  describe: (page: number) => string[],
): Colours {
  const scores = energies[0];
  const wheel = wheels[0];
  const colours: Colours = { values: {}, evidence: {}, warnings: [], alarms: [], sureDigits: new Set() };
  if (scores?.percent.confidence === 'high') colours.sureDigits = scores.raw.digits;
  const several = [...findSeveral(energies.map(({ raw }) => raw)), ...findSeveral(wheels)];
  if (several.length > 0) {
    colours.alarms.push(`Pages ${[...new Set(several)].join(' and ')} have different colours, as of several people.`);
  }
  const isOthers = [wheel, scores?.raw].some((part) => part && others.has(part.page));
  if (isOthers) colours.alarms.push('The colours are those of another person, and were left out.');
  const doubts = new Set([wheel, scores?.raw].flatMap((part) => (part ? describe(part.page) : [])));
  const lower = (confidence: Confidence): Confidence => {
    if (several.length > 0 || isOthers) return 'low';
    return confidence === 'high' && doubts.size > 0 ? 'medium' : confidence;
  };
  const values = { ...wheel?.values, ...scores?.raw.values };
  if (Object.keys(values).length > 0) {
    const worst = Math.max(...[wheel, scores?.raw].map((part) => order.indexOf(part?.confidence ?? 'low')));
    colours.values.colourWheel = values;
    colours.evidence['colourWheel'] = {
      page: wheel?.page ?? scores?.raw.page ?? 0,
      confidence: lower(order[worst] ?? 'low'),
    };
  }
  if (scores && Object.keys(scores.percent.values).length > 0) {
    colours.values.percentages = scores.percent.values;
    colours.evidence['percentages'] = { page: scores.percent.page, confidence: lower(scores.percent.confidence) };
  }
  if (isOthers) colours.values = {};
  colours.warnings.push(...doubts);
  if (!wheel) colours.warnings.push('No wheel positions were found.');
  if (!scores) colours.warnings.push('No colour scores were found.');
  colours.warnings.push(...(wheel?.warnings ?? []), ...(scores?.raw.warnings ?? []));
  return colours;
}

/** Returns the pages whose values contradict each other. */
function findSeveral(readings: Numbers[]): number[] {
  const differ = readings.some((reading) =>
    Object.entries(reading.values).some(([key, value]) => (readings[0]?.values[key] ?? value) !== value),
  );
  return differ ? readings.map(({ page }) => page).sort((a, b) => a - b) : [];
}
