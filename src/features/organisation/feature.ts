// The feature organisation: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { NoPayload } from '../../platform/outbox/event-types.ts';
import { organisation } from './endpoints.ts';
import { createImportPeopleHandler } from './import/import-people.ts';
import { adminUsers } from './people/endpoints.ts';

export const organisationFeature = defineFeature({
  about: 'people, their import and export, the settings and the check of a tenant',
  endpoints: { 'Administration of people': adminUsers, 'Administration of the organisation': organisation },
  events: { 'organisation.import': NoPayload },
  work: { 'people-imports': createImportPeopleHandler },
});
