// checkin restore: restores a backup of the embedded stack.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import type { RestoreOptions } from '../backup/restore.ts';
import { logToStderr, printJson, withSteps } from '../output.ts';
import { erasureLogFile, stateDir } from '../../stack/state.ts';

export function define(command: Command): void {
  command
    .option('--accept-lost-erasures', 'restore although the erasure log does not continue after this backup')
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `
The state folder (STATE_DIR) must have no data. Erasures since the backup are repeated from its erasure log, or from
the one that ERASURE_LOG names.
What waited to be sent is on hold until "checkin outbox release": it may have been sent before. See
scripts/ops/README.md.`,
    )
    .action(async (folder: string, options: { acceptLostErasures?: true; json?: true }) => {
      const { restore } = await import('../backup/restore.ts');
      const dir = stateDir();
      const restored = await withSteps((progress) =>
        restore({
          stateDir: dir,
          folder: resolve(folder),
          now: new Date(),
          ...(process.env['ERASURE_LOG'] && { erasureLog: erasureLogFile(dir) }),
          log: logToStderr,
          progress,
          acceptLostErasures: options.acceptLostErasures ?? false,
          bucket: readBucket(process.env),
        }),
      );
      if (options.json) await printJson(restored);
      const { createdAt, erased, onHold } = restored;
      const people = pluralize(erased.people, 'person', 'people');
      logToStderr(`Restored the backup of ${createdAt}.`);
      logToStderr(`Erased again: ${people}, ${pluralize(erased.tenants, 'tenant')}.`);
      logToStderr(
        `On hold: ${pluralize(onHold, 'event')} that may have been sent since the backup. After "npm start", ` +
          '"checkin outbox ls --status held" lists them and "checkin outbox release" sends them.',
      );
    });
}

function readBucket({ FILES_BUCKET, FILES_ENDPOINT }: NodeJS.ProcessEnv): RestoreOptions['bucket'] {
  return { ...(FILES_BUCKET && { FILES_BUCKET }), ...(FILES_ENDPOINT && { FILES_ENDPOINT }) };
}
