// The API as `npm start` runs it: with the page of the demo at /docs/demo.
import { runApi } from '../../../src/app/api.ts';
import { companies } from './companies.ts';
import { addPage } from './page-routes.ts';

const { DEMO_ISSUER: issuer } = process.env;
await runApi(addPage(companies, issuer === undefined ? undefined : () => issuer));
