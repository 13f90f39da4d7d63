// Links to files, valid for five minutes, without a token, for everyone who has them.
import type { ServiceKeys } from './service-keys.ts';
import { createSecretBox } from './secret-box.ts';

const fileLinkMs = 5 * 60_000;

type LinkedFile = { tenantId: string; fileId: string };

export type LinkSigner = {
  /** The URL of a tenant's file, valid for five minutes from `now`. */
  sign(tenantId: string, fileId: string, now: Date): string;
  /** The file of a link, by the last segment of its path; null if the link was not made here or has expired. */
  verify(link: string, now: Date): LinkedFile | null;
};

/**
 * @param keys the same for all API processes
 * @param base the public URL under which files are served, such as `https://api.example/v1/profile-files`
 */
export function createLinkSigner(keys: ServiceKeys, base: string): LinkSigner {
  const box = createSecretBox(keys, 'profile-file-links');
  return {
    sign: (tenantId, fileId, now) =>
      `${base}/${box.seal(JSON.stringify({ tenantId, fileId, expiresAt: now.getTime() + fileLinkMs }))}`,
    verify(link, now) {
      const text = box.open(link);
      if (text === null) return null;
      const { expiresAt, ...file } = JSON.parse(text) as LinkedFile & { expiresAt: number };
      return now.getTime() < expiresAt ? file : null;
    },
  };
}
