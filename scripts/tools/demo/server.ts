// The API as `npm start` runs it: its page offers the people of the demo.
import { runApi } from '../../../src/app/api.ts';
import { companies } from './companies.ts';
import { addedModules, addPeople } from './page-routes.ts';

await runApi({ extend: addPeople(companies), webModules: addedModules });
