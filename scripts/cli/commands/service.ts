// The commands about the tokens of services.
import type { Entry } from '../command-tree.ts';

export const serviceCommands: Entry[] = [
  {
    name: 'create <name>',
    description: 'create a token for a service, such as a directory, and print it; it is shown only once',
    load: () => import('./service-create.ts'),
    examples: [
      'checkin service create okta --scope scim --tenant acme',
      'checkin service create intranet --scope notifications:dispatch changes:read --days 90 --tenant acme',
    ],
  },
  {
    name: 'ls',
    description: "list the tokens of a tenant's services, with their last use",
    load: () => import('./service-ls.ts'),
    examples: ['checkin service ls --tenant acme'],
  },
  {
    name: 'revoke <id>',
    description: 'end a token with the next request',
    load: () => import('./service-revoke.ts'),
    examples: ['checkin service revoke 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
  },
];
