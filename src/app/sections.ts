// The sections of the interface: the endpoints of all features by heading, in the order of the interface.
import type { Section } from '../platform/http/openapi/openapi.ts';
import { featureList } from './features.ts';

type Heading = Omit<Section, 'endpoints'>;

const headings: readonly Heading[] = [
  {
    heading: 'People',
    description: 'The caller and their first screen, the directory, teams, scores and absences of a user.',
  },
  {
    heading: 'Administration of people',
    description: 'Admins create, change, deactivate and activate one person; what needs a second admin.',
  },
  {
    heading: 'Administration of the organisation',
    description: 'Settings; import, export, check and comparison of the whole organisation; erasure of a person.',
  },
  {
    heading: 'Sign-in',
    description: 'Identity providers whose tokens are let in, and what people sign in with.',
  },
  {
    heading: 'Assistants',
    description:
      'Which assistants have acted for people. They call at `/mcp/{slug}`, by the Model Context Protocol, when an admin has turned them on: ' +
      '[/docs/assistants](/docs/assistants).',
  },
  {
    heading: 'Reporting line',
    description: 'Who reports to whom, and who acts for a manager. Access follows the line.',
  },
  {
    heading: 'Plans',
    description: 'Reorganisations that are planned, previewed, reviewed, applied together, and taken back.',
  },
  {
    heading: 'Summaries',
    description:
      'One weekly summary per user and week, with one response of a manager; drafts; the weekly digest; trend flags.',
  },
  {
    heading: 'Questions',
    description:
      'Questions of the company, of departments and of managers, asked with the weekly summary, and their answers.',
  },
  {
    heading: 'Goals',
    description: 'Goals of a week, the board of three weeks, and who has no goal.',
  },
  {
    heading: 'Nominations',
    description: 'Nominations of teams and people, once per month, while the window is open.',
  },
  {
    heading: 'Profile and motivators',
    description: 'Insights profiles, their import from PDF files, and motivators.',
  },
  {
    heading: 'Notifications',
    description: 'Types, dispatch by services, the notifications of the caller and their channels.',
  },
  {
    heading: 'Reports',
    description: 'The reports of the People Team over the people in sight, as JSON or CSV.',
  },
  {
    heading: 'Changes',
    description: 'What was changed in the organisation and by whom, and what happened, for systems that keep a copy.',
  },
  {
    heading: 'Webhooks',
    description:
      'Addresses of other systems that are told what happens, by Standard Webhooks 1.0.0. An event holds ids and names of changed ' +
      'fields; its data has the fields of an item of GET /changes.',
  },
  {
    heading: 'Access decisions',
    description:
      'Whether a user may do something with a resource, for other applications: the AuthZEN Authorization API 1.0. ' +
      'Its metadata is at /.well-known/authzen-configuration.',
    prefix: '',
  },
  {
    heading: 'SCIM',
    description: 'Users and groups for directories: SCIM 2.0.',
    prefix: '',
    isDocumented: false,
  },
];

/** Everything that is served. @throws {Error} if a feature names a heading that does not exist */
export const servedSections: readonly Section[] = collectSections();

/** What the OpenAPI document describes. */
export const sections: readonly Section[] = servedSections.filter(({ isDocumented = true }) => isDocumented);

function collectSections(): Section[] {
  for (const name of featureList.flatMap(({ endpoints = {} }) => Object.keys(endpoints))) {
    if (!headings.some(({ heading }) => heading === name)) throw new Error(`There is no heading ${name}.`);
  }
  return headings.map((heading) => ({
    ...heading,
    endpoints: featureList.flatMap(({ endpoints = {} }) => endpoints[heading.heading] ?? []),
  }));
}
