// What the heads of the files in cypher/ say of parameters: types as values, as TypeScript, and what is wrong with a head.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { splitHead } from '../src/platform/graph/queries/heads.ts';
import type { Query } from '../src/platform/graph/queries/query-files.ts';
import { parseParameters, stripCommentsAndStrings } from '../src/platform/graph/queries/statements.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';

/** What a head says of a parameter, or of a field of it. */
export type Type = { orNull: boolean } & ({ word: string } | { list: Type } | { map: Type } | { fields: Field[] });
type Field = { name: string; isOptional: boolean; type: Type };

/** The graph client supplies these. No head says them. */
const bound = [
  'tenantId',
  'tenantLabel',
  'callerId',
  'traceparent',
  'source',
  'systemUser',
  'assistantClient',
  'assistantTool',
  'listLimit',
];

/** The words for values without parts, and their types in TypeScript. */
const words: Readonly<Record<string, string>> = {
  text: 'string',
  id: 'string',
  date: 'string',
  instant: 'string',
  'JSON text': 'string',
  boolean: 'boolean',
  number: 'number',
  'whole number': 'number',
  value: 'unknown',
  role: 'Role',
  position: 'Position',
  search: 'Search',
  'tenant settings': 'Partial<Settings>',
  turns: 'Turns', // of schedules
  'audit values': 'AuditValues',
  'audit facts': 'AuditValues & Readonly<Record<string, unknown>>',
};

/** The types of src/ that words mean, of rooms that graph/ may import, and where they are. */
export const importedTypes: Readonly<Record<string, string>> = {
  AuditValues: '../../schema/audit.ts',
  Position: '../../secrets/cursors.ts',
  Role: '../../permissions.ts',
  Search: '../../lib/search.ts',
  Settings: '../../settings/settings.ts',
  Turns: '../../time/schedule.ts',
};

/**
 * Reads a type as a head says it, such as `list of {id: id, team: text or null, payload?: JSON text}`.
 *
 * @param place what the type is of, for the message
 * @throws {Error} unless it is written with the words above
 */
export function parseType(text: string, place: string): Type {
  let rest = text;
  const take = (pattern: RegExp): string | undefined => {
    const found = new RegExp(`^(?:${pattern.source})`).exec(rest);
    rest = rest.slice(found?.[0].length ?? 0);
    return found?.[1] ?? found?.[0];
  };
  const demand = (pattern: RegExp): string => {
    const found = take(pattern);
    if (found === undefined) throw new Error(`${place} has the type "${text}": what is "${rest}"?`);
    return found;
  };
  const readFields = (): Field[] => {
    const fields: Field[] = [];
    do {
      const name = demand(/\w+/);
      const isOptional = take(/\?/) !== undefined;
      demand(/: /);
      fields.push({ name, isOptional, type: readType() });
    } while (take(/, /));
    demand(/\}/);
    return fields;
  };
  const readPart = (ending = ''): Type => {
    if (take(/lists? of /)) return { list: readPart('s'), orNull: false };
    if (take(/maps? of /)) return { map: readPart('s'), orNull: false };
    if (take(/\{/)) return { fields: readFields(), orNull: false };
    if (take(/\(/)) {
      const type = readType();
      demand(/\)/);
      return type;
    }
    const word = longestFirst.find((one) => take(new RegExp(`${one.endsWith('s') ? one : one + ending}\\b`)));
    return { word: word ?? demand(/(?!)/), orNull: false };
  };
  const readType = (): Type => {
    const part = readPart();
    return take(/ or null/) ? { ...part, orNull: true } : part;
  };
  const type = readType();
  demand(/$/);
  return type;
}

/** Some words begin with another. */
const longestFirst = Object.keys(words).sort((a, b) => b.length - a.length);

/** The type in TypeScript. */
export function formatType(type: Type): string {
  const plain = formatPart(type);
  return type.orNull ? `${plain} | null` : plain;
}

