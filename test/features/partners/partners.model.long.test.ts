// Many more random companies as in partners.model.test.ts.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './partners.model.test.ts');
