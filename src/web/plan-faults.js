// The words for each fault of a move in a plan, by language. The API serves its own table in place of this one.

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const planFaultTexts = {};
