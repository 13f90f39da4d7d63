// Cells of CSV files that a spreadsheet would run as formulas.

/** Prefixes a text that a spreadsheet would run as a formula; `unescapeFormula` is the inverse. */
export function escapeFormula(text: string): string {
  return /^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

export function unescapeFormula(cell: string): string {
  return /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
