// The feature archives: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';

export const archivesFeature = defineFeature({
  about: 'a whole tenant as a file: export, import',
});
