// What any fault of a store is to those who use it: it cannot answer right now, and the fault is the cause.
import { ApiError } from '../errors.ts';

/** The error FILES_UNAVAILABLE. */
export function createOutageError(cause: unknown): ApiError {
  return new ApiError('FILES_UNAVAILABLE', undefined, { cause });
}

/** @throws {ApiError} FILES_UNAVAILABLE always */
export function failUnavailable(cause: unknown): never {
  throw createOutageError(cause);
}
