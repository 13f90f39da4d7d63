// Signing in at the company's identity provider with a code to enter in a browser (RFC 8628), and the token that is kept.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stateDir, writePrivate } from '../stack/state.ts';

type Kept = { token: string; expiresAt: number };
type Metadata = { issuer: string; device_authorization_endpoint?: string; token_endpoint: string };
type Device = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  expires_in: number;
  interval?: number;
};
type Answer = { error?: string; error_description?: string; access_token?: string; id_token?: string };
/** `clientId` and `scope` belong to a client that the provider allows to sign in by device code. */
type Client = { issuer: string; audience: string; clientId: string; scope: string };

const answerWithinMs = 10_000;
const slowerByMs = 5_000;
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
const file = (): string => path.join(stateDir(), 'sign-in.json');

/**
 * The token of the person who runs commands: CHECKIN_TOKEN, else that of `checkin sign-in`.
 *
 * @throws {Error} when the sign-in has ended: the command of a person does not become one of the operator
 */
export function readToken(): string | undefined {
  if (process.env['CHECKIN_TOKEN']) return process.env['CHECKIN_TOKEN'];
  let kept: Kept;
  try {
    kept = JSON.parse(readFileSync(file(), 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file()} cannot be read: run "checkin sign-out".`, { cause: error });
  }
  if (kept.expiresAt > Date.now()) return kept.token;
  throw new Error('Your sign-in has ended: run "checkin sign-in" again, or "checkin sign-out".');
}

/** Keeps a token for the commands of this checkout, readable by its owner only. @returns when it expires */
export async function keepToken(token: string): Promise<Date> {
  const { decodeJwt } = await import('jose'); // late: every command loads this file
  const expiresAt = (decodeJwt(token).exp ?? 0) * 1_000;
  mkdirSync(stateDir(), { recursive: true });
  writePrivate(file(), JSON.stringify({ token, expiresAt } satisfies Kept));
  return new Date(expiresAt);
}

export function forgetToken(): void {
  rmSync(file(), { force: true });
}

/**
 * Signs in: asks for a code, prints where to enter it, and waits for the person.
 *
 * @returns the access token, or the ID token if that one is for this service
 * @throws {Error} if the provider has no such sign-in, the person refuses, or the time is over
 */
export async function signInByCode(
  { issuer, audience, clientId, scope }: Client,
  tell: (line: string) => void,
  wait: (ms: number) => Promise<unknown>,
): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = await ask<Metadata>(address);
  if (metadata.issuer !== issuer) throw new Error(`${address} is of another issuer.`);
  const { device_authorization_endpoint: start, token_endpoint: tokens } = metadata;
  if (start === undefined) throw new Error(`${issuer} has no sign-in by device code; set CHECKIN_TOKEN instead.`);
  const device = await ask<Device & Answer>(start, { client_id: clientId, scope });
  if (device.error !== undefined) throw refusal(device);
  tell(`Open ${device.verification_uri} and enter ${device.user_code}`);
  if (device.verification_uri_complete) tell(`or open ${device.verification_uri_complete}`);
  let pauseMs = (device.interval ?? 5) * 1_000;
  for (let leftMs = device.expires_in * 1_000; leftMs > 0; leftMs -= pauseMs) {
    await wait(pauseMs);
    const poll = { grant_type: grantType, device_code: device.device_code, client_id: clientId };
    const answer = await ask<Answer>(tokens, poll);
    if (answer.error === 'slow_down') pauseMs += slowerByMs;
    else if (answer.error === undefined) return chooseToken(answer, audience);
    else if (answer.error !== 'authorization_pending') throw refusal(answer);
  }
  throw new Error('Nobody entered the code in time.');
}

async function chooseToken({ access_token, id_token }: Answer, audience: string): Promise<string> {
  const { decodeJwt } = await import('jose');
  const isOurs = (token: string): boolean => {
    try {
      return [decodeJwt(token).aud].flat().includes(audience);
    } catch {
      return false; // an opaque one
    }
  };
  const token = [access_token, id_token].find((one) => one !== undefined && isOurs(one));
  if (token === undefined) throw new Error(`The provider gave no token for the audience ${audience}; see --scope.`);
  return token;
}

const refusal = ({ error = '', error_description: why }: Answer): Error =>
  new Error(`The provider refuses: ${why ? `${error} (${why})` : error}.`);

/** Reads JSON, also of an error. */
async function ask<T>(address: string, form?: Record<string, string>): Promise<T> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const response = await fetch(address, { ...init, signal, redirect: 'error' });
    return (await response.json()) as T;
  } catch (error) {
    throw new Error(`The identity provider does not answer at ${address}.`, { cause: error });
  }
}
