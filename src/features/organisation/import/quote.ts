// Quotes a text of a file in a sentence.

const mostCharacters = 60;

/** The text in quotation marks, and no more of it than a sentence bears: a cell may have thousands of characters. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text);
