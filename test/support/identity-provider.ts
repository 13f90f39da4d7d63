// A real identity provider for the tests of this place, and a browser's part of signing in there: authorization code, PKCE.
import { createHash, randomBytes } from 'node:crypto';
import { after, before } from 'mocha';
import { startIdentityProvider, type Account, type IdentityProvider } from '../../scripts/stack/identity-provider.ts';

export const audience = 'check-in';
export const clientId = 'page';
export const redirectUri = 'http://127.0.0.1/back';

/** Starts a provider before the tests of this place, and stops it after them. */
export function identityProvider(accounts: Account[]): IdentityProvider {
  const started = {} as IdentityProvider;
  before(async () => {
    const options = { port: 0, clientId, redirectUris: [redirectUri], audience, accounts };
    Object.assign(started, await startIdentityProvider(options));
  });
  after(() => started.stop());
  return started;
}

/** What a browser does without its pages: it keeps cookies, and is told where to go next. */
function openBrowser({ issuer }: Pick<IdentityProvider, 'issuer'>) {
  const cookies = new Map<string, string>();
  return async (address: string, form?: Record<string, string>): Promise<{ next: string; page: string }> => {
    const response = await fetch(new URL(address, issuer), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { next: response.headers.get('location') ?? '', page: await response.text() };
  };
}

/** Goes to the address of an authorization as a browser does, signs in, and returns where it was sent back to. */
export async function goThrough(at: Pick<IdentityProvider, 'issuer'>, address: string, email: string): Promise<string> {
  const ask = openBrowser(at);
  let { next } = await ask(address);
  ({ next } = await ask(next, { email }));
  while (!next.startsWith(redirectUri)) ({ next } = await ask(next));
  return next;
}

/** Signs in as the page does, with the clicks of a person, and returns the tokens. */
export async function signIn(
  at: Pick<IdentityProvider, 'issuer'>,
  email: string,
): Promise<{ access_token: string; id_token: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await goThrough(at, `/auth?${query.toString()}`, email);
  const code = new URL(back).searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: clientId };
  const response = await fetch(`${at.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...exchange, code_verifier: verifier }),
  });
  return (await response.json()) as { access_token: string; id_token: string };
}

/** Enters the code of a device as a person does, who signs in, or refuses. @returns the last page */
export async function enterCode(
  at: Pick<IdentityProvider, 'issuer'>,
  { address, email }: { address: string; email: string | null },
): Promise<string> {
  const ask = openBrowser(at);
  const readForm = (page: string): Record<string, string> =>
    Object.fromEntries(
      [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
  const confirm = await ask('/device', readForm((await ask(address)).page));
  const answer = email === null ? { abort: 'yes' } : { confirm: 'yes' };
  let { next, page } = await ask('/device', { ...readForm(confirm.page), ...answer });
  if (email !== null) ({ next, page } = await ask(next, { email }));
  while (next !== '') ({ next, page } = await ask(next));
  return page;
}
