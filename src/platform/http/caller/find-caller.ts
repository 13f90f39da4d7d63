// Finds the caller of an access token. A token proves caller and tenant only.
import { hash } from 'node:crypto';
import { serviceScopes } from '../../access/permissions.ts';
import { ApiError, fail } from '../../errors.ts';
import { toUuid } from '../../schema/validation.ts';
import { createFalseTokens } from './false-tokens.ts';
import { createAcceptedTokens } from './accepted-tokens.ts';
import {
  createTokenVerifier,
  isExpired,
  hasAudience,
  type Claims,
  type KeySource,
  type TakeTurn,
} from './verify-token.ts';
import type { Caller, Grant } from '../caller.ts';

/** `findCaller` gets the claims of a token that is signed by the issuer and has not expired. */
type TokenIssuer = { keys: KeySource; findCaller(claims: Claims): Promise<Caller> | Caller };
/** Finds the issuer that a token names, before it is verified. */
export type FindIssuer = (issuer: string) => Promise<TokenIssuer | null> | TokenIssuer | null;
/** Finds the service of an opaque token; null for one that is unknown, revoked or expired, and for any other text. */
export type FindService = (token: string) => Promise<Caller | null>;
/**
 * How people sign in on a page: at an issuer, as a client without a secret, which asks for these scopes. `token` names the token of the
 * provider's answer that this service lets in.
 */
export type SignInWay = { issuer: string; clientId: string; scopes: string; token: 'access_token' | 'id_token' };
/**
 * Who is let in beside holders of our own tokens. `listIssuers` lists the identity providers, of one tenant by its slug. `listWays` lists
 * how the people of a tenant sign in on a page; it is empty for any other text.
 */
export type SignIn = {
  findIssuer: FindIssuer;
  findService: FindService;
  listIssuers(tenant?: string): Promise<string[]>;
  listWays(tenant: string): Promise<SignInWay[]>;
};

/** Our own tokens, and what people and services of tenants sign in with. */
type Admission = { keys: KeySource; token: { issuer: string; audience: string }; signIn: SignIn };
/** Finds the caller of a token that was sent from an address. */
export type FindCaller = (token: string, address: string) => Promise<Caller>;

/** What all opaque tokens of services have for an issuer. */
const services = 'services';

/**
 * Creates the function that finds the caller of a token. False ones are limited, by addresses and issuers; those that were
 * let in before are not concerned.
 *
 * @throws {ApiError} (the function) UNAUTHENTICATED, RATE_LIMITED, AUTH_UNAVAILABLE
 */
export function createCallerFinder({ keys, token, signIn }: Admission): FindCaller {
  const falseTokens = createFalseTokens();
  const accepted = createAcceptedTokens();
  const own: TokenIssuer = {
    keys,
    findCaller: (claims) => (hasAudience(token.audience, claims) ? parseCaller(claims) : fail('UNAUTHENTICATED')),
  };
  const findIssuer: FindIssuer = (issuer) => (issuer === token.issuer ? own : signIn.findIssuer(issuer));
  const verify = createTokenVerifier(
    async ({ iss }) => (typeof iss === 'string' ? await findIssuer(iss) : null) ?? fail('UNAUTHENTICATED'),
  );
  async function findSigned(token: string, takeTurn: TakeTurn): Promise<Caller> {
    const { claims, issuer } = await verify(token, takeTurn).catch(failUnauthenticated);
    const caller = await issuer.findCaller(claims);
    return caller.kind === 'user' ? { ...caller, grant: readGrant(claims) } : caller;
  }
  /** Looked up with each request, in turn if the token is new. */
  async function findService(token: string, takeTurn: TakeTurn | null): Promise<Caller> {
    const find = async (): Promise<Caller> => (await signIn.findService(token)) ?? fail('UNAUTHENTICATED');
    return takeTurn ? takeTurn(services, find) : find();
  }

  return async (text, address) => {
    const id = hash('sha256', text, 'base64');
    const isNew = !accepted.has(id);
    if (isNew) falseTokens.assertRoom(address);
    const takeTurn = falseTokens.turnsOf(address);
    // a signed token has parts, one of a service has none
    const found = text.includes('.') ? findSigned(text, takeTurn) : findService(text, isNew ? takeTurn : null);
    const caller = await found.catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED')) throw error;
      accepted.delete(id);
      if (error.challenge !== expiredChallenge) falseTokens.count(address);
      throw error;
    });
    accepted.add(id);
    return caller;
  };
}

/** Our own tokens: `sub` is the id of a user, or `service:<name>` with `scope`; `tenant` is the id of the tenant. */
function parseCaller({ sub, tenant, scope }: Claims): Caller {
  const tenantId = typeof tenant === 'string' ? toUuid(tenant) : null;
  if (typeof sub !== 'string' || tenantId === null) return fail('UNAUTHENTICATED');
  if (sub.startsWith('service:') && typeof scope === 'string') {
    const scopes = serviceScopes.filter((name) => scope.split(' ').includes(name));
    return { kind: 'service', tenantId, name: sub.slice('service:'.length), scopes };
  }
  return { kind: 'user', tenantId, userId: toUuid(sub) ?? fail('UNAUTHENTICATED') };
}

/** The claims that name the client, and those that list scopes, at the usual providers. */
const clientClaims = ['azp', 'client_id', 'cid', 'appid'] as const;
const scopeClaims = ['scope', 'scp'] as const;
const clientPattern = /^[!-~]{1,255}$/;

/** A scope claim is a text with spaces (RFC 9068, 2.2.3), or a list. A client whose name is no plain text is not named. */
function readGrant(claims: Claims): Grant {
  const client = clientClaims.map((name) => claims[name]).find((value) => value !== undefined);
  const scopes = scopeClaims.flatMap((name) => {
    const value = claims[name];
    return typeof value === 'string'
      ? value.split(' ')
      : Array.isArray(value)
        ? value.filter((one) => typeof one === 'string')
        : [];
  });
  return { client: typeof client === 'string' && clientPattern.test(client) ? client : null, scopes };
}

const expiredChallenge = 'Bearer error="invalid_token", error_description="The access token expired"';

/**
 * Every invalid token gets the same message. The challenge says so if the token has expired, because its client can
 * renew it (RFC 6750, 3). A key source that is down does not make a token invalid.
 */
function failUnauthenticated(error: unknown): never {
  if (error instanceof ApiError) throw error;
  return fail('UNAUTHENTICATED', undefined, isExpired(error) ? { challenge: expiredChallenge } : {});
}
