// The feature personal-data: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { erasure } from './endpoints.ts';
import { startRetention } from './retention.ts';

export const personalDataFeature = defineFeature({
  about: 'the table of nodes, and what reads it: erasure, the export of a person, retention, the deletion of a tenant',
  endpoints: { 'Administration of the organisation': erasure },
  loops: [startRetention],
});
