// The endpoints by heading, in the order of the interface.
import type { Section } from '../http/openapi/openapi.ts';
import { absences } from './absences.ts';
import { adminUsers } from './admin-users.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { changes } from './changes.ts';
import { erasure } from './erasure.ts';
import { decisionSearches } from './decision-searches.ts';
import { decisions } from './decisions.ts';
import { deputies } from './deputies.ts';
import { goalBoard } from './goal-board.ts';
import { goalReports } from './goal-reports.ts';
import { goals } from './goals.ts';
import { home } from './home.ts';
import { identities } from './identities.ts';
import { motivators } from './motivators.ts';
import { nominations } from './nominations.ts';
import { notificationPreferences } from './notification-preferences.ts';
import { notifications } from './notifications.ts';
import { orgChart } from './org-chart.ts';
import { organisation } from './organisation.ts';
import { orgPlanActions } from './org-plan-actions.ts';
import { orgPlans } from './org-plans.ts';
import { ownSchedule } from './own-schedule.ts';
import { people } from './people.ts';
import { profiles } from './profiles.ts';
import { reportingLine } from './reporting-line.ts';
import { reports } from './reports.ts';
import { roleRequests } from './role-requests.ts';
import { scimDiscovery } from './scim-discovery.ts';
import { scimGroups } from './scim-groups.ts';
import { scimUsers } from './scim-users.ts';
import { tenantSettings } from './settings.ts';
import { summaries } from './summaries.ts';
import { summaryDrafts } from './summary-drafts.ts';
import { summaryList } from './summary-list.ts';
import { summaryReports } from './summary-reports.ts';
import { webhooks } from './webhooks.ts';

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
