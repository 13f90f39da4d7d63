// The parts of the benchmark that wait for many plans work in their small form.
import { describeParts } from '../support/bench-parts.ts';

await describeParts('nightly');
