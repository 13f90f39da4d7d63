// More moments to erase somebody than in erase-person.race.alone.test.ts.
import { loadMany } from '../../support/cases.ts';

await loadMany(import.meta, './erase-person.race.alone.test.ts');
