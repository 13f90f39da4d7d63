// Cells of CSV files that a spreadsheet would run as formulas.

/**
 * Where a cell may begin, in a text that is followed by what begins a formula: at its start, and behind everything that some
 * spreadsheet takes for the end of a cell. Where Excel's separator is `;`, quotation marks in a row mean nothing to it.
 */
const beginsCell = String.raw`(?<=^|[;|\t\r\n])`;
const beginsFormula = String.raw`(?=['" ]*[=+\-@\t\r＝＋－＠])`;
const toEscape = new RegExp(beginsCell + beginsFormula, 'g');
const escaped = new RegExp(`${beginsCell}'${beginsFormula}`, 'g');

/** Puts an apostrophe before each part of a text that a spreadsheet would run; `unescapeFormula` is the inverse. */
export function escapeFormula(text: string): string {
  return text.replace(toEscape, "'");
}

export function unescapeFormula(cell: string): string {
  return cell.replace(escaped, '');
}
