// Recognises text that no reader sees: on a layer that is off, without ink as a scan has it, transparent or of the colour
// below it, outside what is shown of the page, or with something painted over it or a line through it.
import { OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DirectedItem } from './upright.ts';

/** `off`: on a layer that is not displayed; `faint`: invisible (render modes 3 and 7) or as above. */
type Visibility = 'shown' | 'faint' | 'off';

/** Left, bottom, right, top. */
type Box = readonly [number, number, number, number];
type Matrix = readonly [number, number, number, number, number, number];
/** `after`: the number of letters before it. */
type Run = { text: string; after: number; visibility: Visibility; clip: Box; colour: string };
/** A box that was painted after so many letters. The colour of a picture is empty; a line has none. */
type Cover = { after: number; box: Box; colour?: string | undefined };
/** The text of a page in the order of its content. `lost`: hyphens that pdf.js takes for soft ones and leaves out. */
type Drawing = { runs: Run[]; covers: Cover[]; lost: number };
export type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;
type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
/** `within`: the transparency of the groups around it; `idle`: nothing was drawn since the coordinates changed. */
type State = {
  mode: number;
  colour: string;
  alpha: number;
  within: number;
  clip: Box;
  matrix: Matrix;
  mixes: boolean;
  idle: boolean;
};

/**
 * Returns what a page draws.
 *
 * @param origin the lower left corner of the page
 */
export function listRuns(
  { fnArray, argsArray }: Operators,
  layers: Layers,
  [x = 0, y = 0]: readonly number[] = [],
): Drawing {
  const drawing: Drawing = { runs: [], covers: [], lost: 0 };
  const saved: State[] = [];
  const marked: boolean[] = [];
  let letters = 0;
  let clips = false;
  let state: State = {
    mode: 0,
    colour: '#000000',
    alpha: 1,
    within: 1,
    clip: everywhere,
    matrix: [1, 0, 0, 1, -x, -y],
    mixes: false,
    idle: false,
  };
  const cover = (box: Box, colour?: string): void => {
    if (state.alpha * state.within > 0.5 && !state.mixes)
      drawing.covers.push({ after: letters, box: intersect(box, state.clip), colour });
  };
  fnArray.forEach((operator, at) => {
    const [first, second, third] = (argsArray[at] ?? []) as unknown[];
    if (operator === OPS.save) saved.push(state);
    else if (operator === OPS.restore) {
      if (state.idle) cover(project([0, 0, 1, 1], state.matrix), ''); // a picture, which was left out
      state = { ...(saved.pop() ?? state), idle: false };
    } else if (operator === OPS.beginGroup) {
      saved.push(state);
      state = { ...state, within: state.within * state.alpha, alpha: 1 };
    } else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(state);
      if (first) state = { ...state, matrix: multiply(first as Matrix, state.matrix) };
      if (second) state = { ...state, clip: intersect(state.clip, project(second as Box, state.matrix)) };
    } else if (operator === OPS.paintFormXObjectEnd || operator === OPS.endGroup) state = saved.pop() ?? state;
    else if (operator === OPS.transform)
      state = { ...state, matrix: multiply(argsArray[at] as Matrix, state.matrix), idle: true };
    else if (operator === OPS.setTextRenderingMode) state = { ...state, mode: first as number };
    else if (operator === OPS.setFillRGBColor) state = { ...state, colour: first as string };
    else if (operator === OPS.setGState) state = { ...state, ...readPaint(first as [string, unknown][]) };
    else if (operator === OPS.clip || operator === OPS.eoClip) clips = true;
    else if (operator === OPS.constructPath) {
      const box = third ? project(third as Box, state.matrix) : undefined;
      if (box && clips) state = { ...state, clip: intersect(state.clip, box) };
      else if (box && isCover(first, (second as ArrayLike<number>[])[0] ?? [], third as Box))
        cover(box, fills.includes(first as number) ? state.colour : undefined);
      clips = false;
      state = { ...state, idle: false };
    } else if (operator === OPS.beginMarkedContent) marked.push(true);
    else if (operator === OPS.beginMarkedContentProps) marked.push(first !== 'OC' || layers.isVisible(second) === true);
    else if (operator === OPS.endMarkedContent) marked.pop();
    else if (operator === OPS.showText) {
      const glyphs = first as ({ unicode?: string; width?: number } | number | null)[];
      const text = removeSpace(
        glyphs.map((glyph) => (typeof glyph === 'object' ? (glyph?.unicode ?? '') : '')).join(''),
      );
      const visibility = marked.includes(false) ? 'off' : isFaint(state) ? 'faint' : 'shown';
      drawing.runs.push({ text, after: letters, visibility, clip: state.clip, colour: state.colour });
      letters += text.length;
      drawing.lost += glyphs.filter(
        (glyph) => typeof glyph === 'object' && glyph?.unicode === '\u00ad' && glyph.width,
      ).length;
      state = { ...state, idle: false };
    }
  });
  return drawing;
}

const everywhere: Box = [-Infinity, -Infinity, Infinity, Infinity];

