// The screens of managers, the People Team and admins, as in demo.screens.browser.test.ts.
import { loadMany } from '../support/cases.ts';

await loadMany(import.meta, './demo.screens.browser.test.ts');
