// The process in which `shell()` runs commands one after the other, as if each had a process of its own: with an environment
// of its own, and over when nothing is left that would keep a process alive.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitTimeoutMs, runCommand } from '../../scripts/cli/run-command.ts';
import type { Ran } from './shell.ts';

export type Call = { words: string[]; environment: NodeJS.ProcessEnv };
/** The code is null for a command that waits for what cannot happen; `left` is what would keep its process from its end. */
export type Answer = Ran & { left: string[] };

let printed = { out: '', err: '' };
for (const [name, stream] of [
  ['out', process.stdout],
  ['err', process.stderr],
] as const) {
  stream.write = (text: string | Uint8Array): boolean => {
    printed[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  };
}

process.once('disconnect', () => process.exit());
process.on('message', (call: Call) => {
  void run(call).then((answer) => {
    process.channel?.ref();
    process.send?.(answer);
  });
});

async function run({ words, environment }: Call): Promise<Answer> {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(environment, name)) delete process.env[name];
  Object.assign(process.env, environment);
  printed = { out: '', err: '' };
  process.channel?.unref(); // so that only the command keeps this process alive
  const drained = once(process, 'beforeExit').then(() => null);
  const code = await Promise.race([runCommand(words), drained]);
  const late = code === null ? null : await Promise.race([drained, sleep(exitTimeoutMs, 'late', { ref: false })]);
  process.exitCode = undefined;
  return { ...printed, code, left: late === null ? [] : process.getActiveResourcesInfo() };
}
