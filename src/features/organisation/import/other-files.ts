// Files that people take for a CSV file, by how they begin. No IO.

const bytesOf = (...bytes: number[]): Buffer => Buffer.from(bytes);

const kinds: readonly { begins: Buffer; what: string }[] = [
  { begins: bytesOf(0x50, 0x4b, 0x03, 0x04), what: 'a workbook (.xlsx, .ods, .numbers) or another archive' },
  { begins: bytesOf(0xd0, 0xcf, 0x11, 0xe0), what: 'a workbook (.xls)' },
  { begins: Buffer.from('%PDF'), what: 'a PDF' },
  { begins: bytesOf(0x1f, 0x8b), what: 'an archive (.gz)' },
];
const markup = /^\s*<(?:!doctype|html|table|meta|\?xml)/i;
const calendar = /^BEGIN:VCALENDAR/i;

/** What the file is instead of a CSV file, as a sentence that says what to do; null if nothing says so. */
export function findOtherKind(file: Buffer, text: string): string | null {
  const what =
    kinds.find(({ begins }) => file.subarray(0, begins.length).equals(begins))?.what ??
    (markup.test(text.slice(0, 1_000)) ? 'a web page or XML, which some programs name .xls' : null) ??
    (calendar.test(text) ? 'a calendar (.ics)' : null);
  if (what === null) return null;
  const way =
    what === 'a calendar (.ics)'
      ? 'export the absences as CSV, with a column for the address, the first and the last day'
      : 'open it in a spreadsheet and save the sheet as "CSV UTF-8"';
  return `The file is ${what} and not a CSV file: ${way}.`;
}
