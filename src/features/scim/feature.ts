// The feature scim: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { scimDiscovery } from './discovery-endpoints.ts';
import { scimGroups } from './group-endpoints.ts';
import { scimUsers } from './user-endpoints.ts';

export const scimFeature = defineFeature({
  about: 'SCIM 2.0 for directories such as Okta and Entra',
  endpoints: { SCIM: [...scimUsers, ...scimGroups, ...scimDiscovery] },
});
