// Signed links to files: valid for five minutes, without a token, for everyone who has the link.
import { createSecretBox } from './secret-box.ts';

const lifetimeMs = 5 * 60_000;

type LinkedFile = { tenantId: string; fileId: string };

export type LinkSigner = {
  /** The URL of a tenant's file, valid for five minutes from `now`. */
  sign(tenantId: string, fileId: string, now: Date): string;
  /** The file of a link, by the last segment of its path; null if the link was not made here or has expired. */
  verify(link: string, now: Date): LinkedFile | null;
};

/**
 * @param secret the same for all API processes
 * @param base the public URL under which files are served, such as `https://api.example/v1/profile-files`
 */
export function createLinkSigner(secret: string, base: string): LinkSigner {
  const box = createSecretBox(secret, 'profile-file-links');
  return {
    sign: (tenantId, fileId, now) =>
      `${base}/${box.seal(JSON.stringify({ tenantId, fileId, expiresAt: now.getTime() + lifetimeMs }))}`,
    verify(link, now) {
      try {
        const { expiresAt, ...file } = JSON.parse(box.open(link)) as LinkedFile & { expiresAt: number };
        return now.getTime() < expiresAt ? file : null;
      } catch {
        return null; // made elsewhere, or changed
      }
    },
  };
}
