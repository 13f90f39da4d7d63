// Formats a count with its noun, such as "1 person" or "2 people".

export function pluralize(count: number, singular: string, plural = `${singular}s`, locale = 'en'): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? singular : plural}`;
}

/** The word that agrees with a count, such as "has" with 1 and "have" with 2. */
export const agree = (count: number, singular: string, plural: string): string => (count === 1 ? singular : plural);
