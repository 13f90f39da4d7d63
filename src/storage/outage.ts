// Every fault of a storage becomes FILES_UNAVAILABLE, with the fault as its cause.
import { ApiError } from '../errors.ts';

export function createOutageError(cause: unknown): ApiError {
  return new ApiError('FILES_UNAVAILABLE', undefined, { cause });
}

/** @throws {ApiError} FILES_UNAVAILABLE always */
export function failUnavailable(cause: unknown): never {
  throw createOutageError(cause);
}
