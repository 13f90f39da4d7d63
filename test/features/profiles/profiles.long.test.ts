// Several imports at once and PDFs that were made to do harm: the tests of profiles.alone.test.ts that take long.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './profiles.alone.test.ts');
