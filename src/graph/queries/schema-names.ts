// The names in the query files that the database may not know yet.
import { listQueries } from './query-files.ts';
import { stripCommentsAndStrings } from './statements.ts';

const relationshipType = /[:|]([A-Z][A-Z_]+)\b/g;
const label = /[:&|]([A-Z][a-z]\w*)/g;
/** After a full stop, unless it is a function of a namespace, and before the colon of a map or a node. */
const propertyKey = /\.([a-z]\w*)\b(?!\()|[{,]\s*([a-z]\w*):/g;

export type SchemaNames = { labels: string[]; types: string[]; keys: string[] };

/**
 * Lists the labels, relationship types and property keys of all queries. Fields of maps that a query only returns are
 * among the keys: telling them apart would take a parser, and an unused key costs the database some bytes.
 */
export function listSchemaNames(): SchemaNames {
  const code = listQueries().map(({ text }) => stripCommentsAndStrings(text));
  const find = (pattern: RegExp): string[] => {
    const names = code.flatMap((text) => [...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? ''));
    return [...new Set(names)].sort();
  };
  return { labels: find(label), types: find(relationshipType), keys: find(propertyKey) };
}
