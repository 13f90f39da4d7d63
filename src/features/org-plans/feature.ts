// The feature org-plans: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { orgPlanActions } from './action-endpoints.ts';
import { startDuePlans } from './due-plans.ts';
import { orgPlans } from './endpoints.ts';

export const orgPlansFeature = defineFeature({
  about: 'reorganisations that are planned, previewed, reviewed, applied together and taken back',
  endpoints: { Plans: [...orgPlans, ...orgPlanActions] },
  loops: [startDuePlans],
});
