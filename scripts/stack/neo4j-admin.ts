// Runs neo4j-admin for the embedded Neo4j: dumps and loads its database while it is stopped, as the Community edition
// requires.
import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { InstalledNeo4j } from './neo4j.ts';

/** The file that a dump writes into its folder, and that a load reads. */
export const dumpFile = 'neo4j.dump';

/** Why a dump failed. `needsRecovery`: the database was not stopped cleanly, and has to be started once. */
export class DumpError extends Error {
  readonly needsRecovery: boolean;

  constructor(output: string) {
    super(`Neo4j could not dump the database:\n${readTail(output)}`);
    this.needsRecovery = /active logical log|recover/i.test(output);
  }
}

/**
 * Writes the database of a stopped Neo4j to `<folder>/neo4j.dump`, readable by its owner only. Neo4j refuses while a
 * process uses the database.
 *
 * @param home see `getNeo4jHome`
 * @throws {DumpError}
 */
export async function dumpDatabase(installed: InstalledNeo4j, home: string, folder: string): Promise<void> {
  const { code, output } = await runAdmin(installed, home, ['database', 'dump', 'neo4j', `--to-path=${folder}`]);
  if (code !== 0) throw new DumpError(output);
  chmodSync(join(folder, dumpFile), 0o600);
}

/** Loads `<folder>/neo4j.dump` into the home of a Neo4j that has no database yet. @throws {Error} with Neo4j's message */
export async function loadDatabase(installed: InstalledNeo4j, home: string, folder: string): Promise<void> {
  const { code, output } = await runAdmin(installed, home, ['database', 'load', 'neo4j', `--from-path=${folder}`]);
  if (code !== 0) throw new Error(`Neo4j could not load the database:\n${readTail(output)}`);
}

async function runAdmin(
  { java, dist }: InstalledNeo4j,
  home: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  const admin = spawn(java.bin, ['-cp', join(dist, 'lib', '*'), 'org.neo4j.cli.AdminTool', ...args], {
    env: { ...process.env, NEO4J_HOME: home, NEO4J_CONF: join(home, 'conf') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => admin.once('error', reject).once('close', resolve));
  const [code, ...output] = await Promise.all([ended, text(admin.stdout), text(admin.stderr)]);
  return { code, output: output.join('\n') };
}

function readTail(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines
    .slice(-10)
    .map((line) => `  ${line}`)
    .join('\n');
}
