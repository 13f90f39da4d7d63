// The languages of notifications, and which of them a person reads.
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** A tag of RFC 5646, as far as its shape goes; some programs write an underscore. */
export const languageTag = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;

/**
 * The first language of the service in what is said of a person: a tag (`de`, `de-AT`, `de_AT`), or several as in
 * Accept-Language; otherwise that of the tenant.
 */
export function chooseLanguage(said: string | null | undefined, otherwise: Language): Language {
  const names = (said ?? '').split(',').map((tag) => tag.trim().split(/[-_;]/, 1)[0]?.toLowerCase());
  const known = names.find((name): name is Language => languages.some((language) => language === name));
  return known ?? otherwise;
}
