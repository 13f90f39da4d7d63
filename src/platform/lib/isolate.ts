// Texts of people within sentences of ours: what is written from right to left does not move what stands beside it.

const scripts = [
  'Hebrew',
  'Arabic',
  'Syriac',
  'Thaana',
  'Nko',
  'Samaritan',
  'Mandaic',
  'Adlam',
  'Hanifi_Rohingya',
  'Yezidi',
];
const letter = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
/** From the first letter of such a script to the last one before a Latin letter or the end of the line. */
const run = new RegExp(`${letter}(?:[^\\p{Script=Latin}\\n\\u2068\\u2069]*${letter})?\\p{M}*`, 'gu');

/**
 * Puts each part of a text that is written from right to left into isolates. Without them, "דוד, 29 Nov" is shown with the number on the
 * other side of the name (Unicode Standard Annex 9, section 2.4). A text without such a part stays as it is.
 */
export const isolate = (text: string): string => text.replace(run, '\u2068$&\u2069');
