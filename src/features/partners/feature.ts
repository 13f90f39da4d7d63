// The feature partners: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { partners } from './endpoints.ts';
import { partnerGroups } from './group-endpoints.ts';

export const partnersFeature = defineFeature({
  about: 'who has the sight of the People Team for a part of the company, and when',
  endpoints: { 'Reporting line': [...partners, ...partnerGroups] },
});
