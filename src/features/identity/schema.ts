// Schemas of identity providers and of the identities that people sign in with.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds } from '../../platform/schema/examples.ts';
import {
  field,
  openEnum,
  withName,
  Timestamp,
  Uuid,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

/**
 * How a person is found at the first sign-in: by an address that the provider has verified, or by a claim that is their
 * external id. `upn`, `preferred_username` and an address that is not verified can be set to anything by whoever runs
 * another tenant of the same provider.
 */
export const personClaims = ['email', 'externalId', 'oid', 'sub'] as const;
export type PersonClaim = (typeof personClaims)[number];

const Text = Type.String({ format: 'text', minLength: 1, maxLength: 255 });
const providerFields = {
  issuer: field(
    Type.String({ format: 'text', minLength: 1, maxLength: 1_000 }),
    'Issuer as in its metadata and tokens: https, without query; neither private nor local',
    'https://fjordware.okta.example/oauth2/default',
  ),
  audience: field(Text, '`aud` of the tokens: the client id, or the name of this API at the provider', 'check-in'),
  tenantClaim: optionalField(
    Text,
    'Claim that tells the tenants of the issuer apart, such as `tid`, `org_id` or `hd`',
    'org_id',
  ),
  tenantValue: optionalField(Text, 'Value of tenantClaim for this tenant', 'org_Fjordware'),
  personClaim: field(
    withName('PersonClaim', openEnum(...personClaims)),
    'How the first sign-in finds the person: by `email`, if the provider has verified it, or by a claim with the external id',
    'email',
  ),
};

export const IdentityProviderInput = namedObject('IdentityProviderInput', providerFields);
export type IdentityProviderInput = Static<typeof IdentityProviderInput>;

export const IdentityProviderRegistration = namedObject('IdentityProviderRegistration', {
  ...providerFields,
  token: field(
    Type.String({ format: 'text', minLength: 1, maxLength: 16_000 }),
    'Token that the provider has just issued to you, as it will to everybody who signs in here. It proves that you are one of its people',
    'eyJhbGciOiJSUzI1NiIs…',
  ),
});

export const IdentityProvider = namedObject('IdentityProvider', {
  id: field(Uuid, 'Id of the provider', exampleIds.identityProvider),
  ...providerFields,
  createdAt: field(Timestamp, 'Time of creation'),
});
export type IdentityProvider = Static<typeof IdentityProvider>;

export const Identity = namedObject('Identity', {
  id: field(Uuid, 'Id of the identity', exampleIds.identity),
  issuer: providerFields.issuer,
  subject: field(Text, '`sub` of the tokens', '00u1fjordware'),
  userId: field(Uuid, 'The user', exampleIds.employee),
  status: field(
    withName('IdentityStatus', openEnum('bound', 'unbound')),
    'Whether the subject signs in as the user; one that is unbound is not bound to this user again but by an admin',
    'bound',
  ),
  boundAt: field(Timestamp, 'Time of the first sign-in as this user'),
  unboundAt: optionalField(Timestamp, 'Time of unbinding'),
});
export type Identity = Static<typeof Identity>;
