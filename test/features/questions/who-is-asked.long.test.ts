// Many more random companies as in who-is-asked.test.ts.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './who-is-asked.test.ts');
