// A standard typeface that can show any letter. Nothing is embedded: each character in use gets its own code.
// Embedding a font file instead would need @pdf-lib/fontkit and a font package.
import { PDFHexString, PDFName, StandardFonts, type PDFDocument } from 'pdf-lib';

export type Typeface = ReturnType<typeof createTypeface>;

/** Creates Helvetica with a custom encoding: the standard 8-bit encodings lack ł, č and ●. */
export function createTypeface(doc: PDFDocument, name: StandardFonts.Helvetica | StandardFonts.HelveticaBold) {
  const metrics = doc.embedStandardFont(name);
  const ref = doc.context.nextRef();
  const codes = new Map<string, number>([[' ', 32]]);
  const widths = new Map<string, number>();

  const assignCode = (character: string): number => {
    const code = codes.get(character) ?? 32 + codes.size;
    if (code > 255) throw new Error('A profile can contain at most 223 different characters.');
    codes.set(character, code);
    return code;
  };
  const measureCharacter = (character: string): number => {
    const width = widths.get(character) ?? metrics.widthOfTextAtSize(findSimilarLetter(character), 1000);
    widths.set(character, width);
    return width;
  };

  return {
    ref,
    /** Returns the text as codes of this typeface. */
    encode: (text: string) => PDFHexString.of([...text].map((one) => toHex(assignCode(one), 2)).join('')),
    /** Returns the width in points. */
    measureWidth: (text: string, size: number) =>
      [...text].reduce((sum, one) => sum + measureCharacter(one), 0) * (size / 1000),
    /** Writes the typeface into the document. No text can be encoded afterwards. */
    finish(): void {
      const { context } = doc;
      const used = [...codes];
      const unicode = (character: string): string => toHex(character.codePointAt(0) ?? 0, 4);
      const mappings = used.map(([one, code]) => `<${toHex(code, 2)}> <${unicode(one)}>`);
      const glyphs = used.map(([one]) => PDFName.of(one === ' ' ? 'space' : `uni${unicode(one)}`));
      context.assign(
        ref,
        context.obj({
          Type: 'Font',
          Subtype: 'Type1',
          BaseFont: name,
          FirstChar: 32,
          LastChar: 31 + used.length,
          Widths: used.map(([one]) => measureCharacter(one)),
          Encoding: { Type: 'Encoding', Differences: [32, ...glyphs] },
          ToUnicode: context.register(context.flateStream(formatToUnicode(mappings))),
        }),
      );
    },
  };
}

const toHex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0');

/** Returns a letter of about the same width that Helvetica's metrics contain. */
function findSimilarLetter(character: string): string {
  const base = character.normalize('NFD').charAt(0);
  if (/[\x20-\x7e]/.test(base)) return base;
  if (/[\u2018\u2019]/.test(character)) return "'";
  return character === '–' ? '–' : character === 'ł' ? 'l' : 'o';
}

/** Formats a ToUnicode CMap, which text extraction reads. A block holds at most 100 mappings. */
function formatToUnicode(mappings: string[]): string {
  const blocks: string[] = [];
  for (let start = 0; start < mappings.length; start += 100) {
    const block = mappings.slice(start, start + 100);
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
