// Numbers with the noun they count, for sentences that people read.

/** "1 person", "2 people": a number and what it counts. */
export function pluralize(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
