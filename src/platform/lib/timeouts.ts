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
  const createError = (): Error => {
    const code = signal?.aborted ? 'Aborted' : 'TimedOut';
    return Object.assign(new Error(code), { code });
  };
  const either = AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);
  if (either.aborted) throw createError();
  const ended = new Promise<never>((_, reject) => either.addEventListener('abort', () => reject(createError())));
  return Promise.race([ended, work(either)]);
}
