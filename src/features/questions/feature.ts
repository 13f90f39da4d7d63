// The feature questions: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { answers } from './answer-endpoints.ts';
import { questions } from './endpoints.ts';

export const questionsFeature = defineFeature({
  about: 'questions of the company, of departments and of managers, and the answers that belong to a summary',
  endpoints: { Questions: [...questions, ...answers] },
});
