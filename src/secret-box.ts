// Encrypts the secrets of webhooks with a key of the service.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts the secret of a webhook for the database. */
export type SecretBox = {
  seal(secret: string): string;
  /** @throws {Error} unless it was sealed with the same key */
  open(sealed: string): string;
};

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** @param key the secret of the service, the same for all of its processes */
export function createSecretBox(key: string): SecretBox {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'webhook-secrets', 32));
  return {
    seal(secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, derived, nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(text) {
      const sealed = Buffer.from(text, 'base64');
      const decipher = createDecipheriv(algorithm, derived, sealed.subarray(0, nonceBytes));
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const content = sealed.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    },
  };
}
