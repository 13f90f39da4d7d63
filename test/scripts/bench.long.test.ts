// Every part of the benchmark works in its small form, but for those of the night.
import { describeParts } from '../support/bench-parts.ts';

await describeParts('long');
