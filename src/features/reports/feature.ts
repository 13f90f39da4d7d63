// The feature reports: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { Type } from '@sinclair/typebox';
import { Week } from '../../platform/outbox/event-types.ts';
import { reports } from './endpoints.ts';
import { goalReports } from './goal-endpoints.ts';
import { reportNotifications } from './notifications.ts';
import { summaryReports } from './summary-endpoints.ts';

export const reportsFeature = defineFeature({
  about: 'the reports of the People Team, the weekly digest, trends and non-setters as lists',
  endpoints: { Summaries: summaryReports, Goals: goalReports, Reports: reports },
  // a digest is counted on delivery, unless a service dispatched it with its figures
  events: { 'digest.weekly': Type.Union([Week, reportNotifications['digest.weekly'].payload]) },
});
