// The feature role-requests: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { approvals } from './approval-endpoints.ts';
import { roleRequests } from './endpoints.ts';

export const roleRequestsFeature = defineFeature({
  about: 'what one admin requests and a second one decides',
  endpoints: { 'Administration of people': [...approvals, ...roleRequests] },
});
