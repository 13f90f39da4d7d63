// Recognises text that no reader shows: on a layer that is off, without ink as a scan has it, white or transparent.
import { OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** `off`: on a layer that is not displayed; `faint`: invisible (render modes 3 and 7), transparent or white. */
type Visibility = 'shown' | 'faint' | 'off';

type Run = { text: string; visibility: Visibility };
type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;
type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
type Ink = { mode: number; colour: string; alpha: number };

/** Returns what a page draws as text, in the order of its content, with whether it can be seen. */
export function listRuns({ fnArray, argsArray }: Operators, layers: Layers): Run[] {
  const runs: Run[] = [];
  const saved: Ink[] = [];
  const marked: boolean[] = [];
  let ink: Ink = { mode: 0, colour: '#000000', alpha: 1 };
  fnArray.forEach((operator, at) => {
    const [first, second] = (argsArray[at] ?? []) as unknown[];
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) saved.push(ink);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) ink = saved.pop() ?? ink;
    else if (operator === OPS.setTextRenderingMode) ink = { ...ink, mode: first as number };
    else if (operator === OPS.setFillRGBColor) ink = { ...ink, colour: first as string };
    else if (operator === OPS.setGState) ink = { ...ink, ...findAlpha(first as [string, unknown][]) };
    else if (operator === OPS.beginMarkedContent) marked.push(true);
    else if (operator === OPS.beginMarkedContentProps) marked.push(first !== 'OC' || layers.isVisible(second) === true);
    else if (operator === OPS.endMarkedContent) marked.pop();
    else if (operator === OPS.showText) {
      const text = (first as ({ unicode?: string } | number | null)[])
        .map((glyph) => (typeof glyph === 'object' ? (glyph?.unicode ?? '') : ''))
        .join('');
      runs.push({
        text: removeSpace(text),
        visibility: marked.includes(false) ? 'off' : isFaint(ink) ? 'faint' : 'shown',
      });
    }
  });
  return runs;
}

const findAlpha = (state: [string, unknown][]): Partial<Ink> => {
  const alpha = state.find(([key]) => key === 'ca')?.[1];
  return typeof alpha === 'number' ? { alpha } : {};
};

const isFaint = ({ mode, colour, alpha }: Ink): boolean =>
  mode === 3 || mode === 7 || alpha < 0.1 || /^#f[a-f]f[a-f]f[a-f]$/i.test(colour);

const removeSpace = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, '');

const maxGap = 500; // letters outside the page, which it draws and which are not among its texts

/**
 * Returns whether each text of a page is seen. The texts are those of its content in the same order, in other pieces; one
 * that is not found counts as the runs at its place.
 */
export function matchRuns(texts: string[], runs: Run[]): Visibility[] {
  if (runs.every(({ visibility }) => visibility === 'shown')) return texts.map(() => 'shown');
  const all = runs.map(({ text }) => text).join('');
  const visibilities = runs.flatMap(({ text, visibility }) => Array.from({ length: text.length }, () => visibility));
  let next = 0;
  return texts.map((text) => {
    const letters = removeSpace(text);
    const start = next + Math.max(all.slice(next, next + letters.length + maxGap).indexOf(letters), 0);
    next = start + letters.length;
    const own = visibilities.slice(start, next);
    return own.find((visibility) => visibility !== 'shown') ?? 'shown';
  });
}
