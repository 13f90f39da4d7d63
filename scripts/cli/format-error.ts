// Formats errors for the user of the command line.
import { ApiError } from '../../src/platform/errors.ts';

/** Codes of Neo4j when another transaction holds the locks. */
const lockConflict =
  /^Neo\.(ClientError\.Transaction\.LockAcquisitionTimeout|TransientError\.Transaction\.DeadlockDetected)$/;

/** Returns a message that says what to do about an error. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}`;
  const cause = (error instanceof ApiError ? error.cause : error) as { code?: string; message?: string } | undefined;
  if (error instanceof ApiError && error.code === 'FILES_UNAVAILABLE') return `${error.message} (${cause?.message})`;
  if (cause?.code === 'Neo.TransientError.General.MemoryPoolOutOfMemoryError') {
    return (
      'Neo4j has too little memory for this transaction beside others; nothing was changed. Try again later, give it a ' +
      'larger heap, or import the organisation in parts, from the top down.'
    );
  }
  if (cause?.code && lockConflict.test(cause.code)) {
    return 'Another change of this organisation is running; nothing was written. Try again later.';
  }
  return error.message;
}
