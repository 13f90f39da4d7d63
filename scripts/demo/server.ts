// The API as `npm start` runs it: with the page of the demo at /docs/demo.
import { runApi } from '../../src/api.ts';
import { companies } from './companies.ts';
import { addPage } from './page-routes.ts';

await runApi(addPage(companies));
