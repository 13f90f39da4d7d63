// Encrypts texts that leave the process with a key of the service: AES-256-GCM, with a nonce from the content.
// JWE of jose would be a random text each time, and takes six times as long or more: lists seal a position for each page.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { ServiceKeys } from './service-keys.ts';

/** A text is opened with the `context` it was sealed with. The same text and context are sealed alike. */
export type SecretBox = {
  seal(text: string, context?: string): string;
  /** Null unless it was sealed with one of the keys and the same context. */
  open(sealed: string, context?: string): string | null;
};

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * @param keys the first one seals; the others open what was sealed before the key was rotated
 * @param purpose what the box is for: boxes for other purposes do not open it
 */
export function createSecretBox([key, also]: ServiceKeys, purpose = 'webhook-secrets'): SecretBox {
  const box = createBox(key, purpose);
  if (also === undefined) return box;
  const other = createBox(also, purpose);
  return { ...box, open: (sealed, context) => box.open(sealed, context) ?? other.open(sealed, context) };
}

function createBox(key: string, purpose: string): SecretBox {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', use, 32));
  const cipherKey = derive(purpose);
  const nonceKey = derive(`${purpose} nonces`);
  /** A nonce from the content differs whenever the content does, as in AES-SIV (RFC 5297). */
  const buildNonce = (text: string, context: string): Buffer =>
    createHmac('sha256', nonceKey)
      .update(JSON.stringify([text, context]))
      .digest()
      .subarray(0, nonceBytes);
  return {
    seal(text, context = '') {
      const nonce = buildNonce(text, context);
      const cipher = createCipheriv(algorithm, cipherKey, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(text, context = '') {
      const sealed = Buffer.from(text, 'base64url');
      if (sealed.toString('base64url') !== text) return null; // the decoder skips characters that mean nothing
      try {
        const nonce = sealed.subarray(0, nonceBytes);
        const decipher = createDecipheriv(algorithm, cipherKey, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
        const content = sealed.subarray(nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
