// Links in e-mails that end e-mails of their type, without a token, for everyone who has them.
import { languages, type Language } from '../lib/languages.ts';
import type { ServiceKeys } from './service-keys.ts';
import { createSecretBox } from './secret-box.ts';

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
