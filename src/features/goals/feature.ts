// The feature goals: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { goalBoard } from './board-endpoints.ts';
import { goals } from './endpoints.ts';

export const goalsFeature = defineFeature({
  about: 'goals of a week and the board of three weeks',
  endpoints: { Goals: [...goals, ...goalBoard] },
});
