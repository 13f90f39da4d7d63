// The feature schedules: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { ownSchedule } from './endpoints.ts';
import { startWeeklyRuns } from './weekly-runs.ts';

export const schedulesFeature = defineFeature({
  about: 'when a week opens, is due and ends; weekly runs of reminders and digests',
  endpoints: { People: ownSchedule },
  loops: [startWeeklyRuns],
});
