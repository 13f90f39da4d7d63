// checkin tenant …: the commands for tenants.
import type { Entry } from '../command-tree.ts';
import { identityProviderCommands } from './tenant-idp.ts';

export const tenantCommands: Entry[] = [
  {
    name: 'create <slug>',
    description: 'create a tenant; the slug is its short name in commands: lowercase letters, digits, hyphens',
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
    name: 'show [slug]',
    description: 'show the settings and the size of a tenant',
    load: () => import('./tenant-show.ts'),
    examples: ['checkin tenant show acme'],
  },
  {
    name: 'set [slug] [key=value...]',
    description: 'change settings of a tenant, all of them or none; they apply from the next request',
    load: () => import('./tenant-set.ts'),
    examples: ['checkin tenant set acme nominationDays=20-25 minimumGroup=8'],
  },
  {
    name: 'export <file>',
    description: 'write a whole tenant to an archive, to keep it or to move it to another database',
    load: () => import('./tenant-export.ts'),
    examples: ['checkin tenant export acme.ndjson --tenant acme'],
  },
  {
    name: 'import <file>',
    description: 'create a tenant from an archive, with its ids',
    load: () => import('./tenant-import.ts'),
    examples: ['checkin tenant import acme.ndjson'],
  },
  {
    name: 'idp',
    description: 'identity providers: let people sign in with tokens of their company',
    commands: identityProviderCommands,
    examples: ['checkin tenant idp ls --tenant acme'],
  },
  {
    name: 'delete [slug]',
    description: 'permanently delete a tenant and all its data',
    load: () => import('./tenant-delete.ts'),
    examples: ['checkin tenant delete acme --yes', 'checkin tenant delete acme --moved --yes'],
  },
];
