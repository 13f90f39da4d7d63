// What the API usually says of a refusal, by its code. The API serves its own table in place of this one.

/** @type {Readonly<Record<string, string>>} */
export const usualMessages = {};
