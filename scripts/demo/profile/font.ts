// A standard typeface for any letter: nothing is embedded, and every character used gets a code of its own.
import { PDFHexString, PDFName, StandardFonts, type PDFDocument, type PDFRef } from 'pdf-lib';

export type Typeface = {
  ref: PDFRef;
  /** The text as codes of this typeface. */
  encode(text: string): PDFHexString;
  /** In points. */
  measure(text: string, size: number): number;
  /** Writes the typeface into the document; after it nothing may be encoded. */
  finish(): void;
};

/** Helvetica with the characters as they come: a PDF's usual table of 8 bits knows no ł, č or ●. */
export function typeface(doc: PDFDocument, name: StandardFonts.Helvetica | StandardFonts.HelveticaBold): Typeface {
  const metrics = doc.embedStandardFont(name);
  const ref = doc.context.nextRef();
  const codes = new Map<string, number>([[' ', 32]]);
  const widths = new Map<string, number>();

  const getCode = (character: string): number => {
    const code = codes.get(character) ?? 32 + codes.size;
    if (code > 255) throw new Error('A profile can be written with 223 different characters at most.');
    codes.set(character, code);
    return code;
  };
  const getWidth = (character: string): number => {
    const known = widths.get(character) ?? metrics.widthOfTextAtSize(plain(character), 1000);
    widths.set(character, known);
    return known;
  };

  return {
    ref,
    encode: (text) => PDFHexString.of([...text].map((one) => getCode(one).toString(16).padStart(2, '0')).join('')),
    measure: (text, size) => [...text].reduce((sum, one) => sum + getWidth(one), 0) * (size / 1000),
    finish() {
      const { context } = doc;
      const used = [...codes];
      const lines = used.map(([one, code]) => `<${hex(code, 2)}> <${hex(one.codePointAt(0) ?? 0, 4)}>`);
      const differences = [
        32,
        ...used.map(([one]) => PDFName.of(one === ' ' ? 'space' : `uni${hex(one.codePointAt(0) ?? 0, 4)}`)),
      ];
      context.assign(
        ref,
        context.obj({
          Type: 'Font',
          Subtype: 'Type1',
          BaseFont: name,
          FirstChar: 32,
          LastChar: 31 + used.length,
          Widths: used.map(([one]) => getWidth(one)),
          Encoding: { Type: 'Encoding', Differences: differences },
          ToUnicode: context.register(context.flateStream(toUnicode(lines))),
        }),
      );
    },
  };
}

const hex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0');

/** A letter of the same width that Helvetica's metrics know. */
function plain(character: string): string {
  const base = character.normalize('NFD').charAt(0);
  if (/[\x20-\x7e]/.test(base)) return base;
  if (/[\u2018\u2019]/.test(character)) return "'";
  return character === '–' ? '–' : character === 'ł' ? 'l' : 'o';
}

function toUnicode(lines: string[]): string {
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Characters def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
