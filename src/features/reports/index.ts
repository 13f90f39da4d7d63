// All reports: those of the overview, in its order, and that of a question, which needs to be told which one.
import { checkIns } from './check-ins.ts';
import type { ReportDefinition } from './definition.ts';
import { digest } from './digest.ts';
import { goals } from './goals.ts';
import { headcount } from './headcount.ts';
import { nominations } from './nominations.ts';
import { nonSetters } from './non-setters.ts';
import { org } from './org.ts';
import { question } from './question.ts';
import { responseTimes } from './response-times.ts';
import { team } from './team.ts';
import { trends } from './trends.ts';

/** The reports of the overview. */
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

export const allReports: ReportDefinition[] = [...reports, question];
