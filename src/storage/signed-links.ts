// Links to files that are good for a few minutes: signed, so that whoever holds one needs no token and can change nothing.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const lifetimeSeconds = 5 * 60;

export type LinkSigner = {
  /** The address of a tenant's file, good for five minutes from `now`. */
  sign(tenantId: string, fileId: string, now: Date): string;
  /** Which file a link's last part stands for; null when it was changed, made up, or is too old. */
  verify(token: string, now: Date): { tenantId: string; fileId: string } | null;
};

/**
 * @param secret the same for every process of the API
 * @param base the public address under which files are served, such as `https://api.example/v1/profile-files`
 */
export function createLinkSigner(secret: string, base: string): LinkSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'profile-file-links', 32));
  const computeSignature = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign(tenantId, fileId, now) {
      const until = Math.floor(now.getTime() / 1000) + lifetimeSeconds;
      const claim = Buffer.from(`${tenantId}/${fileId}/${until}`).toString('base64url');
      return `${base}/${claim}.${computeSignature(claim).toString('base64url')}`;
    },
    verify(token, now) {
      const [claim = '', signature = '', ...rest] = token.split('.');
      const [actual, expected] = [Buffer.from(signature, 'base64url'), computeSignature(claim)];
      const genuine = rest.length === 0 && actual.length === expected.length && timingSafeEqual(actual, expected);
      if (!genuine) return null;
      const [tenantId = '', fileId = '', until] = Buffer.from(claim, 'base64url').toString().split('/');
      return now.getTime() < Number(until) * 1000 ? { tenantId, fileId } : null;
    },
  };
}
