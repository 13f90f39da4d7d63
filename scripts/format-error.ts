// What went wrong, in one sentence that says what to do.
import { ApiError } from '../src/errors.ts';

/** How Neo4j says that another transaction keeps what this one needs. */
const lockErrors =
  /^Neo\.(ClientError\.Transaction\.LockAcquisitionTimeout|TransientError\.Transaction\.DeadlockDetected)$/;

/** The sentence for an error that ends a command. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `Something unforeseen happened: ${String(error)}`;
  const cause = (error instanceof ApiError ? error.cause : error) as { code?: string; message?: string } | undefined;
  if (error instanceof ApiError && error.code === 'FILES_UNAVAILABLE') return `${error.message} (${cause?.message})`;
  if (cause?.code === 'Neo.TransientError.General.MemoryPoolOutOfMemoryError') {
    return (
      'Neo4j has too little memory to do all of this at once, so it did nothing: give it a larger heap ' +
      '(2 GB for 100,000 people), or import the organisation in parts, from the top down.'
    );
  }
  if (cause?.code && lockErrors.test(cause.code)) {
    return 'Someone else is changing this organisation right now; nothing was written. Try again when they are done.';
  }
  return error.message;
}
