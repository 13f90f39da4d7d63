// Every command there is. A new one is a row here, and a file that defines its options and what it does.
import type { Entry } from '../command-tree.ts';
import { orgCommands } from './org.ts';
import { tenantCommands } from './tenant.ts';

export const commands: Entry[] = [
  {
    name: 'tenant',
    description: 'make, list, show, change and delete tenants',
    commands: tenantCommands,
    examples: ['checkin tenant list', 'checkin tenant create acme --timezone Europe/Berlin'],
  },
  {
    name: 'org',
    description: "import, export, look at and change a tenant's organisation",
    commands: orgCommands,
    examples: ['checkin org import people.csv --tenant acme', 'checkin org show ann@acme.example --tenant acme'],
  },
  {
    name: 'token [email]',
    description: 'print a token for someone, or for a service; only where tokens are signed with a key file',
    load: () => import('./token.ts'),
    examples: [
      'checkin token ann@acme.example --tenant acme --expires 1h',
      'checkin token --service intranet --scope notifications:dispatch --tenant acme',
    ],
  },
  {
    name: 'outbox',
    description: 'look at events on their way to people, and revive dead ones',
    commands: [
      {
        name: 'ls',
        description: "list a tenant's events, the oldest 1,000: dead ones unless told otherwise",
        load: () => import('./outbox-ls.ts'),
        examples: ['checkin outbox ls --tenant acme --status pending'],
      },
      {
        name: 'retry [ids...]',
        description: 'let dead events be tried again: those of these ids, or all of the tenant',
        load: () => import('./outbox-retry.ts'),
        examples: ['checkin outbox retry --tenant acme'],
      },
    ],
    examples: ['checkin outbox ls --tenant acme'],
  },
  {
    name: 'digest',
    description: 'the weekly digest, and the push to people without goals',
    commands: [
      {
        name: 'run',
        description: 'send both now, unless they were sent for that week: the digest tells of the week before it',
        load: () => import('./digest.ts'),
        examples: ['checkin digest run --tenant acme --dry-run'],
      },
    ],
    examples: ['checkin digest run --tenant acme --dry-run'],
  },
  {
    name: 'trends',
    description: 'notable shifts of scores',
    commands: [
      {
        name: 'run',
        description: 'look for them now, and put what is found in the place of that week’s flags',
        load: () => import('./trends.ts'),
        examples: ['checkin trends run --tenant acme --week 2026-11-09 --dry-run'],
      },
    ],
    examples: ['checkin trends run --tenant acme --dry-run'],
  },
  {
    name: 'report',
    description: "the People Team's reports: as a table, as CSV or JSON, and as a page to read and print",
    load: () => import('./report.ts'),
    examples: [
      'checkin report digest --tenant acme --as ann@acme.example',
      'checkin report overview --tenant acme --out overview.html',
    ],
  },
  {
    name: 'motivators',
    description: 'motivators of people, as their external provider knows them',
    commands: [
      {
        name: 'sync',
        description: 'pull the motivators of everyone in a tenant; exit code 1 when somebody could not be pulled',
        load: () => import('./motivators.ts'),
        examples: ['checkin motivators sync --tenant acme'],
      },
    ],
    examples: ['checkin motivators sync --tenant acme'],
  },
  {
    name: 'import',
    description: "the imports of people's insights profiles",
    examples: ['checkin import wait 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
    commands: [
      {
        name: 'wait <jobId>',
        description: 'wait until the PDF of an import has been read, and print its status; exit code 1 when it failed',
        load: () => import('./import.ts'),
        examples: ['checkin import wait 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme --timeout 120'],
      },
    ],
  },
  {
    name: 'sample-profile <email>',
    description: "make up someone's insights profile as a PDF, to try the import with; the same one each time",
    load: () => import('./sample-profile.ts'),
    examples: ['checkin sample-profile ann@acme.example --tenant acme --out ann.pdf'],
  },
  {
    name: 'query <name>',
    description: 'print a query of cypher/ with its includes, to paste into Neo4j Browser',
    load: () => import('./query.ts'),
    examples: ['checkin query reports/org'],
  },
  {
    name: 'migrate',
    description: 'bring the database up to the schema of this program; safe to repeat',
    load: () => import('./migrate.ts'),
    examples: ['checkin migrate'],
  },
  {
    name: 'seed',
    description: 'make the demo company, with people of every role; safe to repeat',
    load: () => import('./seed.ts'),
    examples: ['checkin seed --json'],
  },
  {
    name: 'doctor',
    description: 'check the configuration, the servers, the schema and every organisation; exit code 1 on a fault',
    load: () => import('./doctor.ts'),
    examples: ['checkin doctor'],
  },
];
