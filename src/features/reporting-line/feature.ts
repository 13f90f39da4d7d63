// The feature reporting-line: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { reportingLine } from './endpoints.ts';
import { orgChart } from './org-chart-endpoints.ts';

export const reportingLineFeature = defineFeature({
  about: 'who reports to whom, the org chart',
  endpoints: { 'Reporting line': [...reportingLine, ...orgChart] },
});
