// The feature absences: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { absences } from './endpoints.ts';
import { startSettling } from './settle-weeks.ts';

export const absencesFeature = defineFeature({
  about: 'days on which people are away, and the weeks that they and public holidays excuse',
  endpoints: { People: absences },
  loops: [startSettling],
});
