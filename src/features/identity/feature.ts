// The feature identity: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { identities } from './endpoints.ts';

export const identityFeature = defineFeature({
  about: 'whom a token stands for: identity providers, what people sign in with, tokens of services',
  endpoints: { 'Sign-in': identities },
});
