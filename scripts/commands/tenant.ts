// checkin tenant …: tenants, from the first command to the last.
import type { Entry } from '../command-tree.ts';

export const tenantCommands: Entry[] = [
  {
    name: 'create <slug>',
    description: 'make a tenant; the slug is its short name in commands: small letters, digits, hyphens',
    load: () => import('./tenant-create.ts'),
    examples: ['checkin tenant create acme --name "Acme Ltd" --timezone Europe/Berlin'],
  },
  {
    name: 'list',
    description: 'list all tenants, by slug',
    load: () => import('./tenant-list.ts'),
    examples: ['checkin tenant list', 'checkin tenant list --json'],
  },
  {
    name: 'show <slug>',
    description: 'show what a tenant is set to and how large it is',
    load: () => import('./tenant-show.ts'),
    examples: ['checkin tenant show acme'],
  },
  {
    name: 'set <slug> <key=value...>',
    description: 'change settings of a tenant, all of them or none; they act with the next request',
    load: () => import('./tenant-set.ts'),
    examples: ['checkin tenant set acme nominationDays=20-25 minimumGroup=8'],
  },
  {
    name: 'delete <slug>',
    description: 'delete a tenant and everything it has, for ever',
    load: () => import('./tenant-delete.ts'),
    examples: ['checkin tenant delete acme --yes'],
  },
];
