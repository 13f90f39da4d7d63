// The feature trends: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { Week } from '../../platform/outbox/event-types.ts';
import { createDetectTrendsHandler } from './detect-trends.ts';

export const trendsFeature = defineFeature({
  about: 'the detection of notable shifts of scores',
  events: { 'trends.detect': Week },
  work: { trends: createDetectTrendsHandler },
});
