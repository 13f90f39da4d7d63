// PDFs made to do harm, and files that are no profile: small enough to be written by hand.
import { deflateSync } from 'node:zlib';

/** Two gigabytes of spaces, deflated three times over. */
const spacesDeflatedThrice =
  'eNqruPX2jrbfnESJtoeKPgIcfE0KBhFlAc5GEiZMJomMS7bxcRy83uP6oGCG3gK+zscLIhi4Gpt8Tus83r/eu/bXVP99d/bH3fsX1/PP+v68urc59/T6GR' +
  'gYGhqt6/fFxPyoyzkv952/DySy0DoyVvK8e+P5x2ttn4MEDu6+9Xej2X/FD3VlVmV8DAwMEnt6+6+frOHeMf9vpH0JP1hE/SBQKYOHIA9IhxiYkwHhSCBz' +
  'RmVGZUZlRmVGZUZlRmVGZUZlRmVGZUZlBonMzLo9//7NY1Lj33x86fzF23Zf/Hr21C/7d8vWHwQApDsrlQ==';

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
  '/Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const form =
  '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >> /Length 5 >>\nstream\n/X Do\nendstream';

/** A PDF of these objects, numbered from 1; the first is the catalog. */
function pdfOf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  objects.forEach((object, index) => {
    places.push(at);
    for (const part of [`${index + 1} 0 obj\n`, object, '\nendobj\n'])
      add(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>`;
  add(Buffer.from(`${table}\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function stream(data: Buffer, filter: string): Buffer {
  const head = Buffer.from(`<< /Length ${data.length} /Filter ${filter} >>\nstream\n`);
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
}

/** One page whose content is what these bytes unpack to. */
const withContent = (data: Buffer, filter: string): Buffer =>
  pdfOf([catalog, onePage, page, stream(data, filter), font, form]);
const drawing = (content: string): Buffer => withContent(deflateSync(content), '/FlateDecode');

const bomb = withContent(Buffer.from(spacesDeflatedThrice, 'base64'), '[/FlateDecode /FlateDecode /FlateDecode]');

/** What each is, and the PDF. */
export const hostilePdfs: Record<string, () => Buffer> = {
  'two gigabytes behind three filters': () => bomb,
  'a string of 40 million spaces': () => drawing(`BT /F 9 Tf 9 9 Td (${' '.repeat(40_000_000)}) Tj ET`),
  'a form that draws itself': () => drawing('/X Do'),
  'a page tree that is its own child': () =>
    pdfOf([catalog, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>', page, '<<>>', font, form]),
  'two nodes of the page tree under each other': () => {
    const node = (kid: number): string => `<< /Type /Pages /Kids [${kid} 0 R] /Parent ${kid} 0 R /Count 1 >>`;
    return pdfOf([catalog, node(3), node(2)]);
  },
  '200,000 pages': () =>
    pdfOf([catalog, `<< /Type /Pages /Kids [${'3 0 R '.repeat(200_000)}] /Count 200000 >>`, page, '<<>>', font, form]),
  'a claim of two thousand million pages': () =>
    pdfOf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', page, '<<>>', font, form]),
  'arrays in arrays, a million deep': () => drawing('['.repeat(1_000_000)),
  'a web page by another name': () => Buffer.from('<!doctype html><title>Key strengths</title>'),
  'nothing at all': () => Buffer.alloc(0),
  'a heading alone': () => Buffer.from('%PDF-1.7\n%%EOF\n'),
};

/** Text that takes far longer to read than its 80 KB suggest. */
export const slowPdf = (): Buffer => drawing(`BT /F 9 Tf ${'1 0 Td (a) Tj '.repeat(3_000_000)} ET`);

/** A page of these lines; no brackets in them. */
export function pdfSaying(lines: string[]): Buffer {
  return drawing(`BT /F 10 Tf 60 800 Td ${lines.map((line) => `(${line}) Tj 0 -14 Td `).join('')} ET`);
}

/** A PDF that needs a password nobody has. */
export function encryptedPdf(): Buffer {
  const key = 'ab'.repeat(32);
  const rule = `<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`;
  return pdfOf(
    [catalog, onePage, page, '<< /Length 0 >>\nstream\n\nendstream', font, rule],
    '/Encrypt 6 0 R /ID [<00> <00>]',
  );
}
