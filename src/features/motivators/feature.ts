// The feature motivators: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { motivators } from './endpoints.ts';

export const motivatorsFeature = defineFeature({
  about: 'motivators from an outside provider, and the text about them',
  endpoints: { 'Profile and motivators': motivators },
});
