// Text that queries share: cypher/includes/<name>.cypher. Described under "Includes" in cypher/README.md.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../lib/project-folder.ts';
import { splitHead, type Head } from './heads.ts';
import { splitAtTopLevel } from './statements.ts';

/** An include without its leading comment. `names` are those for which a call has arguments; null if it is included by a line. */
type Include = { head: Head; text: string; names: readonly string[] | null };

/** How many includes may stand in each other: whoever reads a query opens no more files one behind the other. */
const deepest = 4;

/** Where all files are. */
export const cypherFolder = path.join(projectFolder, 'cypher');

const includeLine = /^([ \t]*)\/\/ @include (\S+)$/gm;
const includes = readIncludes();
const called = [...includes].flatMap(([name, { names }]) => (names === null ? [] : [name]));
const call = new RegExp(`\\b(${called.join('|')})\\(`, 'g');

/**
 * Replaces each line `// @include <name>` by cypher/includes/<name>.cypher without its leading comment, and each call of an
 * include by its text with the arguments for its names; both are indented like the line.
 *
 * @param found the heads of what it includes are added to this list
 * @param within the includes that the text itself stands in
 * @throws {Error} when an include does not exist, stands in too many others, or is called with too few arguments or too many
 */
export function expandIncludes(
  text: string,
  queryName: string,
  found: Head[] = [],
  within: readonly string[] = [],
): string {
  const expand = (part: string, name: string, head: Head): string => {
    const path = [...within, name];
    if (path.length > deepest)
      throw new Error(`cypher/${queryName}.cypher nests more than ${deepest} includes: ${path.join(' > ')}.`);
    found.push(head);
    return expandIncludes(part, queryName, found, path);
  };
  const included = text.replace(includeLine, (_line, indent: string, name: string) => {
    const include = includes.get(name);
    if (!include) throw new Error(`cypher/${queryName}.cypher includes ${name}, which is not in cypher/includes.`);
    return expand(include.text, name, include.head).replace(/^(?=.)/gm, indent);
  });
  let expanded = '';
  let place = 0;
  for (const { 0: beginning, 1: name = '', index } of included.matchAll(call)) {
    if (index < place) continue; // in an argument
    const { names, text: body, head } = includes.get(name) as Include & { names: readonly string[] };
    const { values, end } = readArguments(included, index + beginning.length);
    if (values.length !== names.length)
      throw new Error(
        `cypher/${queryName}.cypher calls ${name} with ${values.length} arguments instead of ${names.length}.`,
      );
    const given = values.map((value) => expandIncludes(value, queryName, found, within));
    const [indent = ''] = /^ */.exec(included.slice(included.lastIndexOf('\n', index) + 1)) ?? [];
    const whole = expand(replaceNames(body, names, given), name, head);
    expanded += included.slice(place, index) + whole.replaceAll('\n', `\n${indent}`);
    place = end;
  }
  return expanded + included.slice(place);
}

/** The arguments of a call that begin at this place, and where the call ends. */
function readArguments(text: string, start: number): { values: string[]; end: number } {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end += 1) {
    if ('([{'.includes(text[end] ?? '')) depth += 1;
    if (')]}'.includes(text[end] ?? '')) depth -= 1;
  }
  const inner = text.slice(start, end - 1);
  return { values: inner.trim() === '' ? [] : splitAtTopLevel(inner), end };
}

/** Each name becomes its value, except where it names a property, a parameter or an entry of a map (`entry.time`, `$time`, `{time: …}`). */
function replaceNames(text: string, names: readonly string[], values: readonly string[]): string {
  if (names.length === 0) return text;
  const pattern = new RegExp(`(?<![.$])\\b(?:${names.join('|')})\\b(?!: )`, 'g');
  return text.replace(pattern, (name) => values[names.indexOf(name)] ?? name);
}

function readIncludes(): Map<string, Include> {
  const folder = path.join(cypherFolder, 'includes');
  const entries = readdirSync(folder).map((file): [string, Include] => {
    const { head, text } = splitHead(readFileSync(path.join(folder, file), 'utf8').trim());
    const [, names] = /^\/\/ \w+\(([\w, ]*)\): /.exec(text) ?? [];
    const include = {
      head,
      text: text.replace(/^(\/\/ (?!@).*\n)+/, ''),
      names: names?.match(/\w+/g) ?? (names === undefined ? null : []),
    };
    return [path.basename(file, '.cypher'), include];
  });
  return new Map(entries);
}
