// The reports of every other reader, as in report.browser.test.ts.
import { loadMany } from '../support/cases.ts';

await loadMany(import.meta, './report.browser.test.ts');
