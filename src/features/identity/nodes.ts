// The nodes of signing in: identity providers, who people are to them, and tokens of services.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const identityNodes = {
  IdentityProvider: {
    holds: 'An identity provider of the organisation.',
    most: { ofTenant: '`maxProviders` 10' },
    hasPersonalText: false,
    erased: 'it is about nobody',
    exported: 'an address of the organisation',
    kept: 'until an admin deletes it',
    archived: {},
    notFound: { codes: ['PROVIDER_NOT_FOUND'] },
  },
  Identity: {
    holds: 'A subject of an identity provider, and the person it signs in.',
    most: {
      ofPerson: 'one bound identity of each provider, and those that admins have unbound',
      ofTenant: 'as many as its people have',
    },
    hasPersonalText: true,
    erased: { by: ['identity/erase_person'] },
    exported: {
      by: ['identity/export_person'],
      sections: {
        identities: {
          title: { en: 'Sign-in', de: 'Anmeldung' },
          about: {
            en: 'Identity providers, and who you are to them.',
            de: 'Identitätsanbieter, und wer Sie bei ihnen sind.',
          },
        },
      },
    },
    kept: 'until the person is erased',
    archived: {},
    notFound: { codes: ['IDENTITY_NOT_FOUND'] },
  },
  ServiceToken: {
    holds: 'A token of a service, as a hash.',
    most: { ofTenant: 'the operator makes them' },
    hasPersonalText: false,
    erased: 'it is about nobody',
    exported: 'a name and a hash',
    kept: 'until the operator revokes it; an import of an archive deletes it',
    archived: {},
  },
} as const satisfies NodeTable;
