// Says numbers with their nouns, in the form that a language has for the number.

/**
 * Creates `count`, which says a number with its noun.
 *
 * @param {string} locale
 */
export function createCount(locale) {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  /**
   * @param {string | number} number
   * @param {string} one
   * @param {string} many
   */
  return (number, one, many) => {
    const text = typeof number === 'number' ? digits.format(number) : number;
    return `${text} ${rules.select(Number(number)) === 'one' ? one : many}`;
  };
}
