// The storage of uploaded files: an S3 bucket if one is configured, otherwise a folder shared by API and worker.
import type { Config } from '../config.ts';
import { openBucket } from './bucket.ts';
import type { FileStorage } from './file-storage.ts';
import { openFolder } from './folder.ts';

/** Opens the storage without a request to it. With a bucket, the folder is ignored. */
export function openStorage(config: Pick<Config, 'FILES_DIR' | 'FILES_BUCKET' | 'FILES_ENDPOINT'>): FileStorage {
  const { FILES_DIR: folder, FILES_BUCKET: bucket, FILES_ENDPOINT: endpoint } = config;
  return bucket ? openBucket({ bucket, endpoint }) : openFolder(folder);
}
