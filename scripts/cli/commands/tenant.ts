// checkin tenant …: the commands for tenants.
import type { Entry } from '../command-tree.ts';

export const tenantCommands: Entry[] = [
  {
    name: 'create <slug>',
    description: 'create a tenant; the slug is its short name in commands: lowercase letters, digits, hyphens',
    load: () => import('./tenants.ts'),
    examples: ['checkin tenant create acme --name "Acme Ltd" --timezone Europe/Berlin'],
  },
  {
    name: 'list',
    description: 'list all tenants, by slug',
    load: () => import('./tenants.ts'),
    examples: ['checkin tenant list', 'checkin tenant list --json'],
  },
  {
    name: 'show [slug]',
    description: 'show the settings and the size of a tenant',
    load: () => import('./tenants.ts'),
    examples: ['checkin tenant show acme'],
  },
  {
    name: 'set [slug] [key=value...]',
    description: 'change settings of a tenant, all of them or none; they apply from the next request',
    load: () => import('./tenants.ts'),
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
    load: () => import('./identity-providers.ts'),
    commands: [
      {
        name: 'add <issuer>',
        description: 'let people sign in with tokens of an identity provider',
        examples: [
          'checkin tenant idp add https://acme.okta.com/oauth2/default --audience check-in --person email --tenant acme',
          'checkin tenant idp add https://merged.okta.com --audience check-in --domain merged.example --tenant acme',
          'checkin tenant idp add https://accounts.google.com --audience 1.apps.googleusercontent.com --claim hd=acme.com --tenant acme',
        ],
      },
      {
        name: 'ls',
        description: "list a tenant's identity providers",
        examples: ['checkin tenant idp ls --tenant acme'],
      },
      {
        name: 'refused',
        description: 'list the latest refused sign-ins, with the reason',
        examples: ['checkin tenant idp refused --tenant acme'],
      },
      {
        name: 'rm <id>',
        description: 'let nobody sign in with tokens of an identity provider any more',
        examples: ['checkin tenant idp rm 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
      },
    ],
    examples: ['checkin tenant idp ls --tenant acme'],
  },
  {
    name: 'chat',
    description: 'the address that sends the notifications of a tenant on to its chat program',
    load: () => import('./tenant-chat.ts'),
    commands: [
      {
        name: 'set <url>',
        description: 'send notifications to an address, and print the new secret that signs them',
        examples: ['checkin tenant chat set https://flows.acme.example/chat --tenant acme'],
      },
      {
        name: 'off',
        description: 'send no notifications to chat any more',
        examples: ['checkin tenant chat off --tenant acme'],
      },
    ],
    examples: ['checkin tenant chat off --tenant acme'],
  },
  {
    name: 'delete [slug]',
    description: 'permanently delete a tenant and all its data',
    load: () => import('./tenant-delete.ts'),
    examples: ['checkin tenant delete acme --yes', 'checkin tenant delete acme --moved --yes'],
  },
];
