// checkin access …: who may do what with a resource, and why.
import type { Entry } from '../command-tree.ts';

export const accessCommands: Entry[] = [
  {
    name: 'explain <email> <action> <resource>',
    description:
      'say whether a person may do something with <type>:<id>, and why; a user may be named by e-mail address',
    load: () => import('./access-explain.ts'),
    examples: [
      'checkin access explain ann@acme.example summary:read summary:7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme',
      'checkin access explain ann@acme.example profile:read user:bob@acme.example --tenant acme --as-of 2026-11-01T00:00:00Z',
    ],
  },
  {
    name: 'viewers <resource>',
    description: 'list who may read <type>:<id>, with the rule that permits it',
    load: () => import('./access-viewers.ts'),
    examples: [
      'checkin access viewers summary:7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme',
      'checkin access viewers user:bob@acme.example --action profile:read --tenant acme',
    ],
  },
];
