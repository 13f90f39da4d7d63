// checkin org …: the commands for the organisation of a tenant.
import type { Entry } from '../command-tree.ts';
import { orgPlanCommands } from './org-plan.ts';

const requestId = '7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11';
const defineRole = (name: string, description: string, example: string): Entry => ({
  ...{ name, description, load: () => import('./org-role.ts') },
  examples: [`checkin org role ${example} --tenant acme`],
});

export const orgCommands: Entry[] = [
  {
    name: 'import <people.csv>',
    description: 'create, change and move people as described in a file; a file with a fault changes nothing',
    load: () => import('./org-import.ts'),
    examples: ['checkin org import people.csv --tenant acme --dry-run'],
  },
  {
    name: 'export',
    description: 'print all active people, with the columns of an import and their ids',
    load: () => import('./org-export.ts'),
    examples: [
      'checkin org export --tenant acme > people.csv',
      'checkin org export --tenant acme --as-of 2026-06-30 > people.csv',
    ],
  },
  {
    name: 'show <email>',
    description: 'show a person, the managers above them, and their direct reports',
    load: () => import('./org-show.ts'),
    examples: ['checkin org show ann@acme.example --tenant acme'],
  },
  {
    name: 'move [email]',
    description: 'give a person another manager, together with everyone below them; or many people, from a file',
    load: () => import('./org-move.ts'),
    examples: [
      'checkin org move ann@acme.example --to bob@acme.example --tenant acme',
      'checkin org move --file moves.csv --tenant acme --dry-run',
    ],
  },
  {
    name: 'plan',
    description: 'plan a reorganisation: write it, see what it would change, review, apply and undo it',
    commands: orgPlanCommands,
    examples: ['checkin org plan new moves.csv --name "Two teams" --tenant acme'],
  },
  {
    name: 'tree',
    description: 'print the reporting lines as indented text',
    load: () => import('./org-tree.ts'),
    examples: [
      'checkin org tree --tenant acme --from ann@acme.example',
      'checkin org tree --tenant acme --as-of 2026-06-30',
    ],
  },
  {
    name: 'diff',
    description: 'print who moved, who joined, and how many moved between departments since an earlier time',
    load: () => import('./org-diff.ts'),
    examples: ['checkin org diff --tenant acme --from 2026-06-30 --to 2026-09-30'],
  },
  {
    name: 'check',
    description:
      'find cycles, second managers, links to other tenants and similar faults; exit code 1 when there are any',
    load: () => import('./org-check.ts'),
    examples: ['checkin org check --tenant acme'],
  },
  {
    name: 'deactivate <email>',
    description: 'deactivate a person who leaves: their tokens are rejected, their data is kept',
    load: () => import('./org-set-active.ts'),
    examples: ['checkin org deactivate ann@acme.example --tenant acme'],
  },
  {
    name: 'activate <email>',
    description: 'reactivate a person, under the same manager',
    load: () => import('./org-set-active.ts'),
    examples: ['checkin org activate ann@acme.example --tenant acme'],
  },
  {
    name: 'role',
    description: 'request a role that needs a second admin, and give or refuse what another admin requested',
    commands: [
      defineRole('request <email>', 'request a role; prints the id', 'request ann@acme.example people_team'),
      defineRole('ls', 'list the requests that wait', 'ls'),
      defineRole('approve <id>', 'give the role', `approve ${requestId}`),
      defineRole('reject <id>', 'refuse the request, or withdraw an own one', `reject ${requestId}`),
    ],
    examples: ['checkin org role request ann@acme.example people_team --tenant acme'],
  },
  {
    name: 'export-person <email>',
    description: 'write everything that is stored about a person, for a request for a copy of their data',
    load: () => import('./org-export-person.ts'),
    examples: [
      'checkin org export-person ann@acme.example --tenant acme > ann.json',
      'checkin org export-person ann@acme.example --tenant acme --format html --out ann.html',
    ],
  },
  {
    name: 'erase <email>',
    description: 'permanently delete a person, with everything written by or about them; without --yes, only count it',
    load: () => import('./org-erase.ts'),
    examples: [
      'checkin org erase ann@acme.example --tenant acme',
      'checkin org erase ann@acme.example --tenant acme --yes',
    ],
  },
];
