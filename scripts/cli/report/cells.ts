// A cell as a person reads it.
import type { Column } from '../../../src/reports/definition.ts';
import type { Cell } from '../../../src/reports/rows.ts';

/** Text for a table or a page; nothing is a dash. */
export function formatCell(cell: Cell | undefined, { digits, words }: Column): string {
  if (cell === null || cell === undefined || cell === '') return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (Array.isArray(cell)) return cell.join('; ');
  if (typeof cell !== 'number')
    return words?.[cell] ?? cell.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)\S*Z$/, '$1 $2 UTC');
  return cell.toLocaleString('en', { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 3 });
}

/** Whether a column holds numbers, which stand on the right. */
export function isNumeric({ digits }: Column): boolean {
  return digits !== undefined;
}
