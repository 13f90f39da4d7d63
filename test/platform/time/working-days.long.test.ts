// Two years of sixty drawn people, as in working-days.test.ts.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './working-days.test.ts');
