// What a store of uploaded files offers, whichever place keeps them.
import type { Readable } from 'node:stream';

/** The files of one tenant, by ids that the service has made up. All of it throws FILES_UNAVAILABLE in an outage. */
export type TenantFiles = {
  /** Keeps a file, whole or not at all. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The file, or null when there is none. */
  read(id: string): Promise<Buffer | null>;
  /** How many bytes there are, or null when there is no such file. */
  size(id: string): Promise<number | null>;
  /** Some of its bytes, both ends included, or null when there is no such file; to be read to its end or destroyed. */
  stream(id: string, from: number, to: number): Promise<Readable | null>;
  /** Removes it; harmless when it is not there. */
  remove(id: string): Promise<void>;
  /** Removes every file of the tenant. */
  removeAll(): Promise<void>;
};

/** A file as a list shows it; `at` is when it was written. */
export type FileEntry = { tenantId: string; id: string; at: Date };

export type FileStorage = {
  /** @throws {Error} when this is no UUID */
  forTenant(tenantId: string): TenantFiles;
  /** Every file of every tenant, in pages of at most 500. */
  list(): AsyncIterable<FileEntry[]>;
};
