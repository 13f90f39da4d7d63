// The output of commands: data on stdout, messages on stderr, a progress bar on a terminal only.
/** Writes data to stdout. Resolves when the stream can take more. */
export function write(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.write(text)) resolve();
    else process.stdout.once('drain', resolve);
  });
}

/** Writes a line of data. */
export function print(line: string): Promise<void> {
  return write(`${line}\n`);
}

/** Writes data as JSON. */
export function printJson(data: unknown): Promise<void> {
  return print(JSON.stringify(data, null, 2));
}

/** Writes a message to stderr. */
export function logToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Shows a progress bar on stderr during the work; shows nothing when stderr is not a terminal. */
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

/** Shows the progress of several steps, each with a bar of its own. */
export async function withSteps<T>(
  work: (progress: (step: string, done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => undefined);
  const { Presets, SingleBar } = await import('cli-progress');
  const bar = new SingleBar({ format: '{step} {bar} {percentage} %  {value}/{total}' }, Presets.shades_classic);
  let current: string | undefined;
  try {
    return await work((step, done, total) => {
      if (step !== current) {
        if (current !== undefined) bar.stop();
        bar.start(total, done, { step });
      }
      current = step;
      bar.update(done, { step });
      if (done === total) {
        bar.stop();
        current = undefined;
      }
    });
  } finally {
    if (current !== undefined) bar.stop();
  }
}
