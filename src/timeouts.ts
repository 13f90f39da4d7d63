// A time limit that holds whatever the work does with it.

/**
 * Does the work, and stops waiting for it when the time is up or the signal says so; the work sees a signal for both.
 *
 * @throws {Error} with the code `TimedOut` or `Aborted`; after either the work may have come to an end all the same
 */
export async function withTimeout<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (aborted: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw createError('Aborted');
  const controller = new AbortController();
  const abortSignal = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  const abort = (): void => controller.abort(createError('Aborted'));
  const timer = setTimeout(() => controller.abort(createError('TimedOut')), ms);
  signal?.addEventListener('abort', abort);
  try {
    return await Promise.race([abortSignal, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

const createError = (code: 'TimedOut' | 'Aborted'): Error => Object.assign(new Error(code), { code });