function formatPart(type: Type): string {
  if ('fields' in type) return formatFields(type.fields);
  if ('map' in type) return `Readonly<Record<string, ${formatType(type.map)}>>`;
  if ('word' in type) return words[type.word] ?? 'unknown';
  const element = formatType(type.list);
  return /^\{|^\S+$|^Readonly<.*>$/.test(element) && !type.list.orNull
    ? `readonly ${element}[]`
    : `readonly (${element})[]`;
}

/** Fields as the type of a map. */
export function formatFields(fields: readonly Field[]): string {
  const parts = fields.map(({ name, isOptional, type }) => `${name}${isOptional ? '?' : ''}: ${formatType(type)}`);
  return `{ ${parts.join('; ')} }`;
}

/** A query, as far as its head is concerned. */
type WithHead = Pick<Query, 'name' | 'text' | 'parameters' | 'head'>;

/**
 * The parameters of a query that a call passes, with their types.
 *
 * @throws {Error} unless heads say them
 */
export function listParameters({ name: query, parameters, head }: WithHead): Field[] {
  const own = parameters.filter((name) => !bound.includes(name));
  return own.map((name) => ({
    name,
    isOptional: false,
    type: parseType(head[name] ?? '', `cypher/${query}.cypher: $${name}`),
  }));
}

/** A file of cypher/ as it is written, by its name without ending: `goals/list`, `includes/moment`. */
export type SourceFile = { name: string; source: string };

/** The files that have a head: the queries and the includes. */
export function readSourceFiles(): SourceFile[] {
  const folder = path.join(projectFolder, 'cypher');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.cypher') && !file.startsWith('schema/'))
    .map((file) => ({ name: file.slice(0, -'.cypher'.length), source: readFileSync(path.join(folder, file), 'utf8') }));
}

/** What is wrong with the head of a file: it says the type of each parameter that the text of this file uses, and of no other. */
export function findHeadFaults({ name, source }: SourceFile): string[] {
  const { head, text } = splitHead(source);
  const used = parseParameters(text.replace(/\/\/ @view /g, '')).filter((one) => !bound.includes(one));
  const file = `cypher/${name}.cypher`;
  const unused = Object.keys(head).filter((one) => !used.includes(one));
  return [
    ...used
      .filter((one) => !(one in head))
      .map((one) => `${file} uses $${one}: say "// @param ${one}: …" in its head.`),
    ...unused.map(
      (one) =>
        `${file} says "// @param ${one}", but ${bound.includes(one) ? 'the graph client binds it' : 'does not use it'}.`,
    ),
  ];
}

/** A value that a query uses, such as `$rows` or `row.parts`. `code` is the part of the query that can use it. */
type Use = { code: string; value: string };

/** What is wrong with the fields that heads name, of a query with its includes: each is used, and no others are. */
export function findFieldFaults(query: WithHead): string[] {
  const code = stripCommentsAndStrings(query.text);
  return listParameters(query).flatMap(({ name, type }) =>
    compareFields([{ code, value: `$${name}` }], type, `$${name}`).map(
      (fault) => `cypher/${query.name}.cypher ${fault}`,
    ),
  );
}

function compareFields(uses: readonly Use[], type: Type, place: string): string[] {
  if ('list' in type)
    return compareFields(findVariables(uses, 'UNWIND $ AS (\\w+)|[(\\[](\\w+) IN $'), type.list, place);
  if (!('fields' in type)) return [];
  const values = [...uses, ...findVariables(uses, '(?<!UNWIND )$ AS (\\w+)')];
  const used = new Set(
    values.flatMap(({ code, value }) =>
      [...code.matchAll(toPattern('$\\.(\\w+)', value))].map(([, name = '']) => name),
    ),
  );
  if (used.size === 0) return []; // passed on as a whole, or under a name that is not found here
  const said = new Map(type.fields.map((field) => [field.name, field.type]));
  return [
    ...[...used].filter((name) => !said.has(name)).map((name) => `uses ${place}.${name}, which no head names.`),
    ...[...said].flatMap(([name, field]) =>
      used.has(name)
        ? compareFields(
            values.map(({ code, value }) => ({ code, value: `${value}.${name}` })),
            field,
            `${place}.${name}`,
          )
        : [`does not use ${place}.${name}, which its head names.`],
    ),
  ];
}

/**
 * Finds the variables that a text assigns a value, or the elements of it, to. Each comes with the text in which the variable has that
 * value: it ends where the same name is assigned another one.
 */
function findVariables(uses: readonly Use[], pattern: string): Use[] {
  return uses.flatMap(({ code, value }) =>
    [...code.matchAll(toPattern(pattern, value))].map(({ index, 0: { length }, 1: unwound, 2: listed }) => {
      const variable = unwound ?? listed ?? '';
      const [scope = ''] = code
        .slice(index + length)
        .split(new RegExp(`\\$\\w+ AS ${variable}\\b|[(\\[]${variable} IN `));
      return { code: scope, value: variable };
    }),
  );
}

/** The pattern with the value, which is no part of a longer name, for each `$`. */
function toPattern(pattern: string, value: string): RegExp {
  const whole = `(?<![\\w.$])${value.replace(/[$.]/g, '\\$&')}\\b`;
  return new RegExp(
    pattern.replaceAll('$', () => whole),
    'g',
  );
}
