// Prepares the files of a page once, when the process starts: each is compressed, and gets a name with the hash of its content.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

/** What a page may have at most. A page with more is a mistake, and the process does not start. */
export const pageLimits = { files: 200, bytes: 2 * 1024 * 1024 };

/** A file as it is sent. `compressed` is for clients that take br; a short file has none. */
export type PackedFile = { type: string; body: string; compressed: Buffer | null };
/** A page as it is sent. `files` has everything that the document or a module asks for, at once or later, by its name in `filesPath`. */
export type PackedPage = {
  document: PackedFile;
  files: ReadonlyMap<string, PackedFile>;
};

type Source = {
  /** The folder with `index.html`, which has no folders. */
  folder: string;
  /** Where the files are served. */
  filesPath: string;
  /** Modules that are served in place of files of the folder, by file name. */
  modules?: Readonly<Record<string, string>>;
  /** Finds the file of a package that a module imports. */
  resolve?: (name: string) => string;
};

const documentFile = 'index.html';
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** A static import or export of a module: `from './week.js'`. */
const importPattern = /^((?:import|export|\}).*? from |import )'([^']+)';$/gm;
/** A module that is loaded when it is needed: `import('./plans.js')`. */
const laterPattern = /\bimport\('(\.\/[^']+)'\)/g;
/** A comment of documentation or types with the rest of its line, if that is empty; or a line that is a comment. */
const commentPattern = /[ \t]*\/\*\*(?:(?!\*\/)[^])*\*\/(?:[ \t]*\n)?|^[ \t]*\/\/.*\n/gm;
const linkPattern = /\b(href|src)="\.\/([^"]+)"/g;

/**
 * Reads a folder and prepares its files. Imports of modules, and links of the document, name the hashed files. The hash covers what a
 * module imports, so a name never stands for two contents. Comments of modules of the folder are not sent. Modules that no other module
 * imports and the document does not name are left out.
 *
 * @throws {Error} if a file, a package or an imported module is missing, or the page is larger than `pageLimits`
 */
export function packPage({ folder, filesPath, modules = {}, resolve = resolvePackage }: Source): PackedPage {
  const names = readdirSync(folder);
  if (names.length > pageLimits.files) throw new Error(`${folder} has more than ${pageLimits.files} files.`);
  let bytes = 0;
  const read = (file: string): string => {
    bytes += statSync(file).size;
    if (bytes > pageLimits.bytes) throw new Error(`${folder} has more than ${pageLimits.bytes} bytes.`);
    return readFileSync(file, 'utf8');
  };
  for (const name of Object.keys(modules)) if (!names.includes(name)) throw new Error(`${folder} has no ${name}.`);

  const files = new Map<string, PackedFile>();
  const packed = new Map<string, string>();
  const begun = new Set<string>();
  /** The modules that a module imports before it runs. */
  const imports = new Map<string, string[]>();

  function addFile(name: string, body: string): string {
    const { ext, name: base } = path.parse(name);
    const type = types[ext];
    if (type === undefined) throw new Error(`${name} is of no type that a page has.`);
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    const hashed = `${base}.${hash}${ext}`;
    files.set(hashed, compress(type, body));
    return hashed;
  }

  /** Returns the hashed name of a file of the folder, or of a package. */
  function pack(specifier: string): string {
    const known = packed.get(specifier);
    if (known !== undefined) return known;
    if (begun.has(specifier)) throw new Error(`${specifier} imports itself by way of others.`);
    begun.add(specifier);
    const hashed = specifier.startsWith('./') ? packOwn(specifier.slice(2)) : packPackage(specifier);
    packed.set(specifier, hashed);
    return hashed;
  }

  function packOwn(name: string): string {
    if (!names.includes(name)) throw new Error(`${folder} has no ${name}.`);
    const text = modules[name] ?? read(path.join(folder, name));
    if (!name.endsWith('.js')) return addFile(name, text);
    const own: string[] = [];
    imports.set(`./${name}`, own);
    const linked = dropComments(text).replace(importPattern, (_all, before: string, specifier: string) => {
      own.push(specifier);
      return `${before}'./${pack(specifier)}';`;
    });
    return addFile(
      name,
      linked.replace(laterPattern, (_all, specifier: string) => importLater(specifier, own)),
    );
  }

  /** What a module needs to run, itself included. */
  function findNeeded(specifier: string, found = new Set<string>()): Set<string> {
    if (found.has(specifier)) return found;
    found.add(specifier);
    for (const one of imports.get(specifier) ?? []) findNeeded(one, found);
    return found;
  }

  /** Loads a module and what it needs. What the module that asks for it needs itself is there already. */
  function importLater(specifier: string, there: readonly string[]): string {
    pack(specifier);
    const known = new Set(there.flatMap((one) => [...findNeeded(one)]));
    const needed = [...findNeeded(specifier)].filter((one) => one === specifier || !known.has(one));
    const loads = needed.map((one) => `import('./${pack(one)}')`);
    return loads.length === 1 ? loads.join('') : `Promise.all([${loads.join()}]).then(([one]) => one)`;
  }

  const packPackage = (specifier: string): string => addFile(`${specifier}.js`, read(resolve(specifier)));

  const entries: string[] = [];
  const html = read(path.join(folder, documentFile)).replace(linkPattern, (_all, attribute: string, name: string) => {
    entries.push(`./${name}`);
    return `${attribute}="${filesPath}/${pack(`./${name}`)}"`;
  });
  // otherwise the browser finds out what a module imports only after it has read it
  const preloads = new Set(entries.filter((one) => one.endsWith('.js')).flatMap((one) => [...findNeeded(one)]));
  const links = [...preloads]
    .map((one) => `    <link rel="modulepreload" href="${filesPath}/${pack(one)}" />\n`)
    .join('');
  return { document: compress('text/html', html.replace('  </head>', `${links}  </head>`)), files };
}

/** A module without its comments, of which those behind other code stay. No text in a module looks like one. */
export const dropComments = (text: string): string => text.replace(commentPattern, '');

/** Shorter files stay as they are. */
const compressFrom = 1_024;
/** A higher quality takes thirty times as long, for a tenth. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

const compress = (type: string, body: string): PackedFile => ({
  type,
  body,
  compressed: body.length < compressFrom ? null : brotliCompressSync(body, { params }),
});

const resolvePackage = (name: string): string => fileURLToPath(import.meta.resolve(name));
