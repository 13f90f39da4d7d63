// Fifty moves while no worker runs: the tests of hand-over.alone.test.ts with many people.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './hand-over.alone.test.ts');
