// The feature settings: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { tenantSettings } from './endpoints.ts';

export const settingsFeature = defineFeature({
  about: 'the endpoints of the settings of a tenant',
  endpoints: { 'Administration of the organisation': tenantSettings },
});
