// checkin backup: writes the data of the embedded stack to a folder.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import type { Manifest } from '../backup/manifest.ts';
import { logToStderr, printJson, withSteps } from '../output.ts';
import { erasureLogFile, readStack, stateDir } from '../../stack/state.ts';

const megabyte = 1_000_000;

export function define(command: Command): void {
  command
    .option('--restart', 'stop the running stack for the backup, and start it again in the background')
    .option('--json', 'print the manifest as JSON')
    .addHelpText(
      'after',
      `
The folder must be new or empty. The Community edition of Neo4j is dumped while it is stopped: stop "npm start" first, or
add --restart. The backup holds the database, the profile files and the token key, so keep it as a secret. Docker Compose,
clusters and Aura: see scripts/ops/README.md.`,
    )
    .action(async (folder: string, { restart, json }: { restart?: true; json?: true }) => {
      const [{ backUp, findEmbeddedNeo4j }, { aroundRestart }] = await Promise.all([
        import('../backup/backup.ts'),
        import('../backup/restart.ts'),
      ]);
      const dir = stateDir();
      const stack = readStack(dir);
      const erasureLog = erasureLogFile(dir); // that of the running stack, unless the environment names another
      if (stack && !restart) {
        throw new Error(
          `The stack is running (process ${stack.pid}), and Neo4j Community is dumped while it is stopped. Stop it with Ctrl-C, ` +
            'or add --restart, which starts it again.',
        );
      }
      const backup = (): Promise<Manifest> =>
        withSteps((progress) =>
          backUp({
            stateDir: dir,
            folder: resolve(folder),
            erasureLog,
            now: new Date(),
            log: logToStderr,
            progress,
          }),
        );
      if (stack)
        await findEmbeddedNeo4j({ stateDir: dir, folder: resolve(folder), log: logToStderr, usedByStack: true });
      const manifest = await (stack ? aroundRestart(dir, stack, backup) : backup());
      if (json) await printJson(manifest);
      const { profileFiles, bytes } = manifest;
      const size = `${(bytes / megabyte).toFixed(1)} MB`;
      logToStderr(`Backed up to ${folder}: the database and ${pluralize(profileFiles, 'profile file')}, ${size}.`);
    });
}