const multiply = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  a * p + b * r,
  a * q + b * s,
  c * p + d * r,
  c * q + d * s,
  e * p + f * r + t,
  e * q + f * s + u,
];

function project([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const xs = [left, right].flatMap((x) => [bottom, top].map((y) => a * x + c * y + e));
  const ys = [left, right].flatMap((x) => [bottom, top].map((y) => b * x + d * y + f));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const intersect = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];

/** How pdf.js writes the parts of a path: moves (0) and lines (1) to a point, curves to three, the way back. */
const curveTo = 2;
const closePath = 3;

const fills = [OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke];

/** Whether a path is a filled rectangle or a straight line: only moves and lines from corner to corner of its box. */
function isCover(operator: unknown, path: ArrayLike<number>, [left, bottom, right, top]: Box): boolean {
  const corners = [];
  for (let at = 0; at < path.length; at += path[at] === closePath ? 1 : 3) {
    if (path[at] === curveTo) return false;
    if (path[at] !== closePath) corners.push([path[at + 1], path[at + 2]]);
  }
  const areAtCorners = corners.every(([x, y]) => (x === left || x === right) && (y === bottom || y === top));
  return areAtCorners && (fills.includes(operator as number) || new Set(corners.map(String)).size === 2);
}

/** Paint that is mixed with what is below it shows that, as thin paint does. */
const readPaint = (values: [string, unknown][]): Partial<State> => {
  const { ca: alpha, BM: blending } = Object.fromEntries(values);
  return {
    ...(typeof alpha === 'number' && { alpha }),
    ...(blending !== undefined && { mixes: blending !== 'source-over' }),
  };
};

const isFaint = ({ mode, alpha, within }: State): boolean => mode === 3 || mode === 7 || alpha * within < 0.1;

/** Whether two colours, such as #1f2e3d, look the same. */
function isAlike(one: string, other: string): boolean {
  const parts = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const others = parts(other);
  return parts(one).every((part, at) => Math.abs(part - (others[at] ?? 0)) < 32);
}

const removeSpace = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, '');

const maxGap = 500; // letters outside the page, which it draws and which are not among its texts

/**
 * Returns whether each text of a page is seen. The texts are the texts of its content in the same order, but in other
 * pieces. A text that is not found is seen if the runs at its place are.
 */
export function matchRuns(items: DirectedItem[], { runs, covers }: Drawing): Visibility[] {
  const all = runs.map(({ text }) => text).join('');
  const byLetter = runs.flatMap((run) => Array.from({ length: run.text.length }, () => run));
  let next = 0;
  return items.map((item) => {
    const letters = removeSpace(item.text);
    const start = next + Math.max(all.slice(next, next + letters.length + maxGap).indexOf(letters), 0);
    next = start + letters.length;
    const own = byLetter.slice(start, next);
    const hidden = own.find(({ visibility }) => visibility !== 'shown');
    if (hidden || letters === '') return hidden?.visibility ?? 'shown';
    const isSeen = [...new Set(own)].every((run) => {
      const from = run.after - start;
      const to = run.after + run.text.length - start;
      const band = findBand(item, Math.max(from / letters.length, 0), Math.min(to / letters.length, 1));
      const over = covers.filter(({ box }) => crosses(box, band));
      const below = over.findLast(({ after, colour }) => after <= run.after && colour !== undefined);
      return (
        over.every(({ after }) => after <= run.after) &&
        crosses(run.clip, band) &&
        !isAlike(run.colour, below?.colour ?? '#ffffff')
      );
    });
    return isSeen ? 'shown' : 'faint';
  });
}

/** Whether a page draws text that is not among its texts: hyphens, or what is outside the page, which was cut. */
export function lacksText(items: DirectedItem[], { runs, lost }: Drawing): boolean {
  const count = (texts: { text: string }[]): number =>
    texts.reduce((sum, { text }) => sum + removeSpace(text).length, 0);
  return lost > 0 || count(runs) > count(items) + 3;
}

/** The box of the lower half of the small letters of a part of a text, which a line through it crosses. */
function findBand({ x, y, width, height, angle }: DirectedItem, from: number, to: number): Box {
  const turn = (angle * Math.PI) / 180;
  return project(
    [from * width, 0.2 * height, to * width, 0.5 * height],
    [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y],
  );
}

/** Whether a box has a part of a line of text in it, or is a line through it. */
function crosses(box: Box, band: Box): boolean {
  const common = intersect(box, band);
  const measure = ([left, bottom, right, top]: Box): number[] => [right - left, top - bottom];
  const own = measure(box);
  const line = measure(band);
  const both = measure(common);
  const along = (line[0] ?? 0) >= (line[1] ?? 0) ? 0 : 1;
  const length = both[along] ?? 0;
  const depth = both[1 - along] ?? 0;
  return (
    length >= Math.min(10, 0.5 * (line[along] ?? 0)) &&
    depth >= 0.5 * Math.min(own[1 - along] ?? 0, line[1 - along] ?? 0)
  );
}
