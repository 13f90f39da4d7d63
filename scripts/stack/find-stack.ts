// The running stacks of this user, by a folder in which `npm start` writes an entry for each: commands find a stack that has
// another STATE_DIR than they have.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { readStack, writePrivate, type Stack } from './state.ts';

/** A running stack. The addresses and passwords of its servers are only in its state folder. */
type Entry = { pid: number; stateDir: string; checkout: string };

/** Of the user, also for other checkouts. */
const folder = (): string =>
  path.join(process.env.XDG_STATE_HOME || path.join(homedir(), '.local', 'state'), 'team-check-in-service');

/** Adds the stack of this process. @returns what removes it */
export function registerStack(stateDir: string): () => void {
  const file = path.join(folder(), `${process.pid}.json`);
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writePrivate(file, JSON.stringify({ pid: process.pid, stateDir, checkout: projectFolder } satisfies Entry));
  } catch {
    return () => {}; // a home without room or rights: commands need the same STATE_DIR
  }
  return () => rmSync(file, { force: true });
}

/** Lists the stacks that run, and removes entries of those that were killed. */
function listStacks(): (Entry & { stack: Stack })[] {
  let names: string[];
  try {
    names = readdirSync(folder()).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const file = path.join(folder(), name);
    try {
      const entry = JSON.parse(readFileSync(file, 'utf8')) as Entry;
      const stack = readStack(entry.stateDir);
      if (stack?.pid === entry.pid) return [{ ...entry, stack }];
      rmSync(file, { force: true });
    } catch {
      // written by another version, or removed meanwhile
    }
    return [];
  });
}

/** Returns the stack of STATE_DIR; without that variable also the only other one of this checkout. Null without one. */
export function findStack(): Stack | null {
  const own = readStack();
  if (own || process.env.STATE_DIR) return own;
  const [found, ...more] = listStacks().filter(({ checkout }) => checkout === projectFolder);
  return found && more.length === 0 ? found.stack : null;
}

/** Says that there are no servers, and what helps: the STATE_DIR of each stack that runs. @param or another way out */
export function noServers(or: string): string {
  const stacks = listStacks();
  if (stacks.length === 0)
    return `No servers found: run "npm start" in this checkout and wait until it is ready, or ${or}.`;
  const named = stacks.map(({ stateDir, checkout, stack }) => {
    const elsewhere = checkout === projectFolder ? '' : `, of the checkout ${checkout}`;
    return `STATE_DIR=${stateDir} (${stack.api.url}${elsewhere})`;
  });
  return `No servers found in the state folder of this command, but elsewhere: set ${named.join(' or ')}.`;
}
