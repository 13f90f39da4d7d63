// Changes PDFs as people and programs do: pages of several files merged, scanned text layers, skewed pages, forms, layers.
import {
  decodePDFRawStream,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  StandardFonts,
  type PDFPage,
} from 'pdf-lib';

/** Loads a PDF, lets it be changed, and returns the new bytes. */
async function change(pdf: Uint8Array, alter: (doc: PDFDocument) => unknown): Promise<Uint8Array> {
  const doc = await PDFDocument.load(pdf, { updateMetadata: false });
  await alter(doc);
  return doc.save();
}

const sources = new WeakMap<Uint8Array, Promise<PDFDocument>>();

/** Loads a PDF once, to be read alone. */
function open(pdf: Uint8Array): Promise<PDFDocument> {
  const source = sources.get(pdf) ?? PDFDocument.load(pdf, { updateMetadata: false });
  sources.set(pdf, source);
  return source;
}

/** Returns a PDF of these pages, each the index of a page in one of the files. */
export async function assemble(pages: [file: Uint8Array, index: number][]): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  for (const [file, index] of pages) {
    const [page] = await doc.copyPages(await open(file), [index]);
    if (page) doc.addPage(page);
  }
  return doc.save();
}

export async function countPages(pdf: Uint8Array): Promise<number> {
  return (await open(pdf)).getPageCount();
}

/** Puts the pages in another order. */
export async function reorder(pdf: Uint8Array, sort: (indexes: number[]) => number[]): Promise<Uint8Array> {
  const indexes = Array.from({ length: await countPages(pdf) }, (_, at) => at);
  return assemble(sort(indexes).map((index) => [pdf, index]));
}

/** Replaces text in the content of pages and of the forms that they contain. */
function editContent(doc: PDFDocument, edit: (content: string) => string): void {
  for (const [ref, stream] of doc.context.enumerateIndirectObjects()) {
    if (!(stream instanceof PDFRawStream)) continue;
    const isForm = stream.dict.get(PDFName.of('Subtype'))?.toString() === '/Form';
    const isOther = ['Subtype', 'Type', 'Length1', 'FunctionType'].some((key) => stream.dict.has(PDFName.of(key)));
    if (isOther && !isForm) continue;
    const content = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
    if (!/\bBT\b/.test(content)) continue;
    const copy = doc.context.flateStream(Buffer.from(edit(content), 'latin1'));
    for (const [key, value] of stream.dict.entries()) if (!copy.dict.has(key)) copy.dict.set(key, value);
    copy.dict.delete(PDFName.of('DecodeParms'));
    doc.context.assign(ref, copy);
  }
}

/** The text layer of a scan: nothing of the text is drawn. */
export const hideText = (pdf: Uint8Array): Promise<Uint8Array> =>
  change(pdf, (doc) => editContent(doc, (content) => content.replace(/\b\d Tr\b/g, '').replace(/\bBT\b/g, 'BT 3 Tr')));

/** Turns the content of each page by an angle of its own, as a scanner does. */
export const skew = (pdf: Uint8Array, angles: number[]): Promise<Uint8Array> =>
  change(pdf, (doc) => {
    doc.getPages().forEach((page, at) => {
      const angle = ((angles[at % angles.length] ?? 0) * Math.PI) / 180;
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)].map((value) => value.toFixed(6));
      wrapContent(doc, page, `q ${cosine} ${sine} ${-Number(sine)} ${cosine} 0 0 cm\n`, '\nQ\n');
    });
  });

function wrapContent(doc: PDFDocument, page: PDFPage, before: string, after: string): void {
  page.node.normalize();
  page.node.wrapContentStreams(
    doc.context.register(doc.context.flateStream(before)),
    doc.context.register(doc.context.flateStream(after)),
  );
}

/** How added text is drawn: as ink, or so that nobody sees it. */
export type Ink = 'black' | 'invisible' | 'white' | 'transparent' | 'layer';

