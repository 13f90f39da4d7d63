// The statement of a query: how its text is sent to the database.

/** Rows in one record: decoding a record costs the driver more than the values in it. */
const rowsPerPage = 500;

/** Removes comments and string literals, so that the structure of a text can be matched. */
export function stripCommentsAndStrings(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, ' ');
}

/** Whether a query, or a statement, changes something. */
export const isChangeText = (text: string): boolean =>
  /\b(CREATE|MERGE|SET|DELETE)\b/.test(stripCommentsAndStrings(text));

/** Whether a query is a list, or a statement that of one: a read whose rows begin with a heading, in the column `head`. */
export const isListText = (text: string): boolean =>
  /\bAS head\b/.test(stripCommentsAndStrings(text)) && !isChangeText(text);

const changedMark = '// in a transaction that has changed something\n';

/**
 * The statement as it is planned for a transaction that has changed something before. The database keeps a plan of its own for
 * these, such as those of an Idempotency-Key.
 */
export const inChangedTransaction = (statement: string): string => changedMark + statement;

/** The statement, and whether it is one for a transaction that has changed something before. */
export function splitChangedMark(text: string): { statement: string; isInChangedTransaction: boolean } {
  const isInChangedTransaction = text.startsWith(changedMark);
  return { statement: isInChangedTransaction ? text.slice(changedMark.length) : text, isInChangedTransaction };
}

/**
 * Returns the columns of the last RETURN, which starts at the beginning of a line.
 *
 * @throws {Error} if a column has no name
 */
export function parseColumns(text: string): string[] {
  const code = stripCommentsAndStrings(text);
  const clause = code.split(/^RETURN(?: DISTINCT)?\s/m).at(-1) ?? '';
  const [items = ''] = clause.split(/^(?:ORDER BY|SKIP|LIMIT)\b/m);
  return splitAtTopLevel(items).map((item) => {
    const name = /(?:^|\sAS\s+)(\w+|`[^`]+`)\s*$/.exec(item)?.[1];
    if (!name) throw new Error(`The column ${item.trim()} needs a name.`);
    return name.replaceAll('`', '');
  });
}

/** Splits a list at its commas, except those within brackets of any kind. */
export function splitAtTopLevel(items: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of items) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/**
 * Rewrites `$name` to `$p.name`, for a query that answers one call, row by row. Neo4j caches a plan per combination of
 * parameter types, and the size class of a string or list (1, 10, 100, 1,000 …) is part of its type: a query with four
 * strings would be planned hundreds of times. The type of a map does not depend on its fields, so each query is planned
 * once.
 */
export function readParametersFromMap(text: string): string {
  return text.replace(parameterPattern, (_text, name: string) => `$p.${name}`);
}

/** The names of the parameters that a query file uses. */
export function parseParameters(text: string): string[] {
  return [...new Set([...stripCommentsAndStrings(text).matchAll(parameterPattern)].map((match) => match[1] ?? ''))];
}

const parameterPattern = /\$(\w+)/g;

/**
 * One statement for one call or several, each computed from its own parameters: `$p.batchSize` is the number of calls, every
 * parameter a list with one value per call, except `$listLimit`, which is the same for all. A record has one column, a page:
 * a list of rows. A row is the index of its call and its `columns`. Changes run in order, and each sees those before it. A
 * query with this form must not use the names `batchSize` and `row`.
 *
 * @param isList whether there may be many rows, which are sent in several pages
 */
export function createBatchedStatement(text: string, columns: readonly string[], isList: boolean): string {
  const body = passToSubqueries(text, 'row').replace(parameterPattern, (_text, name: string) =>
    name === 'listLimit' ? `$p.${name}` : `$p.${name}[row]`,
  );
  const rows = `collect([row, ${columns.map(quote).join(', ')}])`;
  return `UNWIND range(0, $p.batchSize - 1) AS row
CALL (row) {
${body}
}
${isList ? formatPages(rows) : `RETURN ${rows} AS page`}`;
}

/** Hands a variable to all subqueries: they see only those that they name, and these keep their value whatever WITH says. */
export function passToSubqueries(text: string, variable: string): string {
  return text.replace(/\bCALL \((?=\w)/g, `CALL (${variable}, `).replaceAll('CALL () {', `CALL (${variable}) {`);
}

/** The first page also has the heading. */
const formatPages = (rows: string): string => `WITH ${rows} AS rows
UNWIND range(1, size(rows), ${rowsPerPage}) AS start
RETURN rows[CASE start WHEN 1 THEN 0 ELSE start END..start + ${rowsPerPage}] AS page`;

const quote = (column: string): string => `\`${column}\``;
