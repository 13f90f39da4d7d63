// The features of the product: the list that the two processes collect.
import { absencesFeature } from '../features/absences/feature.ts';
import { archivesFeature } from '../features/archives/feature.ts';
import { assistantsFeature } from '../features/assistants/feature.ts';
import { changesFeature } from '../features/changes/feature.ts';
import { decisionsFeature } from '../features/decisions/feature.ts';
import { deputiesFeature } from '../features/deputies/feature.ts';
import { goalsFeature } from '../features/goals/feature.ts';
import { identityFeature } from '../features/identity/feature.ts';
import { motivatorsFeature } from '../features/motivators/feature.ts';
import { nominationsFeature } from '../features/nominations/feature.ts';
import { notificationsFeature } from '../features/notifications/feature.ts';
import { orgPlansFeature } from '../features/org-plans/feature.ts';
import { organisationFeature } from '../features/organisation/feature.ts';
import { partnersFeature } from '../features/partners/feature.ts';
import { peopleFeature } from '../features/people/feature.ts';
import { personalDataFeature } from '../features/personal-data/feature.ts';
import { profilesFeature } from '../features/profiles/feature.ts';
import { questionsFeature } from '../features/questions/feature.ts';
import { reportingLineFeature } from '../features/reporting-line/feature.ts';
import { reportsFeature } from '../features/reports/feature.ts';
import { roleRequestsFeature } from '../features/role-requests/feature.ts';
import { schedulesFeature } from '../features/schedules/feature.ts';
import { scimFeature } from '../features/scim/feature.ts';
import { settingsFeature } from '../features/settings/feature.ts';
import { summariesFeature } from '../features/summaries/feature.ts';
import { trendsFeature } from '../features/trends/feature.ts';
import { webhooksFeature } from '../features/webhooks/feature.ts';
import type { Feature } from '../platform/feature.ts';

/** By the name of their folder, in the order in which their endpoints stand under a heading. */
export const features = {
  people: peopleFeature,
  schedules: schedulesFeature,
  absences: absencesFeature,
  settings: settingsFeature,
  organisation: organisationFeature,
  'role-requests': roleRequestsFeature,
  'personal-data': personalDataFeature,
  identity: identityFeature,
  'reporting-line': reportingLineFeature,
  deputies: deputiesFeature,
  partners: partnersFeature,
  'org-plans': orgPlansFeature,
  summaries: summariesFeature,
  questions: questionsFeature,
  goals: goalsFeature,
  reports: reportsFeature,
  trends: trendsFeature,
  nominations: nominationsFeature,
  profiles: profilesFeature,
  motivators: motivatorsFeature,
  notifications: notificationsFeature,
  changes: changesFeature,
  webhooks: webhooksFeature,
  decisions: decisionsFeature,
  scim: scimFeature,
  archives: archivesFeature,
  assistants: assistantsFeature,
} as const satisfies Record<string, Feature>;

export const featureList: readonly Feature[] = Object.values(features);
