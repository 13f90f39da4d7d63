// The feature nominations: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { nominations } from './endpoints.ts';

export const nominationsFeature = defineFeature({
  about: 'nominations of people and teams for recognition, once per month',
  endpoints: { Nominations: nominations },
});
