// The commands for the organisation of a tenant, and for plans of reorganisations.
import type { Entry } from '../command-tree.ts';

const exampleId = '7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11';
const defineAction = (name: string, description: string, options = ''): Entry => ({
  name: `${name} <id>`,
  description,
  load: () => import('./org-plan-action.ts'),
  examples: [`checkin org plan ${name} ${exampleId}${options} --tenant acme`],
});

const planCommands: Entry[] = [
  {
    name: 'new <moves.csv>',
    description: 'write a plan from a file of moves, as a draft; prints its id',
    load: () => import('./org-plan-new.ts'),
    examples: ['checkin org plan new moves.csv --name "Two teams" --on 2026-12-01 --tenant acme'],
  },
  {
    name: 'ls',
    description: 'list the plans, newest first',
    load: () => import('./org-plan-ls.ts'),
    examples: ['checkin org plan ls --tenant acme --status scheduled'],
  },
  {
    name: 'show <id>',
    description: 'show a plan and what it would change; exit code 1 when it has faults',
    load: () => import('./org-plan-show.ts'),
    examples: [`checkin org plan show ${exampleId} --tenant acme --sight`],
  },
  defineAction('submit', 'submit a draft; without a second admin it is approved at once'),
  defineAction('approve', 'approve a plan in review'),
  defineAction('reject', 'return a plan to its author', ' --reason "Ask the teams first."'),
  defineAction('apply', 'apply a plan now: all of its moves, or none when it has a fault'),
  defineAction('cancel', 'cancel a plan that is not applied'),
  {
    name: 'report <id>',
    description: 'write a page with the charts before and after, and the sight gained and lost',
    load: () => import('./org-plan-report.ts'),
    examples: [`checkin org plan report ${exampleId} --tenant acme --format html --out plan.html`],
  },
  defineAction('undo', 'take an applied plan back, while nobody of it was moved again'),
];

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
    load: () => import('./org-chart.ts'),
    examples: [
      'checkin org export --tenant acme > people.csv',
      'checkin org export --tenant acme --as-of 2026-06-30 > people.csv',
    ],
  },
  {
    name: 'show <email>',
    description: 'show a person, the managers above them, and their direct reports',
    load: () => import('./org-chart.ts'),
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
    commands: planCommands,
    examples: ['checkin org plan new moves.csv --name "Two teams" --tenant acme'],
  },
  {
    name: 'tree',
    description: 'print the reporting lines as indented text',
    load: () => import('./org-chart.ts'),
    examples: [
      'checkin org tree --tenant acme --from ann@acme.example',
      'checkin org tree --tenant acme --as-of 2026-06-30',
    ],
  },
  {
    name: 'diff',
    description: 'print who moved, who joined, and how many moved between departments since an earlier time',
    load: () => import('./org-chart.ts'),
    examples: ['checkin org diff --tenant acme --from 2026-06-30 --to 2026-09-30'],
  },
  {
    name: 'check',
    description:
      'find cycles, second managers, links to other tenants and similar faults; exit code 1 when there are any. With --ready, ' +
      'find what is missing before a first week instead',
    load: () => import('./org-check.ts'),
    examples: [
      'checkin org check --tenant acme',
      'checkin org check --tenant acme --ready',
      'checkin org check --tenant acme --ready --format csv > missing.csv',
    ],
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
