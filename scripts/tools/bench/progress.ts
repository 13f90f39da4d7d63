// Progress lines of the benchmark on stderr, each with the time since the start.

/** Prints a line such as ` 3:05  16 clients`. */
export function logProgress(line: string): void {
  const seconds = Math.floor(performance.now() / 1_000);
  const elapsed = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  console.error(`${elapsed.padStart(5)}  ${line}`);
}
