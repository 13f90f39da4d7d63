// Where uploaded files are kept: an S3 bucket when one is configured, else a folder that the API and the worker share.
import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';

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

/** Opens the store; nothing is asked of it before it is used. With a bucket the folder is not looked at. */
export function openStorage(config: Pick<Config, 'FILES_DIR' | 'FILES_BUCKET' | 'FILES_ENDPOINT'>): FileStorage {
  const { FILES_DIR: folder, FILES_BUCKET: bucket, FILES_ENDPOINT: endpoint } = config;
  return bucket ? openBucket({ bucket, endpoint }) : openFolder(folder);
}
