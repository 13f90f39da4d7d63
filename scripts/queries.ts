// `npm run queries`: writes what follows from tables: the queries that have a branch for each label, the tables of pages, and
// the types of the queries in cypher/ (src/platform/graph/queries/query-types.ts).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { listQueries, type Query } from '../src/platform/graph/queries/query-files.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';
import { writeNodeQueries } from './node-queries.ts';
import { writePageTables } from './page-tables.ts';
import {
  findFieldFaults,
  findHeadFaults,
  formatFields,
  importedTypes,
  listParameters,
  readSourceFiles,
} from './query-heads.ts';

/** Where the types are. */
export const typesFile = path.join(projectFolder, 'src/platform/graph/queries/query-types.ts');

/** The text of the file of types: a line for each query. */
export function formatQueryTypes(queries: readonly Query[]): string {
  const lines = queries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((query) => `  '${query.name}': ${formatParameters(query)};`);
  return `// The parameters of the queries in cypher/. Written by \`npm run queries\`; do not edit.
${formatImports(lines)}
type None = Record<never, never>;

// prettier-ignore
export type Queries = {
${lines.join('\n')}
};
`;
}

/** The types that the lines name, in the order of their files. */
function formatImports(lines: readonly string[]): string {
  return Object.entries(importedTypes)
    .filter(([name]) => lines.some((line) => new RegExp(`\\b${name}\\b`).test(line)))
    .map(([name, file]) => `import type { ${name} } from '${file}';\n`)
    .join('');
}

function formatParameters(query: Query): string {
  const fields = listParameters(query);
  return fields.length === 0 ? 'None' : formatFields(fields);
}

/** What is wrong with the heads of the files in cypher/. Every sentence names a file and a parameter. */
export function findFaults(): string[] {
  const faults = readSourceFiles().flatMap(findHeadFaults);
  return faults.length > 0 ? faults : listQueries().flatMap(findFieldFaults);
}

if (import.meta.main) {
  writeNodeQueries();
  writePageTables();
  const faults = findFaults();
  if (faults.length > 0) throw new Error(faults.join('\n'));
  writeFileSync(typesFile, formatQueryTypes(listQueries()));
}
