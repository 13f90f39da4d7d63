// checkin org …: the organisation of a tenant, from its file to its people.
import type { Entry } from '../command-tree.ts';

export const orgCommands: Entry[] = [
  {
    name: 'import <people.csv>',
    description: 'create, change and move people to what a file says: all of it, or nothing when it has a fault',
    load: () => import('./org-import.ts'),
    examples: ['checkin org import people.csv --tenant acme --dry-run'],
  },
  {
    name: 'export',
    description: 'print everyone active, with the columns of an import and their id',
    load: () => import('./org-export.ts'),
    examples: ['checkin org export --tenant acme > people.csv'],
  },
  {
    name: 'show <email>',
    description: 'show someone: who they are, the line of managers above them, and their direct reports',
    load: () => import('./org-show.ts'),
    examples: ['checkin org show ann@acme.example --tenant acme'],
  },
  {
    name: 'move [email]',
    description: 'move someone, and with them everyone below, under another manager; or many at once, from a file',
    load: () => import('./org-move.ts'),
    examples: [
      'checkin org move ann@acme.example --to bob@acme.example --tenant acme',
      'checkin org move --file moves.csv --tenant acme --dry-run',
    ],
  },
  {
    name: 'tree',
    description: 'print who reports to whom, as indented text',
    load: () => import('./org-tree.ts'),
    examples: ['checkin org tree --tenant acme --from ann@acme.example'],
  },
  {
    name: 'check',
    description: 'find cycles, second managers, links to other tenants and the like; exit code 1 when there are any',
    load: () => import('./org-check.ts'),
    examples: ['checkin org check --tenant acme'],
  },
  {
    name: 'deactivate <email>',
    description:
      'someone leaves: they no longer count and no token of theirs is accepted; nothing of theirs is deleted',
    load: () => import('./org-deactivate.ts'),
    examples: ['checkin org deactivate ann@acme.example --tenant acme'],
  },
  {
    name: 'activate <email>',
    description: 'someone is back, where they were',
    load: () => import('./org-activate.ts'),
    examples: ['checkin org activate ann@acme.example --tenant acme'],
  },
  {
    name: 'erase <email>',
    description: 'erase someone for ever, with everything written by or about them; without --yes, count it only',
    load: () => import('./org-erase.ts'),
    examples: [
      'checkin org erase ann@acme.example --tenant acme',
      'checkin org erase ann@acme.example --tenant acme --yes',
    ],
  },
];
