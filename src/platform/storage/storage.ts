// The storage of uploaded files: an S3 bucket if one is configured, otherwise a folder shared by API and worker.
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { openBucket } from './bucket.ts';
import type { FileStorage } from './file-storage.ts';
import { openFolder } from './folder.ts';

type StorageConfig = Pick<Config, 'FILES_DIR' | 'FILES_BUCKET'>;

/** Opens the storage without a request to it. With a bucket, the folder is ignored. */
export function openStorage(config: StorageConfig & Pick<Config, 'FILES_ENDPOINT'>): FileStorage {
  const { FILES_DIR: folder, FILES_BUCKET: bucket, FILES_ENDPOINT: endpoint } = config;
  return bucket ? openBucket({ bucket, endpoint }) : openFolder(folder);
}

/** Names the storage in a sentence. */
export function describeStorage({ FILES_DIR: folder, FILES_BUCKET: bucket }: StorageConfig): string {
  return bucket ? `the bucket ${bucket}` : `the folder ${path.resolve(folder)}`;
}
