// What a storage of uploaded files does, implemented by a bucket and by a folder, and what these have in common.
import type { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';
import { isStoredUuid, uuidSource } from '../schema/values.ts';

/** The time limit of a request to the storage, with its retries. */
export const storageWithinMs = 5_000;

/** The files of one tenant, by ids that the service generates. Every method throws FILES_UNAVAILABLE in an outage. */
export type TenantFiles = {
  /** Stores a file atomically. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a file; null if there is no such file. */
  read(id: string): Promise<Buffer | null>;
  /** The size in bytes; null if there is no such file. */
  size(id: string): Promise<number | null>;
  /** The bytes `from` to `to`, both included; null if there is no such file. Read the stream to its end or destroy it. */
  stream(id: string, from: number, to: number): Promise<Readable | null>;
  /** Removes a file; idempotent. */
  remove(id: string): Promise<void>;
  /** Removes every file of the tenant. */
  removeAll(): Promise<void>;
};

/** An item of a list; `at` is when the file was written. */
export type FileEntry = { tenantId: string; id: string; at: Date };

export type FileStorage = {
  /** @throws {Error} if the id is not a UUID */
  forTenant(tenantId: string): TenantFiles;
  /** All files of all tenants, in pages of at most 500. */
  list(): AsyncIterable<FileEntry[]>;
};

/** The same in every storage: `<tenantId>/<id>.pdf`, both UUIDs. */
const objectKeyPattern = new RegExp(`^(${uuidSource})/(${uuidSource})\\.pdf$`);

/** The maximum number of files in a page of a list. */
export const pageSize = 500;

/** @throws {Error} if the id is not a UUID in lower case. Ids become part of a path, so nothing else is safe */
export function assertUuid(id: string): string {
  if (!isStoredUuid(id)) throw new Error('The id of a file must be a UUID.');
  return id;
}

/** The ids in an object key; null if it is not a key of this service. */
export function parseObjectKey(key: string): { tenantId: string; id: string } | null {
  const [, tenantId, id] = objectKeyPattern.exec(key) ?? [];
  return tenantId && id ? { tenantId, id } : null;
}

/** Every fault of a storage becomes FILES_UNAVAILABLE, with the fault as its cause. */
export function createOutageError(cause: unknown): ApiError {
  return new ApiError('FILES_UNAVAILABLE', undefined, { cause });
}

/** @throws {ApiError} FILES_UNAVAILABLE always */
export function failUnavailable(cause: unknown): never {
  throw createOutageError(cause);
}
