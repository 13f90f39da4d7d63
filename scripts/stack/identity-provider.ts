// An identity provider on this machine, as a company would have one: OpenID Connect with authorization code and PKCE, and
// with device codes. Its accounts have no passwords: everybody who reaches it chooses one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { default as Provider, Configuration } from 'oidc-provider';
import { listenLocally } from './ports.ts';

/** `claims` are further ones of the tokens. */
export type Account = { email: string; name: string; claims?: Record<string, unknown> };

export type IdentityProvider = {
  issuer: string;
  /** The private key that it signs with (RS256). */
  key: JWK;
  stop(): Promise<void>;
};

type Options = {
  /** On 127.0.0.1; 0 is any free one. */
  port: number;
  /** The client of the page, which has no secret. */
  clientId: string;
  /** Where the client may have the browser sent back to. */
  redirectUris: string[];
  /** `aud` of the access tokens. */
  audience: string;
  accounts: readonly Account[];
};

const tokenSeconds = 3_600;
const ownResource = 'urn:check-in';
/** What the tokens of a resource may say; with `checkin:write` an assistant may change something. */
const scopes = 'openid email profile checkin:write';

/** `sub` of an account: opaque, and the same after a restart. */
function deriveSubject(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 24);
}

/** Starts it in this process. Keys and sessions are in memory: after a restart everybody signs in again. */
export async function startIdentityProvider(options: Options): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key: JWK = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomUUID() };
  const server = createServer();
  const { url: issuer, stop } = await listenLocally(server, options.port);
  const provider = await withoutAdvice(async () => {
    const { default: OidcProvider } = await import('oidc-provider');
    return new OidcProvider(issuer, configure(options, key));
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const [, uid] = /^\/sign-in\/([\w-]+)$/.exec(request.url ?? '') ?? [];
    if (uid === undefined) return void answer(request, response);
    chooseAccount(provider, options.accounts, request, response).catch((error: Error) => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end(error.message);
    });
  });
  return { issuer, key, stop };
}

function configure({ clientId, redirectUris, audience, accounts }: Options, key: JWK): Configuration {
  const findClaims = (subject: string): Record<string, unknown> => {
    const { email, name, claims } = accounts.find((one) => deriveSubject(one.email) === subject) ?? {
      email: '',
      name: '',
    };
    return { email, email_verified: true, name, ...claims };
  };
  return {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: redirectUris,
        post_logout_redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
      },
    ],
    clientBasedCORS: () => true,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...findClaims(accountId) }) }),
    extraTokenClaims: (_ctx, token) => ('accountId' in token ? findClaims(token.accountId) : undefined),
    features: {
      devInteractions: { enabled: false },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (ctx, form) => {
          ctx.body = page('Code', `${form}<button type="submit" form="op.deviceInputForm">Next</button>`);
        },
        userCodeConfirmSource: (ctx, form, _client, _device, userCode) => {
          const button = '<button autofocus type="submit" form="op.deviceConfirmForm">Yes</button>';
          ctx.body = page('Sign in', `<p>Is ${escape(userCode)} the code that the command shows?</p>${form}${button}`);
        },
        successSource: (ctx) => {
          ctx.body = page('Signed in', '<p>Go back to the command.</p>');
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => ownResource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: tokenSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = page(
            'Sign out',
            `${form}<button autofocus type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
          );
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    // The accounts of a demo have nothing to consent to.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      // Clients of assistants name the address that they call (RFC 8707); the audience is the same.
      const { resource = ownResource } = (ctx.oidc.params ?? {}) as { resource?: string | string[] };
      for (const one of [resource].flat()) grant.addResourceScope(one, scopes);
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: {
      Session: 86_400,
      Grant: 86_400,
      Interaction: 3_600,
      DeviceCode: 600,
      IdToken: tokenSeconds,
      AccessToken: tokenSeconds,
    },
  };
}

/** Shows the accounts, and takes the one that was chosen. */
async function chooseAccount(
  provider: Provider,
  accounts: readonly Account[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response); // refuses requests without a sign-in under way
  if (request.method === 'POST') {
    let body = '';
    for await (const part of request) body += String(part);
    const email = new URLSearchParams(body).get('email') ?? '';
    return provider.interactionFinished(request, response, { login: { accountId: deriveSubject(email) } });
  }
  const buttons = accounts.map(
    ({ email, name }) => `<li><button name="email" value="${escape(email)}">${escape(`${name} (${email})`)}</button>`,
  );
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(
    page(
      'Sign in',
      `<p>An identity provider without passwords.<form method="post"><ul>${buttons.join('')}</ul></form>`,
    ),
  );
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`);

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · identity provider of the demo</title>
<link rel="icon" href="data:,">
<style>:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif } body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
li { margin: .5rem 0 } button { font: inherit; padding: .3rem .6rem }</style>
<h1>${title}</h1>
${content}`;

/** The library prints what production would need. */
async function withoutAdvice<T>(create: () => Promise<T>): Promise<T> {
  const { info, warn } = console;
  console.info = console.warn = () => undefined;
  try {
    return await create();
  } finally {
    Object.assign(console, { info, warn });
  }
}
