// More random lives as in lives.test.ts, up to two hundred people.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './lives.test.ts');
