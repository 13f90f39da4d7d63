// The output of commands: data on stdout, messages on stderr; progress on a terminal only.
let hasWritten = false;

/** For the output of the next command of this process. */
export function beginOutput(): void {
  hasWritten = false;
}

/** Writes data to stdout. Resolves when the stream can take more. */
export function write(text: string | Uint8Array): Promise<void> {
  hasWritten = true;
  waiting.clear();
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

/** Writes a fault as JSON, unless the command has written its data. */
export async function printFault(code: string, message: string): Promise<void> {
  if (!hasWritten) await printJson({ fault: { code, message } });
}

/** Writes a message to stderr. */
export function logToStderr(line: string): void {
  waiting.clear();
  process.stderr.write(`${line}\n`);
}

/**
 * Shows how long a command has been at work, on a terminal from two seconds on: in the last line of stderr, which everything
 * else that is written clears.
 */
export function createWaitingLine(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>): {
  start(): void;
  clear(): void;
  stop(): void;
} {
  let timer: NodeJS.Timeout | undefined;
  let isShown = false;
  const clear = (): void => {
    if (isShown) stream.write('\r\x1b[K');
    isShown = false;
  };
  return {
    clear,
    start() {
      if (!stream.isTTY) return;
      let seconds = 0;
      timer = setInterval(() => {
        seconds += 1;
        if (seconds < 2) return;
        stream.write(`\r${seconds} s …\x1b[K`);
        isShown = true;
      }, 1_000).unref();
    },
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}

/** That of this process. A progress bar takes its place. */
export const waiting = createWaitingLine(process.stderr);

/** Shows the progress of the work on stderr; nothing when that is not a terminal. */
export function withProgress<T>(
  title: string,
  work: (progress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  return withSteps((progress) => work((done, total) => progress(title, done, total)));
}

/** Shows the progress of several steps, each with a bar of its own. */
export async function withSteps<T>(
  work: (progress: (step: string, done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => undefined);
  const bar = createProgressBar(process.stderr);
  try {
    return await work((step, done, total) => {
      waiting.stop();
      bar.show(step, done, total);
    });
  } finally {
    bar.close();
  }
}

const barWidth = 40;

/**
 * Creates a progress bar for a terminal: one line for each step. It is written again only when the percentage has changed, so that a
 * step writes some hundred times at most.
 */
export function createProgressBar(stream: Pick<NodeJS.WriteStream, 'write'>): {
  show: (step: string, done: number, total: number) => void;
  /** Ends the line of a step that has not reached its total. */
  close: () => void;
} {
  let current: string | undefined;
  let shown: number | undefined;
  const close = (): void => {
    if (shown !== undefined) stream.write('\n');
    shown = undefined;
  };
  return {
    show(step, done, total) {
      if (step !== current) close();
      else if (shown === undefined) return; // a step that has reached its total may go on a little
      current = step;
      const percentage = total > 0 ? Math.floor((100 * Math.min(done, total)) / total) : 100;
      if (percentage !== shown) {
        const full = Math.floor((barWidth * percentage) / 100);
        const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
        stream.write(`\r${step} ${bar} ${percentage} %  ${done}/${total}\x1b[K`);
        shown = percentage;
      }
      if (done >= total) close();
    },
    close,
  };
}
