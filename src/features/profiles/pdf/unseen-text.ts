// Recognises text that no reader sees, or sees in part: on a layer that is off, without ink as a scan has it, transparent or of
// the colour below it, outside what is shown of the page or at the edge of that, or with paint or lines over it.
import { OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { everywhere, includes, intersect, measureOverlap, multiply, project, type Box, type Matrix } from './boxes.ts';
import type { DirectedItem } from './upright.ts';

/**
 * `off`: on a layer that is not displayed; `faint`: invisible (render modes 3 and 7) or as above; `last`: seen, at the lower edge
 * of a box that would hide a line below it.
 */
type Visibility = 'shown' | 'last' | 'faint' | 'off';

/** `after`: the number of letters before it; the colour of a pattern is empty. */
type Run = { text: string; after: number; visibility: Visibility; clip: Box; colour: string };
/**
 * What was painted after so many letters, as boxes: an area is one, a stroke has one for each of its lines. The colour of a
 * picture or pattern is empty; a stroke has none.
 */
type Cover = { after: number; boxes: Box[]; alpha: number; colour?: string | undefined };
/** The text of a page in the order of its content. `lost`: hyphens that pdf.js takes for soft ones and leaves out. */
type Drawing = { runs: Run[]; covers: Cover[]; lost: number };
export type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;
type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
/**
 * `alpha` is that of areas and text, `strokeAlpha` that of strokes; `within`: the transparency of the groups around it;
 * `masked`: a mask decides what is seen; `idle`: nothing was drawn since the coordinates changed.
 */
type State = {
  mode: number;
  colour: string;
  strokeColour: string;
  alpha: number;
  strokeAlpha: number;
  lineWidth: number;
  within: number;
  clip: Box;
  matrix: Matrix;
  blending: string;
  masked: boolean;
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
    strokeColour: '#000000',
    alpha: 1,
    strokeAlpha: 1,
    lineWidth: 1,
    within: 1,
    clip: everywhere,
    matrix: [1, 0, 0, 1, -x, -y],
    blending: 'source-over',
    masked: false,
    idle: false,
  };
  const cover = (boxes: Box[], own: number, ink: string, colour?: string): void => {
    const alpha = own * state.within;
    if (alpha > 0 && !isMarker(state.blending, ink))
      drawing.covers.push({ after: letters, boxes: boxes.map((box) => intersect(box, state.clip)), alpha, colour });
  };
  fnArray.forEach((operator, at) => {
    const [first, second, third] = (argsArray[at] ?? []) as unknown[];
    if (operator === OPS.save) saved.push(state);
    else if (operator === OPS.restore) {
      if (state.idle) cover([project([0, 0, 1, 1], state.matrix)], state.alpha, '', ''); // a picture, which was left out
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
    else if (operator === OPS.setFillColorN || operator === OPS.setFillTransparent) state = { ...state, colour: '' };
    else if (operator === OPS.setStrokeRGBColor) state = { ...state, strokeColour: first as string };
    else if (operator === OPS.setStrokeColorN) state = { ...state, strokeColour: '' };
    else if (operator === OPS.setLineWidth) state = { ...state, lineWidth: first as number };
    else if (operator === OPS.shadingFill) cover([everywhere], state.alpha, '', '');
    else if (operator === OPS.setGState) state = { ...state, ...readPaint(first as [string, unknown][]) };
    else if (operator === OPS.clip || operator === OPS.eoClip) clips = true;
    else if (operator === OPS.constructPath) {
      const box = third ? project(third as Box, state.matrix) : undefined;
      if (box && clips) state = { ...state, clip: intersect(state.clip, box) };
      else if (box && fills.includes(first as number)) cover([box], state.alpha, state.colour, state.colour);
      else if (box && strokes.includes(first as number))
        cover(
          listStrokes((second as ArrayLike<number>[])[0] ?? [], third as Box, state),
          state.strokeAlpha,
          state.strokeColour,
        );
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

const fills = [OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke];
const strokes = [OPS.stroke, OPS.closeStroke];

/** How pdf.js writes the parts of a path: moves (0) and lines (1) to a point, curves (2) to three, the way back (3). */
const points = [1, 1, 3, 0];
const thinnest = 0.1; // points; a line of no width is drawn as thin as the device can
const maxLines = 500; // of a stroke; one of more covers all that it encloses

/**
 * Returns the boxes of the lines of a stroke, as wide as it is drawn. A curve is the three lines between its four points, and
 * the way back to the start of a part is left out: it is the last side of a frame.
 */
function listStrokes(path: ArrayLike<number>, whole: Box, { matrix, lineWidth }: State): Box[] {
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  const half = Math.max(lineWidth * scale, thinnest) / 2;
  const draw = (box: Box): Box => {
    const [left, bottom, right, top] = project(box, matrix);
    return [left - half, bottom - half, right + half, top + half];
  };
  const lines: Box[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < path.length;) {
    const part = path[at] ?? 0;
    at += 1;
    for (let point = 0; point < (points[part] ?? 0); point += 1, at += 2) {
      const [nextX = 0, nextY = 0] = [path[at], path[at + 1]];
      if (part !== 0) lines.push([Math.min(x, nextX), Math.min(y, nextY), Math.max(x, nextX), Math.max(y, nextY)]);
      [x, y] = [nextX, nextY];
    }
    if (lines.length > maxLines) return [draw(whole)];
  }
  return lines.map(draw);
}

/** Whether ink shows what is below it, as a pale marker does: of the ways to mix paint, these two only make it darker. */
const isMarker = (blending: string, ink: string): boolean =>
  (blending === 'multiply' || blending === 'darken') && ink !== '' && measureLight(ink) > 0.5;

const toParts = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** From 0 for black to 1 for white, as an eye sees it. */
function measureLight(colour: string): number {
  const [red = 0, green = 0, blue = 0] = toParts(colour);
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
}

const readPaint = (values: [string, unknown][]): Partial<State> => {
  const { ca: alpha, CA: strokeAlpha, LW: lineWidth, BM: blending, SMask: mask } = Object.fromEntries(values);
  return {
    ...(typeof alpha === 'number' && { alpha }),
    ...(typeof strokeAlpha === 'number' && { strokeAlpha }),
    ...(typeof lineWidth === 'number' && { lineWidth }),
    ...(typeof blending === 'string' && { blending }),
    ...(mask !== undefined && { masked: mask === true }),
  };
};

const isFaint = ({ mode, alpha, within, masked }: State): boolean =>
  mode === 3 || mode === 7 || alpha * within < 0.1 || masked;

/** Whether two colours, such as #1f2e3d, look the same. Nobody knows it of a pattern, so a text in one does. */
function isAlike(one: string, other: string): boolean {
  if (one === '') return true;
  const others = toParts(other);
  return toParts(one).every((part, at) => Math.abs(part - (others[at] ?? 0)) < 32);
}

const removeSpace = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, '');

const dense = 0.5; // paint of more hides what is below it, as do several coats of less
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
    let isLast = false;
    const isSeen = [...new Set(own)].every((run) => {
      const from = Math.max((run.after - start) / letters.length, 0);
      const to = Math.min((run.after + run.text.length - start) / letters.length, 1);
      const band = findBand(item, from, to, middle);
      const measure = (boxes: Box[]): number => boxes.reduce((sum, box) => sum + measureOverlap(box, band), 0);
      const enough = Math.min(10, 0.5 * Math.max(band[2] - band[0], band[3] - band[1]));
      const isOver = ({ after, boxes }: Cover): boolean => after > run.after && measure(boxes) > 0;
      const isGround = ({ after, alpha, boxes, colour }: Cover): boolean =>
        after <= run.after && alpha > dense && colour !== undefined && measure(boxes) >= enough;
      const over = covers.filter(isOver);
      const hides = over.reduce((sum, { alpha, boxes }) => sum + (alpha > dense ? measure(boxes) : 0), 0);
      const veils = over.filter(({ alpha, boxes }) => alpha <= dense && measure(boxes) >= enough);
      const ground = covers.findLast(isGround);
      isLast ||= !includes(run.clip, findBand(item, from, to, withNext));
      return (
        hides < enough &&
        veils.reduce((shown, { alpha }) => shown * (1 - alpha), 1) > 1 - dense &&
        includes(run.clip, findBand(item, from, to, whole)) &&
        !isAlike(run.colour, ground?.colour ?? '#ffffff')
      );
    });
    return isSeen ? (isLast ? 'last' : 'shown') : 'faint';
  });
}

/** Whether a page draws text that is not among its texts: hyphens, or what is outside the page, which was cut. */
export function lacksText(items: DirectedItem[], { runs, lost }: Drawing): boolean {
  const count = (texts: { text: string }[]): number =>
    texts.reduce((sum, { text }) => sum + removeSpace(text).length, 0);
  return lost > 0 || count(runs) > count(items) + 3;
}

/** The heights of a line of text, in font sizes: `middle` is the lower half of its small letters, which a line through it crosses. */
const middle = [0.2, 0.5] as const;
const whole = [-0.1, 0.6] as const;
const withNext = [-1.2, 0.6] as const;

/** The box of a part of a text, between two heights. */
function findBand(
  { x, y, width, height, angle }: DirectedItem,
  from: number,
  to: number,
  [low, high]: readonly [number, number],
): Box {
  const turn = (angle * Math.PI) / 180;
  return project(
    [from * width, low * height, to * width, high * height],
    [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y],
  );
}
