// What commands say: data on stdout, everything else on stderr, a progress bar on a terminal only.
/** Data, as it is; resolves when the reader has taken enough of it for more. */
export function write(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.write(text)) resolve();
    else process.stdout.once('drain', resolve);
  });
}

/** A line of data. */
export function print(line: string): Promise<void> {
  return write(`${line}\n`);
}

/** Data for a program. */
export function printJson(data: unknown): Promise<void> {
  return print(JSON.stringify(data, null, 2));
}

/** A line for the person in front of the terminal. */
export function logToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A bar on stderr while the work goes on; nothing where stderr is no terminal. */
export async function withProgress<T>(
  title: string,
  work: (progress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => undefined);
  const { Presets, SingleBar } = await import('cli-progress');
  const bar = new SingleBar(
    { format: `${title} {bar} {percentage} %  {value}/{total}`, hideCursor: true },
    Presets.shades_classic,
  );
  let started = false;
  try {
    return await work((done, total) => {
      if (!started) bar.start(total, 0);
      started = true;
      bar.update(done);
    });
  } finally {
    if (started) bar.stop();
  }
}
