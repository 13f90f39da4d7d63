// The commands about the identity providers of a tenant.
import type { Entry } from '../command-tree.ts';

export const identityProviderCommands: Entry[] = [
  {
    name: 'add <issuer>',
    description: 'let people sign in with tokens of an identity provider',
    load: () => import('./tenant-idp-add.ts'),
    examples: [
      'checkin tenant idp add https://acme.okta.com/oauth2/default --audience check-in --person email --tenant acme',
      'checkin tenant idp add https://accounts.google.com --audience 1.apps.googleusercontent.com --claim hd=acme.com --tenant acme',
    ],
  },
  {
    name: 'ls',
    description: "list a tenant's identity providers",
    load: () => import('./tenant-idp-ls.ts'),
    examples: ['checkin tenant idp ls --tenant acme'],
  },
  {
    name: 'rm <id>',
    description: 'let nobody sign in with tokens of an identity provider any more',
    load: () => import('./tenant-idp-rm.ts'),
    examples: ['checkin tenant idp rm 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
  },
];
