// The folder of this project, and its version.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The nearest folder above this file with a package.json, both from the sources and from `dist`. */
export const projectFolder = findProjectFolder(import.meta.dirname);

function findProjectFolder(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder)
    throw new Error('package.json was not found above the sources; run them from a full checkout.');
  return findProjectFolder(parent);
}

/** The version in package.json. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')) as { version: string };
  return version;
}
