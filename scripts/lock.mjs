// One process of this checkout at a time: for installing its packages, and for compiling it.
import { existsSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A lock not touched for this long has lost its owner; a living one touches it every two seconds. */
const STALE_LOCK_MS = 15_000;
const state = join(dirname(dirname(fileURLToPath(import.meta.url))), '.state');

/** Works while no other process holds the lock of this name; says once that it waits. */
export async function withLock(name, waiting, work) {
  // the folder is the lock: only one process can make it
  const lock = join(state, `${name}.lock`);
  mkdirSync(state, { recursive: true });
  for (let waited = false; !tryLock(lock); waited = true) {
    if (!waited) console.error(waiting);
    await pause(250); // its owner may be killed, which gives no event
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
