// The languages of notifications.
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** A tag of RFC 5646, as far as its shape goes; some programs write an underscore. */
export const languageTag = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;
