// The keys from which the keys of links, cursors and stored secrets are derived. While a key is rotated there are two.
import { hkdfSync, randomBytes } from 'node:crypto';
import { readOrCreate } from '../lib/shared-files.ts';

/** The first one seals; both of them open. */
export type ServiceKeys = readonly [key: string] | readonly [key: string, also: string];

/** The file of a local key, beside that of the tokens: who knows the one cannot derive the other. */
export const toLinkKeyFile = (tokenKeyFile: string): string => `${tokenKeyFile}.link-key`;

/** Reads the keys that all processes of the service share, from the environment or else from a local file. */
export async function readServiceKeys(config: {
  FILE_LINK_KEY?: string | undefined;
  FILE_LINK_KEY_ALSO?: string | undefined;
  TOKEN_KEY_FILE?: string | undefined;
}): Promise<ServiceKeys> {
  const { FILE_LINK_KEY: key, FILE_LINK_KEY_ALSO: also, TOKEN_KEY_FILE: file = '' } = config;
  const first = key ?? (await readOrCreate(toLinkKeyFile(file), () => randomBytes(32).toString('base64url')));
  return also === undefined ? [first] : [first, also];
}

/** The ids of keys: eight hexadecimal digits each, which derive from the key and tell nothing about it. */
export function listKeyIds(keys: ServiceKeys): string[] {
  return keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'key id', 4)).toString('hex'));
}
