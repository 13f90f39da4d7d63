// The feature decisions: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { decisions } from './endpoints.ts';
import { decisionSearches } from './search-endpoints.ts';

export const decisionsFeature = defineFeature({
  about: 'access decisions for other applications: the AuthZEN Authorization API 1.0',
  endpoints: { 'Access decisions': [...decisions, ...decisionSearches] },
});
