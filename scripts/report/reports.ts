// The reports there are, in the order in which the overview shows them.
import { checkIns } from './check-ins.ts';
import { digest } from './digest.ts';
import { nominations } from './nominations.ts';
import { nonSetters } from './non-setters.ts';
import { org } from './org.ts';
import type { Report } from './report.ts';
import { responseTimes } from './response-times.ts';
import { trends } from './trends.ts';

export const reports: Report[] = [digest, nonSetters, trends, checkIns, responseTimes, nominations, org];
