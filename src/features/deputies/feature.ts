// The feature deputies: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { deputies } from './endpoints.ts';

export const deputiesFeature = defineFeature({
  about: 'who acts for a manager, when, and for what',
  endpoints: { 'Reporting line': deputies },
});
