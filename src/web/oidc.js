// Signs in at the identity provider of a company, by authorization code with PKCE (RFC 7636), and out again. The page is a public
// client: it has no secret. Tokens are in memory alone, never in an address and never in a storage.

import { t } from './language.js';

/**
 * How the people of a company sign in, as the API says it. `token` names the one that the API takes.
 *
 * @typedef {{ issuer: string, clientId: string, scopes: string, token: 'access_token' | 'id_token' }} Way
 */

/**
 * What the metadata of a provider says (OpenID Connect Discovery 1.0).
 *
 * @typedef {{ issuer: string, authorization_endpoint: string, token_endpoint: string, end_session_endpoint?: string,
 *   authorization_response_iss_parameter_supported?: boolean }} Metadata
 */

/**
 * What has begun before the browser left the page. `hash` is the screen, and `isSilent` says that nobody is to be asked.
 *
 * @typedef {{ way: Way, metadata: Metadata, verifier: string, state: string, nonce: string, hash: string, isSilent: boolean }} Begun
 */

/** The company in the address of the page; empty where it names none. */
export const [slug = ''] = location.pathname.split('/').slice(2);
/** Where the page of a company is. @param {string} name */
export const toCompanyPage = (name) => `/${location.pathname.split('/')[1]}/${encodeURIComponent(name)}`;

/** Where the provider sends the browser back to. */
const pageAddress = location.origin + location.pathname;
const place = 'sign-in';

/** The provider at which the person has signed in. @type {{ way: Way, metadata: Metadata } | null} */
let session = null;

/** @param {Uint8Array} bytes */
const encode = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replace(
    /[+/=]/g,
    (one) => /** @type {Record<string, string>} */ ({ '+': '-', '/': '_' })[one] ?? '',
  );
const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<unknown>}
 */
async function readJson(address, options) {
  const response = await fetch(address, { ...options, credentials: 'omit', redirect: 'error' });
  if (!response.ok) throw new Error(t.signIn.providerSays(response.status));
  return response.json();
}

/** How people of a company sign in. The list is empty if there is no such company, too. @param {string} name */
export async function listWays(name) {
  if (name === '') return [];
  const response = await fetch(`/v1/sign-in/${name}`);
  const answer = /** @type {{ items: Way[], message?: string }} */ (await response.json());
  if (!response.ok) throw new Error(answer.message ?? t.signIn.unreachable);
  return answer.items;
}

/**
 * Reads the metadata of a provider. The policy of the page lets it call the origin of the issuer alone.
 *
 * @param {string} issuer
 * @returns {Promise<Metadata>}
 * @throws {Error} if they are those of another issuer, or tokens come from another origin
 */
async function readMetadata(issuer) {
  const metadata = /** @type {Metadata} */ (
    await readJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  );
  if (metadata.issuer !== issuer) throw new Error(t.signIn.otherIssuer);
  if (new URL(metadata.token_endpoint).origin !== new URL(issuer).origin) throw new Error(t.signIn.otherOrigin);
  return metadata;
}

/** An address to which the browser may go: never a script. @param {string} address */
function toWebAddress(address) {
  const url = new URL(address);
  if (!['https:', 'http:'].includes(url.protocol)) throw new Error(t.signIn.noAddress);
  return url;
}

/**
 * Leaves the page for the provider, which sends the browser back with a code.
 *
 * @param {Way} way
 * @param {'login' | 'none'} [prompt] whether the provider must ask who it is, or must not ask anything
 */
export async function leaveToSignIn(way, prompt) {
  const metadata = await readMetadata(way.issuer);
  const address = toWebAddress(metadata.authorization_endpoint);
  const [verifier, state, nonce] = [random(), random(), random()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  /** @type {Begun} */
  const begun = { way, metadata, verifier, state, nonce, hash: location.hash, isSilent: prompt === 'none' };
  sessionStorage.setItem(place, JSON.stringify(begun));
  const query = {
    client_id: way.clientId,
    redirect_uri: pageAddress,
    response_type: 'code',
    scope: way.scopes,
    state,
    nonce,
    code_challenge: encode(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  location.assign(address.href);
}

/**
 * Exchanges the code that the provider has sent the browser back with. Returns null if the browser does not come from there. The
 * token is null if the provider was not to ask, and nobody is signed in there.
 *
 * @returns {Promise<{ token: string | null } | null>}
 * @throws {Error} if the provider has refused, or the answer is not to what this page has begun
 */
export async function returnFromSignIn() {
  const answer = new URLSearchParams(location.search);
  if (!answer.has('state')) return null;
  const begun = /** @type {Begun | null} */ (JSON.parse(sessionStorage.getItem(place) ?? 'null'));
  history.replaceState(null, '', pageAddress + (begun?.hash ?? '')); // the code is in no history
  sessionStorage.removeItem(place);
  if (begun === null || answer.get('state') !== begun.state) throw new Error(t.signIn.begin);
  const { way, metadata } = begun;
  // RFC 9207: an answer of another provider must not get its code exchanged at this one
  const named = answer.get('iss');
  if (named === null ? metadata.authorization_response_iss_parameter_supported : named !== way.issuer)
    throw new Error(t.signIn.begin);
  if (answer.has('error')) {
    if (begun.isSilent) return { token: null };
    throw new Error(t.signIn.refused(answer.get('error_description') ?? answer.get('error') ?? ''));
  }
  const tokens = /** @type {Record<string, unknown>} */ (
    await readJson(metadata.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: way.clientId,
        redirect_uri: pageAddress,
        code: answer.get('code') ?? '',
        code_verifier: begun.verifier,
      }),
    })
  );
  const asksForId = way.scopes.split(' ').includes('openid');
  if (asksForId) assertOwnIdToken(tokens['id_token'], begun);
  const token = tokens[way.token];
  if (typeof token !== 'string') throw new Error(t.signIn.noToken(way.token));
  session = { way, metadata };
  return { token };
}

/**
 * An ID token that comes from the token endpoint needs no check of its signature (OpenID Connect Core 1.0, 3.1.3.7); the API checks
 * what it is sent.
 *
 * @param {unknown} token
 * @param {Begun} begun
 * @throws {Error} if it answers to another sign-in, or is for another client
 */
function assertOwnIdToken(token, { nonce, way }) {
  const [, payload = ''] = typeof token === 'string' ? token.split('.') : [];
  /** @type {Record<string, unknown>} */
  let claims = {};
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    claims = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // it is no token
  }
  const isOwn =
    claims['nonce'] === nonce && claims['iss'] === way.issuer && [claims['aud']].flat().includes(way.clientId);
  if (!isOwn) throw new Error(t.signIn.begin);
}

/** The provider at which the person has signed in, for a reload of the page. */
export const getIssuer = () => session?.way.issuer ?? null;

/** Leaves the page to sign out at the provider, if the person signed in there. Returns whether the browser leaves. */
export function leaveToSignOut() {
  if (!session?.metadata.end_session_endpoint) return false;
  const address = toWebAddress(session.metadata.end_session_endpoint);
  // not by the ID token: an address is kept in histories and logs
  address.searchParams.set('client_id', session.way.clientId);
  address.searchParams.set('post_logout_redirect_uri', pageAddress);
  location.assign(address.href);
  return true;
}
