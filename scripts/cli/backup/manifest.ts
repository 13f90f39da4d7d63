// The manifest of a backup: what it holds, with checksums. It is written last: a backup without one is incomplete.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writePrivate } from '../../stack/state.ts';

/** A file of a backup: `path` is relative to its folder, with slashes. */
export type Part = { path: string; bytes: number; sha256: string };

/** `createdAt` is when the dump began; `service` and `neo4j` are versions; `id` is also in the erasure log. */
export type Manifest = {
  format: 1;
  id: string;
  createdAt: string;
  service: string;
  neo4j: string;
  /** The erasure log with the line of this backup; erasures since then follow it. */
  erasureLog: string;
  profileFiles: number;
  bytes: number;
  parts: Part[];
};

const fileName = 'manifest.json';

export function writeManifest(folder: string, manifest: Manifest): void {
  writePrivate(join(folder, fileName), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @throws {Error} when the folder holds no complete backup that this version understands */
export function readManifest(folder: string): Manifest {
  const manifest = parseManifest(folder);
  if (manifest.format !== 1) throw new Error(`The backup in ${folder} was made by a newer version of the service.`);
  const stray = manifest.parts.find(({ path }) => isAbsolute(path) || normalize(path).startsWith('..'));
  if (stray) throw new Error(`The manifest in ${folder} names a file outside the backup: ${stray.path}`);
  return manifest;
}

function parseManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as Manifest;
  } catch (cause) {
    throw new Error(`${folder} holds no complete backup: its ${fileName} is missing or damaged.`, { cause });
  }
}

/** Copies a file, readable by its owner only, and returns its size and checksum. It creates the folder. */
export async function copyFile(from: string, to: string): Promise<Omit<Part, 'path'>> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  return copyAndMeasure(from, createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true }));
}

/** Returns the size and the checksum of a file. `progress` gets the bytes read so far. */
export function measureFile(file: string, progress?: (bytes: number) => void): Promise<Omit<Part, 'path'>> {
  return copyAndMeasure(file, new Writable({ write: (_chunk, _encoding, done) => done() }), progress);
}

/** @throws {Error} when the copy is not what the manifest says */
export function assertUnchanged({ path, bytes, sha256 }: Part, copy: Omit<Part, 'path'>): void {
  if (copy.bytes === bytes && copy.sha256 === sha256) return;
  throw new Error(`The backup is damaged: ${path} is not what the manifest says. Nothing was restored.`);
}

async function copyAndMeasure(
  from: string,
  to: Writable,
  progress?: (bytes: number) => void,
): Promise<Omit<Part, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      progress?.(bytes);
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), count, to);
  return { bytes, sha256: hash.digest('hex') };
}
