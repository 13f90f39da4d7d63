// Turns the text of a page upright: content may be turned, whatever the page's /Rotate says, and stamps may slant across it.
import type { TextItem } from '../parser/parse.ts';

/** A run of text in the coordinates of the page; `angle` of its direction in degrees, counter-clockwise. */
export type DirectedItem = TextItem & { angle: number };

const tolerance = { page: 10, line: 3 }; // degrees: of a page from upright, and of a line from its page

/**
 * Returns the page as it is read in the direction of most of its text. If that slants by a few degrees, as a scan does,
 * the page is turned by the median angle. Text in other directions, such as a slanting stamp, and text outside the page
 * are left out.
 *
 * @param width of the page in points, like `height`, before it is turned
 */
export function turnUpright(
  items: DirectedItem[],
  width: number,
  height: number,
): { width: number; height: number; items: TextItem[] } {
  const lengths = [0, 0, 0, 0];
  for (const { angle, text } of items) {
    const quarter = findQuarter(angle);
    if (quarter !== undefined) lengths[quarter] = (lengths[quarter] ?? 0) + text.trim().length;
  }
  const main = lengths.indexOf(Math.max(...lengths));
  const turned = main % 2 === 1 ? { width: height, height: width } : { width, height };
  const inMain = items.filter(({ angle }) => findQuarter(angle) === main);
  const slant = findSlant(inMain);
  const isLevel = ({ angle }: DirectedItem): boolean => Math.abs(measureSlant(angle) - slant) <= tolerance.line;
  const turn = Math.abs(slant) < noSlant ? 0 : (slant * Math.PI) / 180;
  const cosine = Math.cos(turn);
  const sine = Math.sin(turn);
  const upright = inMain
    .filter(isLevel)
    .map(({ x, y, width: length, height: size, angle: _angle, ...rest }): TextItem => {
      const place = [
        { x, y },
        { x: y, y: width - x },
        { x: width - x, y: height - y },
        { x: height - y, y: x },
      ][main] ?? { x, y };
      const item = { ...rest, width: length, height: size };
      if (turn === 0) return { ...item, ...place };
      const right = place.x - turned.width / 2;
      const up = place.y - turned.height / 2;
      return {
        ...item,
        x: turned.width / 2 + right * cosine + up * sine,
        y: turned.height / 2 + up * cosine - right * sine,
      };
    });
  const isVisible = ({ x, y, width: length, height: size }: TextItem): boolean =>
    x + length > 0 && x < turned.width && y + size > 0 && y < turned.height;
  return { ...turned, items: upright.filter(isVisible) };
}

const noSlant = 0.05; // degrees; programs round the matrix of straight text

/** The median of the slants of texts, in degrees. Longer texts count more. */
function findSlant(items: DirectedItem[]): number {
  const slants = items.flatMap(({ angle, text }) =>
    Array.from({ length: Math.min(text.trim().length, 40) }, () => measureSlant(angle)),
  );
  return slants.sort((a, b) => a - b)[slants.length >> 1] ?? 0;
}

/** By how many degrees a direction differs from the next quarter turn. */
const measureSlant = (angle: number): number => angle - 90 * Math.round(angle / 90);

/** The quarter turns of a direction; undefined if it slants. */
function findQuarter(angle: number): number | undefined {
  return Math.abs(measureSlant(angle)) <= tolerance.page ? (Math.round(angle / 90) + 4) % 4 : undefined;
}
