// The feature profiles: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { NoPayload } from '../../platform/outbox/event-types.ts';
import { profiles } from './endpoints.ts';
import { createImportProfileHandler } from './import-profile.ts';
import { startFileSweep } from './sweep-files.ts';

export const profilesFeature = defineFeature({
  about: 'profile insights that are read from PDFs',
  endpoints: { 'Profile and motivators': profiles },
  events: { 'profile.import': NoPayload },
  work: { imports: createImportProfileHandler },
  loops: [startFileSweep],
});
