// A time limit that holds whatever the work does with it.

/**
 * Does the work, and stops waiting for it when the time is up or the signal says so; the work sees a signal for both.
 *
 * @throws {Error} with the code `TimedOut` or `Aborted`; after either the work may have come to an end all the same
 */
export async function within<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (ended: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw ending('Aborted');
  const controller = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  const abort = (): void => controller.abort(ending('Aborted'));
  const timer = setTimeout(() => controller.abort(ending('TimedOut')), ms);
  signal?.addEventListener('abort', abort);
  try {
    return await Promise.race([ended, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

const ending = (code: 'TimedOut' | 'Aborted'): Error => Object.assign(new Error(code), { code });
