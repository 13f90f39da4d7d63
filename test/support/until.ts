// Waits for something that a test cannot be told of.

/**
 * Waits until something holds, looking again and again; fails with what was last seen after so many seconds. By default
 * that is shortly before the time limit of a test: a busy machine is many times slower than a quiet one.
 */
export async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean, seconds = 240): Promise<T> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} s; last seen: ${JSON.stringify(seen)}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}
