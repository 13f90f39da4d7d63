// The feature assistants: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { assistants } from './endpoints.ts';

export const assistantsFeature = defineFeature({
  about:
    'what assistants of people may do: the tools of the Model Context Protocol, each a request of the API by the person’s own token',
  endpoints: { Assistants: assistants },
});
