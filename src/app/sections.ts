// The endpoints by heading, in the order of the interface.
import type { Section } from '../platform/http/openapi/openapi.ts';
import { absences } from '../features/absences/endpoints.ts';
import { adminUsers } from '../features/organisation/people/endpoints.ts';
import { approvals } from '../features/role-requests/approval-endpoints.ts';
import { audit } from '../features/changes/audit-endpoints.ts';
import { changes } from '../features/changes/endpoints.ts';
import { erasure } from '../features/personal-data/endpoints.ts';
import { decisionSearches } from '../features/decisions/search-endpoints.ts';
import { decisions } from '../features/decisions/endpoints.ts';
import { deputies } from '../features/deputies/endpoints.ts';
import { goalBoard } from '../features/goals/board-endpoints.ts';
import { goalReports } from '../features/reports/goal-endpoints.ts';
import { goals } from '../features/goals/endpoints.ts';
import { home } from '../features/people/home-endpoints.ts';
import { identities } from '../features/identity/endpoints.ts';
import { motivators } from '../features/motivators/endpoints.ts';
import { nominations } from '../features/nominations/endpoints.ts';
import { notificationPreferences } from '../features/notifications/preference-endpoints.ts';
import { notifications } from '../features/notifications/endpoints.ts';
import { orgChart } from '../features/reporting-line/org-chart-endpoints.ts';
import { organisation } from '../features/organisation/endpoints.ts';
import { orgPlanActions } from '../features/org-plans/action-endpoints.ts';
import { orgPlans } from '../features/org-plans/endpoints.ts';
import { ownSchedule } from '../features/schedules/endpoints.ts';
import { people } from '../features/people/endpoints.ts';
import { profiles } from '../features/profiles/endpoints.ts';
import { reportingLine } from '../features/reporting-line/endpoints.ts';
import { reports } from '../features/reports/endpoints.ts';
import { roleRequests } from '../features/role-requests/endpoints.ts';
import { scimDiscovery } from '../features/scim/discovery-endpoints.ts';
import { scimGroups } from '../features/scim/group-endpoints.ts';
import { scimUsers } from '../features/scim/user-endpoints.ts';
import { tenantSettings } from '../features/settings/endpoints.ts';
import { summaries } from '../features/summaries/endpoints.ts';
import { summaryDrafts } from '../features/summaries/draft-endpoints.ts';
import { summaryList } from '../features/summaries/list-endpoints.ts';
import { summaryReports } from '../features/reports/summary-endpoints.ts';
import { webhooks } from '../features/webhooks/endpoints.ts';

export const sections: readonly Section[] = [
  {
    heading: 'People',
    description: 'The caller and their first screen, the directory, teams, scores and absences of a user.',
    endpoints: [...home, ...ownSchedule, ...people, ...absences],
  },
  {
    heading: 'Administration of people',
    description: 'Admins create, change, deactivate and activate one person; what needs a second admin.',
    endpoints: [...adminUsers, ...approvals, ...roleRequests],
  },
  {
    heading: 'Administration of the organisation',
    description: 'Settings; import, export, check and comparison of the whole organisation; erasure of a person.',
    endpoints: [...tenantSettings, ...organisation, ...erasure],
  },
  {
    heading: 'Sign-in',
    description: 'Identity providers whose tokens are let in, and what people sign in with.',
    endpoints: identities,
  },
  {
    heading: 'Reporting line',
    description: 'Who reports to whom, and who acts for a manager. Access follows the line.',
    endpoints: [...reportingLine, ...orgChart, ...deputies],
  },
  {
    heading: 'Plans',
    description: 'Reorganisations that are planned, previewed, reviewed, applied together, and taken back.',
    endpoints: [...orgPlans, ...orgPlanActions],
  },
  {
    heading: 'Summaries',
    description:
      'One weekly summary per user and week, with one response of a manager; drafts; the weekly digest; trend flags.',
    endpoints: [...summaries, ...summaryDrafts, ...summaryList, ...summaryReports],
  },
  {
    heading: 'Goals',
    description: 'Goals of a week, the board of three weeks, and who has no goal.',
    endpoints: [...goals, ...goalBoard, ...goalReports],
  },
  {
    heading: 'Nominations',
    description: 'Nominations of teams and people, once per month, while the window is open.',
    endpoints: nominations,
  },
  {
    heading: 'Profile and motivators',
    description: 'Insights profiles, their import from PDF files, and motivators.',
    endpoints: [...profiles, ...motivators],
  },
  {
    heading: 'Notifications',
    description: 'Types, dispatch by services, the notifications of the caller and their channels.',
    endpoints: [...notifications, ...notificationPreferences],
  },
  {
    heading: 'Reports',
    description: 'The reports of the People Team over the people in sight, as JSON or CSV.',
    endpoints: reports,
  },
  {
    heading: 'Changes',
    description: 'What was changed in the organisation and by whom, and what happened, for systems that keep a copy.',
    endpoints: [...audit, ...changes],
  },
  {
    heading: 'Webhooks',
    description:
      'Addresses of other systems that are told what happens, by Standard Webhooks 1.0.0. An event holds ids and names of changed ' +
      'fields; its data has the fields of an item of GET /changes.',
    endpoints: webhooks,
  },
  {
    heading: 'Access decisions',
    description:
      'Whether a user may do something with a resource, for other applications: the AuthZEN Authorization API 1.0. ' +
      'Its metadata is at /.well-known/authzen-configuration.',
    endpoints: [...decisions, ...decisionSearches],
    prefix: '',
  },
];

/** Everything that is served. Directories read the description of SCIM at /scim/v2/Schemas, not in the OpenAPI document. */
export const servedSections: readonly Section[] = [
  ...sections,
  {
    heading: 'SCIM',
    description: 'Users and groups for directories: SCIM 2.0.',
    endpoints: [...scimUsers, ...scimGroups, ...scimDiscovery],
    prefix: '',
    isDocumented: false,
  },
];
