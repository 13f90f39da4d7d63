// Extracts positioned text from a PDF, page by page. A PDF that cannot be read completely is refused.
import { inflateSync } from 'node:zlib';
import { PasswordException, PDFParse } from 'pdf-parse';
import { AnnotationType, getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'; // pdf.js would load it with the first file
import type { ProfileRefusal, TextPage } from '../parser/parse.ts';
import { lacksText, listRuns, matchRuns, type Operators } from './unseen-text.ts';
import { turnUpright, type DirectedItem } from './upright.ts';

const maxOutputBytes = 16 * 2 ** 20; // a larger stream is not text, so it is not checked
const maxDictionaryBytes = 2_000; // the dictionary of a stream is directly before it
const limits = { pages: 60, items: 60_000, characters: 1_000_000 };

const refusals = {
  encrypted: 'The PDF is protected by a password. Please send it without one.',
  broken: 'The file is not a PDF, or it is damaged.',
  tooManyPages: `The PDF has more than ${limits.pages} pages; a profile has about 20.`,
  tooMuchText: 'The PDF contains far more text than a profile.',
};

/**
 * Extracts the text of a PDF with its positions. A malicious file can make this take any amount of time and memory, so
 * call it only in a process that can be killed.
 *
 * @returns the pages, or the reason for a refusal
 */
export async function extractTextPages(pdf: Buffer): Promise<TextPage[] | ProfileRefusal> {
  if (hasBrokenStream(pdf)) return { failed: refusals.broken };
  try {
    if ((await countPages(pdf)) > limits.pages) return { failed: refusals.tooManyPages };
    return (await readPositionedText(pdf)) ?? { failed: refusals.tooMuchText };
  } catch (error) {
    const encrypted = error instanceof PasswordException || (error instanceof Error && /encrypt/i.test(error.message));
    return { failed: encrypted ? refusals.encrypted : refusals.broken };
  }
}

/** No rendering, scripts or requests. A fault is an error, so a partly read page is never used as a whole one. */
function buildOptions(pdf: Uint8Array) {
  return {
    data: Uint8Array.from(pdf),
    verbosity: 0,
    stopAtErrors: true,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: 1_000_000,
  };
}

/** @throws {PasswordException} if a password is needed; {Error} if the file cannot be opened */
async function countPages(pdf: Uint8Array): Promise<number> {
  const parser = new PDFParse(buildOptions(pdf));
  try {
    return (await parser.getInfo()).total;
  } finally {
    await parser.destroy();
  }
}

/** Uses pdf.js directly, since pdf-parse returns no positions. Undefined if there is too much text. */
async function readPositionedText(pdf: Uint8Array): Promise<TextPage[] | undefined> {
  const document = await getDocument(buildOptions(pdf)).promise;
  // Lists the operators of a page without its pictures, which may not be decoded here.
  const drawings = await getDocument({ ...buildOptions(pdf), stopAtErrors: false, maxImageSize: 0 }).promise;
  const layers = await drawings.getOptionalContentConfig();
  const pages: TextPage[] = [];
  const remaining = { ...limits };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const found = await readItems(page, remaining);
    if (found === undefined) return undefined;
    const drawn = await drawings.getPage(number);
    const operators = await drawn.getOperatorList();
    const drawing = listRuns(operators, layers, page.view);
    const seen = matchRuns(found, drawing);
    const items = found.flatMap((item, at): DirectedItem[] =>
      seen[at] === 'off'
        ? []
        : [{ ...item, ...(seen[at] === 'faint' && { faint: true }), ...(seen[at] === 'last' && { last: true }) }],
    );
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
    const width = x1 - x0;
    const height = y1 - y0;
    const hasNotes = (await hasNotesAbove(page)) || lacksText(found, drawing);
    pages.push({
      page: number,
      ...turnUpright(items, width, height),
      fonts: listFonts(operators, drawn),
      ...(hasNotes && { hasNotes }),
    });
    page.cleanup();
    drawn.cleanup();
  }
  await document.destroy();
  await drawings.destroy();
  return pages;
}

/** Undefined if the text exceeds what remains of the limits. */
async function readItems(
  page: PDFPageProxy,
  remaining: { items: number; characters: number },
): Promise<DirectedItem[] | undefined> {
  const [x0 = 0, y0 = 0] = page.view;
  const items: DirectedItem[] = [];
  for await (const chunk of page.streamTextContent() as AsyncIterable<
    Awaited<ReturnType<typeof page.getTextContent>>
  >) {
    for (const item of chunk.items) {
      if (!('str' in item)) continue;
      remaining.items -= 1;
      remaining.characters -= item.str.length;
      if (remaining.items < 0 || remaining.characters < 0) return undefined;
      const [a, b, , , x, y] = item.transform as [number, number, number, number, number, number];
      const angle = (Math.atan2(b, a) * 180) / Math.PI;
      const { str: text, width, height, fontName: font } = item;
      items.push({ text, x: x - x0, y: y - y0, width, height, angle, font });
    }
  }
  return items;
}

/** Returns the names of the fonts that a page uses. Those that it draws itself have none. */
function listFonts({ fnArray, argsArray }: Operators, { commonObjs }: PDFPageProxy): string[] {
  const ids = new Set(
    fnArray.flatMap((operator, at) => (operator === OPS.setFont ? [(argsArray[at] as string[])[0]] : [])),
  );
  return [...ids].flatMap((id = '') =>
    commonObjs.has(id) ? ((commonObjs.get(id) as { name?: string }).name ?? []) : [],
  );
}

const silent: number[] = [AnnotationType.LINK, AnnotationType.POPUP];

/** Whether notes, strokes or form fields that are filled in lie on the page. Their text is not part of the content of the page. */
async function hasNotesAbove(page: PDFPageProxy): Promise<boolean> {
  const annotations = (await page.getAnnotations()) as { annotationType: number; fieldValue?: string | string[] }[];
  return annotations.some(({ annotationType, fieldValue }) =>
    annotationType === AnnotationType.WIDGET
      ? String(fieldValue ?? '').trim() !== ''
      : !silent.includes(annotationType),
  );
}

/**
 * Whether a Flate stream cannot be decompressed or fails its checksum: pdf.js skips it silently, so text would be missing.
 * Encrypted files are not checked.
 */
function hasBrokenStream(pdf: Buffer): boolean {
  if (pdf.includes('/Encrypt')) return false;
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const before = pdf.subarray(Math.max(0, at - maxDictionaryBytes), at).toString('latin1');
    const dictionary = before.slice(Math.max(before.lastIndexOf(' obj'), 0));
    if (before.endsWith('end') || !/\/Filter ?\[? ?\/FlateDecode/.test(dictionary)) continue;
    const start = at + (pdf[at + 6] === 13 ? 8 : 7);
    const end = pdf.indexOf('endstream', start);
    if (end < 0 || isBroken(pdf.subarray(start, end))) return true;
    at = end;
  }
  return false;
}

function isBroken(compressed: Buffer): boolean {
  try {
    inflateSync(compressed, { maxOutputLength: maxOutputBytes });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE';
  }
}
