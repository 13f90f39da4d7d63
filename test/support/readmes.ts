// The READMEs as tests read them: headings, tables, links and code blocks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';

export type CodeBlock = { file: string; line: number; language: string; code: string };
export type Link = { file: string; target: string };

const folders = ['.github', 'src', 'cypher', 'scripts', 'test'];

/** Every page, relative to the project folder. The root README comes first: it explains how to begin. */
export function listReadmes(): string[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => path.posix.join(folder, ...file.split(path.sep))),
  );
  return ['README.md', ...inFolders.sort()];
}

export function readText(file: string): string {
  return readFileSync(path.join(projectFolder, file), 'utf8');
}

/** The rows of the tables under a `##` heading, which exactly one README has. */
export function readTableRows(heading: string): string[] {
  return readSection(heading)
    .split('\n')
    .filter((line) => line.startsWith('| '));
}

/**
 * The text under a `##` heading, up to the next one.
 *
 * @throws {Error} unless exactly one README has the heading
 */
export function readSection(heading: string): string {
  const sections = listReadmes().flatMap((file) => readText(file).split(`\n## ${heading}\n`).slice(1));
  const [section] = sections;
  if (section === undefined || sections.length > 1) {
    throw new Error(`"## ${heading}" is in ${sections.length} READMEs, not in one.`);
  }
  return section.split('\n## ')[0] ?? '';
}

export function readCodeBlocks(file: string): CodeBlock[] {
  const text = readText(file);
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: code = '' }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    language,
    code,
  }));
}

/** The links of a README to files and headings of this repository. */
export function readLinks(file: string): Link[] {
  return [...stripCode(readText(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => ({ file, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** Why a link leads nowhere; null when its file and heading exist. */
export function findLinkFault({ file, target }: Link): string | null {
  const [address = '', anchor] = target.split('#');
  const linked = address === '' ? file : path.posix.join(path.posix.dirname(file), address);
  if (!existsSync(path.join(projectFolder, linked))) return `${linked} does not exist`;
  if (anchor === undefined) return null;
  if (!linked.endsWith('.md')) return `${linked} has no headings`;
  return listAnchors(linked).includes(anchor) ? null : `${linked} has no heading #${anchor}`;
}

/** Anchors as GitHub makes them from headings: lower case, punctuation dropped, spaces to hyphens, repeats numbered. */
function listAnchors(file: string): string[] {
  const seen = new Map<string, number>();
  const headings = stripCodeBlocks(readText(file)).matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const repeats = seen.get(slug) ?? 0;
    seen.set(slug, repeats + 1);
    return repeats === 0 ? slug : `${slug}-${repeats}`;
  });
}

function stripCodeBlocks(text: string): string {
  return text.replace(/^```.*?^```$/gms, '');
}

function stripCode(text: string): string {
  return stripCodeBlocks(text).replace(/`[^`\n]*`/g, '');
}
