// The feature summaries: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { summaryDrafts } from './draft-endpoints.ts';
import { summaries } from './endpoints.ts';
import { summaryList } from './list-endpoints.ts';

export const summariesFeature = defineFeature({
  about: 'weekly summaries, drafts, and the response of a manager',
  endpoints: { Summaries: [...summaries, ...summaryDrafts, ...summaryList] },
});
