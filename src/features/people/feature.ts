// The feature people: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { people } from './endpoints.ts';
import { home } from './home-endpoints.ts';

export const peopleFeature = defineFeature({
  about: 'the directory, teams, the page of a person, the first screen',
  endpoints: { People: [...home, ...people] },
});
