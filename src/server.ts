// The API process.
import { runApi } from './api.ts';

await runApi();
