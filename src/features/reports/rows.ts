// The rows of a report, and the numbers in them.

export type Cell = string | number | boolean | string[] | null;
/** Values by column name. */
export type Row = Readonly<Record<string, Cell>>;

/** Reads a number from a cell; 0 if it is empty. */
export function readNumber(row: Row, name: string): number {
  return Number(row[name] ?? 0);
}

/** A share in per cent; null if `whole` is 0. */
export function toPercent(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}
