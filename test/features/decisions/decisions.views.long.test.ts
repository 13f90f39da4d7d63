// Drawn charts and plans as in decisions.views.test.ts, by chance and of 200 people.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './decisions.views.test.ts');
