// One file of tests in two tiers: a few cases in `npm test`, and many in a long file that loads it a second time.

import { it } from 'mocha';

const mark = '?many';

/** Loads the tests of a file next to a long file, with many cases. */
export const loadMany = (long: ImportMeta, file: string): Promise<unknown> =>
  import(new URL(file + mark, long.url).href);

/** Whether a file was loaded for its many cases. */
export const hasMany = (file: ImportMeta): boolean => file.url.endsWith(mark);

/** The few or the many, by how a file was loaded. */
export const casesOf = <Cases>(file: ImportMeta, few: Cases, many: Cases): Cases => (hasMany(file) ? many : few);

type It = (title: string, test: (this: Mocha.Context) => unknown) => unknown;
const ignore: It = () => undefined;

/** `few` for the tests that `npm test` has, and `many` for those that only the long file has. */
export const itsOf = (file: ImportMeta): { few: It; many: It } => ({
  few: casesOf<It>(file, it, ignore),
  many: casesOf<It>(file, ignore, it),
});
