// The folder of this project, and its version.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder with package.json. */
export const projectFolder = path.join(import.meta.dirname, '..', '..', '..');

/** The version in package.json. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')) as { version: string };
  return version;
}
