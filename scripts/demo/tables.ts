// Tables of text: a text a line, for everyone or for the people of one department.

/**
 * Texts that fit anywhere, and those of one department. In braces stand `{project}` and `{other}` (what the department
 * works on), `{group}` (whom it works with), `{mate}` (a colleague's first name), `{writer}` (that of the summary's
 * writer) and `{n}` (a number); with a capital, as `{Project}`, they begin a sentence.
 */
export type Texts = { anywhere: string[] } & Record<string, string[]>;

/** The texts of a table, one in each line. */
export const lines = (table: string): string[] =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
