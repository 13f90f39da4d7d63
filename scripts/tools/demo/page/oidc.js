// Signs in at the identity provider of a company, by authorization code with PKCE (RFC 7636), and out again.

const clientId = 'demo-page';
const pageAddress = location.origin + location.pathname;
/** What has begun before the browser left the page. */
const kept = 'sign-in';
/** The person who signed in at a provider. */
let session = null;

const encode = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (one) => ({ '+': '-', '/': '_' })[one] ?? '');
const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));

async function readJson(address, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`The identity provider answers with ${response.status}.`);
  return response.json();
}

/** The issuer of a company's tokens, as the API names it; undefined if it has none. */
export async function findIssuer(slug) {
  const metadata = await readJson(`/.well-known/oauth-protected-resource?tenant=${encodeURIComponent(slug)}`);
  return metadata.authorization_servers?.[0];
}

/** Leaves the page for the provider, which sends the browser back with a code. */
export async function leaveToSignIn(issuer) {
  const provider = await readJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const verifier = random();
  const state = random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(kept, JSON.stringify({ verifier, state, issuer, provider, hash: location.hash }));
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: pageAddress,
    response_type: 'code',
    scope: 'openid email profile',
    prompt: 'login', // a refused person can choose another account
    state,
    code_challenge: encode(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  location.assign(`${provider.authorization_endpoint}?${query}`);
}

/**
 * Exchanges the code that the provider has sent the browser back with. Returns the access token, or null if the browser does
 * not come from there.
 *
 * @throws {Error} if the provider has refused, or the answer is not to what this page has begun
 */
export async function returnFromSignIn() {
  const answer = new URLSearchParams(location.search);
  if (!answer.has('state')) return null;
  const begun = JSON.parse(sessionStorage.getItem(kept) ?? 'null');
  history.replaceState(null, '', pageAddress + (begun?.hash ?? ''));
  sessionStorage.removeItem(kept);
  // RFC 9207: an answer of another provider must not get its code exchanged at this one
  if (answer.get('state') !== begun?.state || answer.get('iss') !== begun.issuer) throw new Error('Sign in again.');
  if (answer.has('error')) throw new Error(`The identity provider refuses: ${answer.get('error_description')}`);
  const tokens = await readJson(begun.provider.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: pageAddress,
      code: answer.get('code'),
      code_verifier: begun.verifier,
    }),
  });
  session = { endAddress: begun.provider.end_session_endpoint, idToken: tokens.id_token };
  return tokens.access_token;
}

/** Leaves the page to sign out at the provider, if the person signed in there. Returns whether the browser leaves. */
export function leaveToSignOut() {
  if (!session) return false;
  const query = new URLSearchParams({ id_token_hint: session.idToken, post_logout_redirect_uri: pageAddress });
  location.assign(`${session.endAddress}?${query}`);
  return true;
}
