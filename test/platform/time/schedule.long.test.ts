// Two years of twenty drawn workers, as in schedule.test.ts.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './schedule.test.ts');
