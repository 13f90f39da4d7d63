// Turns the text of a page upright: content may be turned, whatever the page's /Rotate says, and stamps may slant across it.
import type { TextItem } from '../profile-parser/parse.ts';

/** A run of text in the coordinates of the page; `angle` of its direction in degrees, counter-clockwise. */
export type DirectedItem = TextItem & { angle: number };

const tolerance = 3; // degrees

/**
 * Returns the page as it is read in the direction of most of its text. Text in other directions, such as a slanting
 * stamp, and text outside the page are left out.
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
  const upright = items
    .filter(({ angle }) => findQuarter(angle) === main)
    .map(({ text, x, y, width: length, height: size, font }): TextItem => {
      const place = [
        { x, y },
        { x: y, y: width - x },
        { x: width - x, y: height - y },
        { x: height - y, y: x },
      ][main] ?? { x, y };
      return { text, ...place, width: length, height: size, ...(font !== undefined && { font }) };
    });
  const isVisible = ({ x, y, width: length, height: size }: TextItem): boolean =>
    x + length > 0 && x < turned.width && y + size > 0 && y < turned.height;
  return { ...turned, items: upright.filter(isVisible) };
}

/** The quarter turns of a direction; undefined if it slants. */
function findQuarter(angle: number): number | undefined {
  const quarters = Math.round(angle / 90);
  return Math.abs(angle - quarters * 90) <= tolerance ? (quarters + 4) % 4 : undefined;
}
