// Signed links to files: valid for five minutes, without a token, for everyone who has the link.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const lifetimeSeconds = 5 * 60;

export type LinkSigner = {
  /** The URL of a tenant's file, valid for five minutes from `now`. */
  sign(tenantId: string, fileId: string, now: Date): string;
  /** The file of a link, by the last segment of its path; null if the signature is wrong or the link has expired. */
  verify(token: string, now: Date): { tenantId: string; fileId: string } | null;
};

/**
 * @param secret the same for all API processes
 * @param base the public URL under which files are served, such as `https://api.example/v1/profile-files`
 */
export function createLinkSigner(secret: string, base: string): LinkSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'profile-file-links', 32));
  const computeSignature = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign(tenantId, fileId, now) {
      const expiresAt = Math.floor(now.getTime() / 1000) + lifetimeSeconds;
      const claim = Buffer.from(`${tenantId}/${fileId}/${expiresAt}`).toString('base64url');
      return `${base}/${claim}.${computeSignature(claim).toString('base64url')}`;
    },
    verify(token, now) {
      const [claim = '', signature = '', ...rest] = token.split('.');
      const [actual, expected] = [Buffer.from(signature, 'base64url'), computeSignature(claim)];
      const isGenuine = rest.length === 0 && actual.length === expected.length && timingSafeEqual(actual, expected);
      if (!isGenuine) return null;
      const [tenantId = '', fileId = '', expiresAt] = Buffer.from(claim, 'base64url').toString().split('/');
      return now.getTime() < Number(expiresAt) * 1000 ? { tenantId, fileId } : null;
    },
  };
}
