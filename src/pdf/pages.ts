// A PDF becomes positioned text, page by page; what cannot be read to its end is refused.
import { PasswordException, PDFParse } from 'pdf-parse';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ProfileRefusal, TextPage } from '../profile-parser/parse.ts';
import { hasBrokenStream } from './streams.ts';

const limits = { pages: 60, items: 60_000, characters: 1_000_000 };

const refusals = {
  encrypted: 'The PDF is protected by a password. Please send it without one.',
  broken: 'The file is not a PDF, or it is damaged.',
  tooManyPages: `The PDF has more than ${limits.pages} pages; a profile has some 20.`,
  tooMuchText: 'The PDF holds far more text than a profile.',
};

/**
 * The text of a PDF with its places. Takes as much time and memory as the file pleases: to be called in a process that
 * can be killed.
 *
 * @returns the pages, or why they cannot be read
 */
export async function extractTextPages(pdf: Buffer): Promise<TextPage[] | ProfileRefusal> {
  if (hasBrokenStream(pdf)) return { failed: refusals.broken };
  try {
    if ((await pageCount(pdf)) > limits.pages) return { failed: refusals.tooManyPages };
    return (await positionedText(pdf)) ?? { failed: refusals.tooMuchText };
  } catch (error) {
    const encrypted = error instanceof PasswordException || (error instanceof Error && /encrypt/i.test(error.message));
    return { failed: encrypted ? refusals.encrypted : refusals.broken };
  }
}

/** Nothing is drawn, run or fetched, and a fault is an error: half a page must not pass for the whole. */
function options(pdf: Uint8Array) {
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

/** @throws {Error} for a file that cannot be opened; a PasswordException where a password is needed */
async function pageCount(pdf: Uint8Array): Promise<number> {
  const parser = new PDFParse(options(pdf));
  try {
    return (await parser.getInfo()).total;
  } finally {
    await parser.destroy();
  }
}

/** The text with its places, which pdf-parse keeps to itself; undefined when there is too much of it. */
async function positionedText(pdf: Uint8Array): Promise<TextPage[] | undefined> {
  const document = await getDocument(options(pdf)).promise;
  const pages: TextPage[] = [];
  const left = { items: limits.items, characters: limits.characters };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
    const items: TextPage['items'] = [];
    for await (const chunk of page.streamTextContent() as AsyncIterable<
      Awaited<ReturnType<typeof page.getTextContent>>
    >) {
      for (const item of chunk.items) {
        if (!('str' in item)) continue;
        left.items -= 1;
        left.characters -= item.str.length;
        if (left.items < 0 || left.characters < 0) return undefined;
        const [x, y] = (item.transform as number[]).slice(4) as [number, number];
        items.push({ text: item.str, x: x - x0, y: y - y0, width: item.width, height: item.height });
      }
    }
    pages.push({ page: number, width: x1 - x0, height: y1 - y0, items });
    page.cleanup();
  }
  await document.destroy();
  return pages;
}
