// Schemas of identity providers and of the identities that people sign in with.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds, examplePeople } from '../../platform/schema/examples.ts';
import { UserRef } from '../../platform/schema/people.ts';
import {
  field,
  openEnum,
  orNull,
  strictObject,
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

/** How long the id of a client can be. */
export const maxClientId = 255;
/** What the web app asks a provider for. */
export const defaultScopes = 'openid email profile';
/** Scopes of OAuth 2.0 (RFC 6749, 3.3). */
const scopeList = '^[!#-\\[\\]-~]+( [!#-\\[\\]-~]+)*$';
export const isScopeList = (text: string): boolean => text.length <= 255 && new RegExp(scopeList).test(text);

const emailDomain = '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$';
/** To how many domains a provider can be limited. */
export const maxEmailDomains = 20;
export const isEmailDomain = (text: string): boolean => text.length <= 253 && new RegExp(emailDomain).test(text);

const Text = Type.String({ format: 'text', minLength: 1, maxLength: 255 });
const ClientId = Type.String({ format: 'text', minLength: 1, maxLength: maxClientId });
const Scopes = Type.String({ pattern: scopeList, minLength: 1, maxLength: 255 });
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
  emailDomains: optionalField(
    Type.Array(Type.String({ pattern: emailDomain, minLength: 1, maxLength: 253 }), {
      minItems: 1,
      maxItems: maxEmailDomains,
    }),
    'Domains that the address of a person must have whom the provider signs in for the first time; default: any. Of a merged company: only its own',
    ['fjordware.example'],
  ),
  clientId: optionalField(
    ClientId,
    'Id of the client without a secret that the provider has for the web app: people sign in there by authorization code with PKCE. Default: they cannot',
    '0oa1fjordware',
  ),
  scopes: optionalField(
    Scopes,
    `Scopes that the web app asks for, separated by spaces; default \`${defaultScopes}\``,
    'openid email checkin',
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

/** What is left out stays; null removes it. */
export const IdentityProviderChange = withName(
  'IdentityProviderChange',
  Type.Object(
    {
      clientId: optionalField(
        orNull(ClientId),
        'Id of the client of the web app, or null for none: nobody signs in on its page then. Without a client there are no scopes',
        '0oa1fjordware',
      ),
      scopes: optionalField(
        orNull(Scopes),
        `Scopes that the web app asks for, or null for \`${defaultScopes}\``,
        'openid email checkin',
      ),
    },
    { ...strictObject, minProperties: 1 },
  ),
);
export type IdentityProviderChange = Static<typeof IdentityProviderChange>;

export const IdentityProvider = namedObject('IdentityProvider', {
  id: field(Uuid, 'Id of the provider', exampleIds.identityProvider),
  ...providerFields,
  createdAt: field(Timestamp, 'Time of creation'),
});
export type IdentityProvider = Static<typeof IdentityProvider>;

/**
 * Why a valid token is refused. What its person lacks is found out when the refusal is noted, by cypher/identity/note_refusal.cypher.
 */
export const refusalReasons = {
  no_claim: 'the token has no claim `personClaim`, or it is no text',
  not_verified: 'the provider does not say that the address is verified',
  unknown: 'nobody has this address or external id',
  left: 'the person has left',
  other_domain: 'the address is of none of the `emailDomains`',
  other_subject: 'the person is bound to another subject of the issuer: unbind it first',
  unbound: 'an admin has unbound the subject from the person: bind it again',
  waits: 'another admin has to approve the first sign-in',
} as const;
export type RefusalReason = keyof typeof refusalReasons;

export const RefusedSignIn = namedObject('RefusedSignIn', {
  at: field(
    Timestamp,
    'Time of the latest refusal; a subject that is refused again within a minute is not noted again',
  ),
  reason: field(
    withName('RefusalReason', openEnum(...(Object.keys(refusalReasons) as RefusalReason[]))),
    `Why: ${Object.entries(refusalReasons)
      .map(([reason, meaning]) => `\`${reason}\`, ${meaning}`)
      .join('; ')}`,
    'not_verified',
  ),
  subject: field(
    Type.String({ format: 'text', maxLength: 32 }),
    'Hash of issuer and subject, as in the audit log',
    '9f2c…',
  ),
  user: optionalField(UserRef, 'Whom the token means; absent where nobody is meant', examplePeople.employee),
});
export type RefusedSignIn = Static<typeof RefusedSignIn>;

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
