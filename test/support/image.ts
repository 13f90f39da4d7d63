// The service's image without Docker: a folder with what scripts/ops/Dockerfile copies and installs, and nothing else.
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';

export const dockerfile = readFileSync(path.join(projectFolder, 'scripts/ops/Dockerfile'), 'utf8');

type Stage = { name: string; base: string; lines: string[] };

/** The build stages of the Dockerfile, in order. */
export function listStages(): Stage[] {
  const [, ...stages] = dockerfile.split(/^FROM /m);
  return stages.map((text) => {
    const [first = '', ...lines] = text.trim().split('\n');
    const [base = '', , name = ''] = first.split(' ');
    return { name, base, lines };
  });
}

/** The sources and the target of each COPY of a stage; `from` is absent where the files are those of the repository. */
export function listCopies({ lines }: Stage): { from?: string; sources: string[]; target: string }[] {
  const copies = lines.flatMap((line) => /^COPY (?:--from=(\S+) )?(.+)$/.exec(line) ?? []);
  return Array.from({ length: copies.length / 3 }, (_, index) => {
    const [, from, words = ''] = copies.slice(3 * index);
    const names = words.split(' ');
    return { ...(from && { from }), sources: names.slice(0, -1), target: names.at(-1) ?? '' };
  });
}

/** Writes the folder of the image, on the disk of this project: the packages, without those for development, are links. */
export function writeImage(folder: string): void {
  const service = listStages().find(({ name }) => name === 'service');
  if (!service) throw new Error('The Dockerfile has no stage "service".');
  for (const { from, sources, target } of listCopies(service)) {
    if (from) linkPackages(path.join(folder, target));
    else for (const source of sources) copy(source, path.join(folder, target));
  }
}

/** What .dockerignore leaves out of the folders that it lets through. */
const leftOut = readFileSync(path.join(projectFolder, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => /^\w/.test(line))
  .map((line) => path.join(projectFolder, line));

function copy(source: string, target: string): void {
  const isFolder = target.endsWith('/');
  const filter = (file: string): boolean => !leftOut.includes(file);
  cpSync(path.join(projectFolder, source), isFolder ? path.join(target, source) : target, { recursive: true, filter });
}

function linkPackages(target: string): void {
  const lock = JSON.parse(readFileSync(path.join(projectFolder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [name, { dev }] of Object.entries(lock.packages)) {
    const installed = path.join(projectFolder, name);
    if (name === '' || dev || !existsSync(installed)) continue; // a package for another platform is not installed
    linkFiles(installed, path.join(target, name.replace('node_modules/', '')));
  }
}

/** Hard links: a process that may read the folder alone, as the reader of PDFs, cannot follow others. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isFile()) linkSync(path.join(from, entry.name), path.join(to, entry.name));
    else if (entry.isDirectory() && entry.name !== 'node_modules')
      linkFiles(path.join(from, entry.name), path.join(to, entry.name));
  }
}
