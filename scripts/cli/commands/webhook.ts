// The commands about webhooks.
import type { Entry } from '../command-tree.ts';

export const webhookCommands: Entry[] = [
  {
    name: 'add <url>',
    description: 'create a webhook and print its secret, which is shown only once',
    load: () => import('./webhook-add.ts'),
    examples: ['checkin webhook add https://hr.example/hooks --types user.created,user.deactivated --tenant acme'],
  },
  {
    name: 'ls',
    description: "list a tenant's webhooks",
    load: () => import('./webhook-ls.ts'),
    examples: ['checkin webhook ls --tenant acme'],
  },
  {
    name: 'rm <id>',
    description: 'delete a webhook',
    load: () => import('./webhook-rm.ts'),
    examples: ['checkin webhook rm 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
  },
  {
    name: 'listen <port>',
    description: 'receive events on this machine, verify and print them; until it is interrupted, or --count have come',
    load: () => import('./webhook-listen.ts'),
    examples: ['checkin webhook listen 9099 --secret whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  },
];
