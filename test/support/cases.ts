// One file of tests in two tiers: a few cases in `npm test`, and many in a long file that loads it a second time.

const mark = '?many';

/** Loads the tests of a file next to a long file, with many cases. */
export const loadMany = (long: ImportMeta, file: string): Promise<unknown> =>
  import(new URL(file + mark, long.url).href);

/** Whether a file was loaded for its many cases. */
export const hasMany = (file: ImportMeta): boolean => file.url.endsWith(mark);

/** The few or the many, by how a file was loaded. */
export const casesOf = <Cases>(file: ImportMeta, few: Cases, many: Cases): Cases => (hasMany(file) ? many : few);
