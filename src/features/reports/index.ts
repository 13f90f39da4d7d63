// All reports, in the order of the overview.
import { checkIns } from './check-ins.ts';
import type { ReportDefinition } from './definition.ts';
import { digest } from './digest.ts';
import { goals } from './goals.ts';
import { headcount } from './headcount.ts';
import { nominations } from './nominations.ts';
import { nonSetters } from './non-setters.ts';
import { org } from './org.ts';
import { responseTimes } from './response-times.ts';
import { team } from './team.ts';
import { trends } from './trends.ts';

export const reports: ReportDefinition[] = [
  digest,
  nonSetters,
  trends,
  team,
  checkIns,
  goals,
  responseTimes,
  nominations,
  headcount,
  org,
];
