// The feature changes: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { startPublisher } from '../../platform/audit/publish.ts';
import { audit } from './audit-endpoints.ts';
import { changes } from './endpoints.ts';

export const changesFeature = defineFeature({
  about: 'the audit log and the change log, as those read them who may',
  endpoints: { Changes: [...audit, ...changes] },
  loops: [startPublisher],
});
