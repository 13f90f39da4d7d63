// Finds the caller of an access token. A token proves caller and tenant only.
import { hash } from 'node:crypto';
import { serviceScopes } from '../../access/permissions.ts';
import { ApiError, fail } from '../../errors.ts';
import { toUuid } from '../../schema/validation.ts';
import { createFalseTokens } from './false-tokens.ts';
import { createLetIn } from './let-in.ts';
import { createTokenVerifier, isExpired, isFor, type Claims, type KeySource, type TakeTurn } from './verify-token.ts';
import type { Caller } from './caller.ts';

/** `findCaller` gets the claims of a token that is signed by the issuer and has not expired. */
type TokenIssuer = { keys: KeySource; findCaller(claims: Claims): Promise<Caller> | Caller };
/** Finds the issuer that a token names, before it is verified. */
export type FindIssuer = (issuer: string) => Promise<TokenIssuer | null> | TokenIssuer | null;
/** Finds the service of an opaque token; null for one that is unknown, revoked or expired, and for any other text. */
export type FindService = (token: string) => Promise<Caller | null>;
/** Who is let in beside holders of our own tokens. `listIssuers` lists the identity providers, of one tenant by its slug. */
export type SignIn = {
  findIssuer: FindIssuer;
  findService: FindService;
  listIssuers(tenant?: string): Promise<string[]>;
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
  const letIn = createLetIn();
  const own: TokenIssuer = {
    keys,
    findCaller: (claims) => (isFor(token.audience, claims) ? parseCaller(claims) : fail('UNAUTHENTICATED')),
  };
  const findIssuer: FindIssuer = (issuer) => (issuer === token.issuer ? own : signIn.findIssuer(issuer));
  const verify = createTokenVerifier(
    async ({ iss }) => (typeof iss === 'string' ? await findIssuer(iss) : null) ?? fail('UNAUTHENTICATED'),
  );
  async function findSigned(token: string, takeTurn: TakeTurn): Promise<Caller> {
    const { claims, issuer } = await verify(token, takeTurn).catch(failUnauthenticated);
    return issuer.findCaller(claims);
  }
  /** Looked up with each request, in turn if the token is new. */
  async function findService(token: string, takeTurn: TakeTurn | null): Promise<Caller> {
    const find = async (): Promise<Caller> => (await signIn.findService(token)) ?? fail('UNAUTHENTICATED');
    return takeTurn ? takeTurn(services, find) : find();
  }

  return async (text, address) => {
    const id = hash('sha256', text, 'base64');
    const isNew = !letIn.has(id);
    if (isNew) falseTokens.assertRoom(address);
    const takeTurn = falseTokens.turnsOf(address);
    // a signed token has parts, one of a service has none
    const found = text.includes('.') ? findSigned(text, takeTurn) : findService(text, isNew ? takeTurn : null);
    const caller = await found.catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED')) throw error;
      letIn.delete(id);
      if (error.challenge !== expiredChallenge) falseTokens.count(address);
      throw error;
    });
    letIn.add(id);
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

const expiredChallenge = 'Bearer error="invalid_token", error_description="The access token expired"';

/**
 * Every invalid token gets the same message. The challenge says so if the token has expired, because its client can
 * renew it (RFC 6750, 3). A key source that is down does not make a token invalid.
 */
function failUnauthenticated(error: unknown): never {
  if (error instanceof ApiError) throw error;
  return fail('UNAUTHENTICATED', undefined, isExpired(error) ? { challenge: expiredChallenge } : {});
}
