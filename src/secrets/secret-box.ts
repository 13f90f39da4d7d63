// Encrypts texts that leave the process with a key of the service: secrets of webhooks, cursors of lists that are read in
// pages, and links, valid without a token for everyone who has them: to files for five minutes, and in e-mails to end them.
// JWE of jose would be a random text each time, and takes six times as long or more: lists seal a position for each page.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { fail } from '../errors.ts';
import { languages, type Language } from '../lib/languages.ts';
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
  const [cipherKey, nonceKey] = [derive(purpose), derive(`${purpose} nonces`)];
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

/** Where a page ends: the sort key of its last item, as the query of the list returned it. */
export type Position = Record<string, unknown>;

/**
 * Valid only where they were created: `binding` is a JSON value that identifies caller, list and filters. Positions hold
 * names and addresses. Equal ones have equal cursors, as ETags need.
 */
export type Cursors = {
  encode(position: Position, binding: unknown): string;
  /** @throws {ApiError} INVALID_CURSOR unless `encode` created the cursor with the same binding */
  decode(cursor: string, binding: unknown): Position;
};

/** @param keys the same for all API processes */
export function createCursors(keys: ServiceKeys): Cursors {
  const box = createSecretBox(keys, 'list-cursors');
  return {
    encode: (position, binding) => box.seal(JSON.stringify(position), JSON.stringify(binding)),
    decode(cursor, binding) {
      const position = box.open(cursor, JSON.stringify(binding)) ?? fail('INVALID_CURSOR');
      return JSON.parse(position) as Position;
    },
  };
}

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

export const unsubscribePath = '/v1/unsubscribe';

/** The e-mails of a type to a person, and the language of the page that ends them. */
export type MailChoice = { tenantId: string; userId: string; type: string; language: Language };

export type UnsubscribeLinks = {
  /** The URL that ends these e-mails. It does not expire: people open old mails. */
  create(choice: MailChoice): string;
  /** What a link ends, by the last segment of its path; null if the link was not made here. */
  open(link: string): MailChoice | null;
};

/**
 * @param keys the same for all processes
 * @param publicUrl where clients reach the API
 */
export function createUnsubscribeLinks(keys: ServiceKeys, publicUrl: string): UnsubscribeLinks {
  const box = createSecretBox(keys, 'unsubscribe-links');
  return {
    create: ({ tenantId, userId, type, language }) =>
      `${publicUrl}${unsubscribePath}/${box.seal([tenantId, userId, type, language].join(' '))}`,
    open(link) {
      const text = box.open(link);
      if (text === null) return null;
      const [tenantId = '', userId = '', type = '', said] = text.split(' ');
      return { tenantId, userId, type, language: languages.find((language) => language === said) ?? 'en' };
    },
  };
}
