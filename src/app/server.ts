// The API process: api.ts opens its parts, app.ts has its middleware.
import { runApi } from './api.ts';

await runApi();
