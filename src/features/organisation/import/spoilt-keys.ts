// Keys that a spreadsheet has taken for numbers or dates and written in another way. No IO.

const scientific = /^\d(?:[.,]\d+)?E\+\d+$/i;
/** Excel keeps fifteen digits of a number. */
const digitsOfSpreadsheet = 15;
const asDate = /^\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i;

/** Whether no company writes a key like this: `1.23457E+15` was a number of sixteen digits. */
export const isScientific = (key: string): boolean => scientific.test(key);

/** What a spreadsheet leaves of a key: 0007 becomes 7, and of long numbers the digits after the fifteenth become zeros. */
export function spoil(key: string): string {
  if (!/^\d+$/.test(key)) return key;
  const number = key.replace(/^0+(?=\d)/, '');
  return number.slice(0, digitsOfSpreadsheet).padEnd(number.length, '0');
}

/** Whether the text is probably what a spreadsheet made of the key, which is another one. */
export const isSpoilt = (key: string, text: string): boolean =>
  key !== text && (isScientific(text) || spoil(key) === text || (asDate.test(text) && !asDate.test(key)));

/** The keys that a spreadsheet changes, by what it leaves of them. */
export function indexSpoilt(keys: readonly string[]): Map<string, string> {
  return new Map(keys.flatMap((key) => (spoil(key) === key ? [] : [[spoil(key), key] as const])));
}

/** @param meant the key that the text was made of, if somebody has it */
export function describeSpoilt(text: string, meant: string | undefined): string {
  const what = meant === undefined ? 'is no key' : `was probably ${JSON.stringify(meant)}`;
  return `${JSON.stringify(text)} ${what}: a spreadsheet has changed it; format the column as text before the file is opened`;
}
