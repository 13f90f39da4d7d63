// Signed links, valid without a token for everyone who has them: to files for five minutes, and in e-mails to end them.
import { chooseLanguage, type Language } from '../lib/languages.ts';
import { createSecretBox } from './secret-box.ts';
import type { ServiceKeys } from './service-keys.ts';

const lifetimeMs = 5 * 60_000;

type LinkedFile = { tenantId: string; fileId: string };

export type LinkSigner = ReturnType<typeof createLinkSigner>;

/**
 * @param keys the same for all API processes
 * @param base the public URL under which files are served, such as `https://api.example/v1/profile-files`
 */
export function createLinkSigner(keys: ServiceKeys, base: string) {
  const box = createSecretBox(keys, 'profile-file-links');
  return {
    /** The URL of a tenant's file, valid for five minutes from `now`. */
    sign: (tenantId: string, fileId: string, now: Date): string =>
      `${base}/${box.seal(JSON.stringify({ tenantId, fileId, expiresAt: now.getTime() + lifetimeMs }))}`,
    /** The file of a link, by the last segment of its path; null if the link was not made here or has expired. */
    verify(link: string, now: Date): LinkedFile | null {
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

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;

/**
 * @param keys the same for all processes
 * @param publicUrl where clients reach the API
 */
export function createUnsubscribeLinks(keys: ServiceKeys, publicUrl: string) {
  const box = createSecretBox(keys, 'unsubscribe-links');
  return {
    /** The URL that ends these e-mails. It does not expire: people open old mails. */
    create: ({ tenantId, userId, type, language }: MailChoice): string =>
      `${publicUrl}${unsubscribePath}/${box.seal([tenantId, userId, type, language].join(' '))}`,
    /** What a link ends, by the last segment of its path; null if the link was not made here. */
    open(link: string): MailChoice | null {
      const text = box.open(link);
      if (text === null) return null;
      const [tenantId = '', userId = '', type = '', language] = text.split(' ');
      return { tenantId, userId, type, language: chooseLanguage(language, 'en') };
    },
  };
}
