// Boxes on a page, as paint, clips and lines of text take them up, and how much of one lies in another.

/** Left, bottom, right, top. */
export type Box = readonly [number, number, number, number];
export type Matrix = readonly [number, number, number, number, number, number];
export const everywhere: Box = [-Infinity, -Infinity, Infinity, Infinity];

/** What one matrix does after the other. */
export const multiply = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  a * p + b * r,
  a * q + b * s,
  c * p + d * r,
  c * q + d * s,
  e * p + f * r + t,
  e * q + f * s + u,
];

/** The box around a box that a matrix has moved. */
export function project([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const xs = [left, right].flatMap((x) => [bottom, top].map((y) => a * x + c * y + e));
  const ys = [left, right].flatMap((x) => [bottom, top].map((y) => b * x + d * y + f));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** What two boxes have in common. */
export const intersect = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];

const rounding = 1; // point; a space at the end of a text may be wider

/** Whether a box has another one in it. */
export const includes = (box: Box, inner: Box): boolean =>
  inner[0] >= box[0] - rounding && inner[1] >= box[1] && inner[2] <= box[2] + 4 * rounding && inner[3] <= box[3];

/** How much of the length of a line of text lies in a box, if the box has half of its depth in it, or is a line through it. */
export function measureOverlap(box: Box, band: Box): number {
  const both = intersect(box, band);
  if (both[0] >= both[2] || both[1] >= both[3]) return 0;
  const isUpright = band[3] - band[1] > band[2] - band[0];
  const measure = ([left, bottom, right, top]: Box, across: boolean): number => (across ? top - bottom : right - left);
  const depth = Math.min(measure(box, !isUpright), measure(band, !isUpright));
  return measure(both, !isUpright) >= 0.5 * depth ? measure(both, isUpright) : 0;
}
