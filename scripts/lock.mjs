// A lock between the processes of this checkout, for installing.
import { existsSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A lock is stale when its owner has not touched it for this long. Owners touch it every two seconds. */
const STALE_LOCK_MS = 15_000;
const state = join(dirname(dirname(fileURLToPath(import.meta.url))), '.state');

/** Runs the work while holding the lock of this name. Prints `waiting` once when another process holds it. */
export async function withLock(name, waiting, work) {
  // the folder is the lock: creating it is atomic
  const lock = join(state, `${name}.lock`);
  mkdirSync(state, { recursive: true });
  for (let waited = false; !tryLock(lock); waited = true) {
    if (!waited) console.error(waiting);
    await pause(250); // polled: there is no event when the owner is killed
  }
  const beat = setInterval(() => existsSync(lock) && utimesSync(lock, new Date(), new Date()), 2_000);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(lock, { recursive: true, force: true });
  }
}

function tryLock(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_LOCK_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
