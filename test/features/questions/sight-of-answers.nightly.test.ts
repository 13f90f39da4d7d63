// Ten thousand triples as in sight-of-answers.test.ts.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './sight-of-answers.test.ts');
