// Signed links to files: valid for five minutes, without a token, for everyone who has the link.
import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const lifetimeSeconds = 5 * 60;
const algorithm = 'HS256';

type LinkClaims = { tenantId: string; fileId: string };

export type LinkSigner = {
  /** The URL of a tenant's file, valid for five minutes from `now`. */
  sign(tenantId: string, fileId: string, now: Date): Promise<string>;
  /** The file of a link, by the last segment of its path; null if the signature is wrong or the link has expired. */
  verify(token: string, now: Date): Promise<LinkClaims | null>;
};

/**
 * @param secret the same for all API processes
 * @param base the public URL under which files are served, such as `https://api.example/v1/profile-files`
 */
export function createLinkSigner(secret: string, base: string): LinkSigner {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'profile-file-links', 32));
  return {
    async sign(tenantId, fileId, now) {
      const token = new SignJWT({ tenantId, fileId })
        .setProtectedHeader({ alg: algorithm })
        .setExpirationTime(Math.floor(now.getTime() / 1000) + lifetimeSeconds);
      return `${base}/${await token.sign(key)}`;
    },
    async verify(token, now) {
      const options = { algorithms: [algorithm], requiredClaims: ['exp'], currentDate: now };
      const verified = await jwtVerify<LinkClaims>(token, key, options).catch(() => null);
      return verified && { tenantId: verified.payload.tenantId, fileId: verified.payload.fileId };
    },
  };
}