/** Adds a line of text to a page, counted from 0; `y` from its foot. */
export const addLine = (
  pdf: Uint8Array,
  { page: index, text, x, y, ink }: { page: number; text: string; x: number; y: number; ink: Ink },
): Promise<Uint8Array> =>
  change(pdf, async (doc) => {
    const { context } = doc;
    const page = doc.getPage(index);
    page.node.normalize();
    const font = page.node.newFontDictionary('Added', (await doc.embedFont(StandardFonts.Helvetica)).ref);
    const state = page.node.newExtGState('Pale', context.obj({ ca: 0 }));
    const layer = context.register(context.obj({ Type: 'OCG', Name: PDFHexString.fromText('Draft') }));
    const resources = page.node.Resources();
    resources?.set(PDFName.of('Properties'), context.obj({ Layer: layer }));
    if (ink === 'layer') {
      const off = { OFF: [layer], Order: [layer] };
      doc.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: off }));
    }
    const before = {
      black: '',
      invisible: '3 Tr',
      white: '1 g',
      transparent: `${state.toString()} gs`,
      layer: '/OC /Layer BDC',
    }[ink];
    const codes = Buffer.from(text.replaceAll('•', '\u0095'), 'latin1').toString('hex');
    const content = `q ${before}\nBT ${font.toString()} 10.5 Tf 1 0 0 1 ${x} ${y} Tm <${codes}> Tj ET\n${ink === 'layer' ? 'EMC' : ''} Q\n`;
    wrapContent(doc, page, '', content);
  });

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Draws a picture on every other page. */
export const addPictures = (pdf: Uint8Array): Promise<Uint8Array> =>
  change(pdf, async (doc) => {
    const picture = await doc.embedPng(pixel);
    for (const page of doc.getPages().filter((_, at) => at % 2 === 0)) page.drawImage(picture);
  });

/** Adds form fields with these values to a page, counted from 0, from `y` down. */
export const addFields = (
  pdf: Uint8Array,
  { page: index, values, y }: { page: number; values: string[]; y: number },
): Promise<Uint8Array> =>
  change(pdf, (doc) => {
    values.forEach((value, at) => {
      const field = doc.getForm().createTextField(`field${at}`);
      field.setText(value.replace(/[^\x20-\xff]/g, "'"));
      field.addToPage(doc.getPage(index), { x: 60, y: y - at * 20, width: 400, height: 16, borderWidth: 0 });
    });
  });

/** Puts a note on a page, counted from 0, whose text is drawn on it. */
export const addNote = (pdf: Uint8Array, index: number, text: string): Promise<Uint8Array> =>
  change(pdf, (doc) => {
    const note = doc.context.obj({
      Type: 'Annot',
      Subtype: 'FreeText',
      Rect: [60, 200, 400, 220],
      DA: '/Helv 10 Tf 0 g',
    });
    note.set(PDFName.of('Contents'), PDFHexString.fromText(text));
    doc.getPage(index).node.addAnnot(doc.context.register(note));
  });

/** Prints several pages on each sheet: two beside each other in each of the rows. */
export async function printOnSheets(pdf: Uint8Array, rows: number): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  const pages = await doc.embedPages((await open(pdf)).getPages());
  const size = { width: 421, height: 595 };
  for (let at = 0; at < pages.length; at += 2 * rows) {
    const sheet = doc.addPage([2 * size.width, rows * size.height]);
    pages.slice(at, at + 2 * rows).forEach((page, place) => {
      const row = rows - 1 - Math.floor(place / 2);
      sheet.drawPage(page, { x: (place % 2) * size.width, y: row * size.height, ...size });
    });
  }
  return doc.save();
}

/** Prints each page on paper of another size: the content in the middle, as large as it was. */
export const changePaper = (pdf: Uint8Array, width: number, height: number): Promise<Uint8Array> =>
  change(pdf, (doc) => {
    for (const page of doc.getPages()) {
      const { x, y, width: oldWidth, height: oldHeight } = page.getMediaBox();
      page.translateContent((width - oldWidth) / 2 - x, (height - oldHeight) / 2 - y);
      page.setSize(width, height);
    }
  });
