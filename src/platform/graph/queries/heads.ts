// The head of a file in cypher/: its lines `// @param name: type`, which say what the parameters are that its text uses. They are
// described under "Parameters" in cypher/README.md. scripts/query-heads.ts reads the types.

/** The types of parameters by name, as the file says them. */
export type Head = Readonly<Record<string, string>>;

/** The lines before the text of a file: its comment, its marks and its head. */
const leadingLines = /^(?:\/\/(?! @(?:include|view)\b).*\n)*/;
/** A line of a head, with the lines by which a long type goes on. */
const paramLines = /^\/\/ @param (\w+): (.*(?:\n\/\/ {3}.*)*)\n/gm;

/** Splits the text of a file into its head and the rest, which the database receives. */
export function splitHead(source: string): { head: Head; text: string } {
  const [leading = ''] = leadingLines.exec(source) ?? [];
  const types = [...leading.matchAll(paramLines)].map(([, name = '', type = '']) => [
    name,
    type.replace(/\n\/\/ +/g, ' '),
  ]);
  return {
    head: Object.fromEntries(types) as Head,
    text: leading.replace(paramLines, '') + source.slice(leading.length),
  };
}

/**
 * The head of a query with its includes. A file says the types of the parameters that its own text uses, so several may say that of one.
 *
 * @throws {Error} when they do not say the same
 */
export function mergeHeads(queryName: string, heads: readonly Head[]): Head {
  const types = new Map<string, string>();
  for (const [name, type] of heads.flatMap((head) => Object.entries(head))) {
    const known = types.get(name) ?? type;
    if (known !== type)
      throw new Error(`cypher/${queryName}.cypher: $${name} is said to be "${known}" and, by an include, "${type}".`);
    types.set(name, type);
  }
  return Object.fromEntries(types);
}
