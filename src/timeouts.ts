// Time limits: for a result that nothing can cancel, and for work that may ignore its abort signal.

/** Stops waiting after `ms`, except if the result has arrived and is only unread because the event loop was busy. */
export function waitAtMost<T>(ms: number, result: Promise<T>, createError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(createError())), ms);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Runs the work, but stops waiting after `ms` or when `signal` aborts. Both abort the signal that the work receives.
 *
 * @throws {Error} with the code `TimedOut` or `Aborted`; the work may still succeed afterwards
 */
export async function runAtMost<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw createError('Aborted');
  const controller = new AbortController();
  const abortPromise = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  const abort = (): void => controller.abort(createError('Aborted'));
  const timer = setTimeout(() => controller.abort(createError('TimedOut')), ms);
  signal?.addEventListener('abort', abort);
  try {
    return await Promise.race([abortPromise, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

const createError = (code: 'TimedOut' | 'Aborted'): Error => Object.assign(new Error(code), { code });
