// Where uploaded files are kept: an S3 bucket when one is configured, else a folder that the API and the worker share.
import type { Config } from '../config.ts';
import { openBucket } from './bucket.ts';
import type { FileStorage } from './file-storage.ts';
import { openFolder } from './folder.ts';

/** Opens the store; nothing is asked of it before it is used. With a bucket the folder is not looked at. */
export function openStorage(config: Pick<Config, 'FILES_DIR' | 'FILES_BUCKET' | 'FILES_ENDPOINT'>): FileStorage {
  const { FILES_DIR: folder, FILES_BUCKET: bucket, FILES_ENDPOINT: endpoint } = config;
  return bucket ? openBucket({ bucket, endpoint }) : openFolder(folder);
}
