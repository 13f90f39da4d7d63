// All other PDFs that were made to do harm, as in reader.limits.test.ts.
import { loadMany } from '../../../support/cases.ts';

await loadMany(import.meta, './reader.limits.test.ts');
