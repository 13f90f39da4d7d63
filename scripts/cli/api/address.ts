// Where the API is, and the address of a path there.
import { findStack, noServers } from '../../stack/find-stack.ts';
import { WrongCall } from './wrong-call.ts';

/** What is served beside the version prefix; everything else is below it. */
export const unversioned = /^(access|scim|docs|\.well-known)\/|^(openapi\.json|docs|livez|readyz|metrics)$/;

/**
 * Returns the address of the API without the version prefix: the given one, else PUBLIC_URL, else that of the running stack.
 *
 * @throws {Error} if there is none, or it cannot be one
 */
export function findApi(given: string | undefined): string {
  const address = given || process.env['PUBLIC_URL'] || findStack()?.api.url;
  if (!address) throw new Error(noServers('set CHECKIN_API to the address of an API'));
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('The API needs an address such as https://check-in.example.');
  if (url.username || url.password || url.search || url.hash)
    throw new Error('The address of the API has no user, no query and no fragment.');
  return url.href.replace(/(\/v1)?\/*$/, '');
}

/** Returns the address of a path, with or without the version prefix. @throws {WrongCall} unless it is a path */
export function toAddress(api: string, path: string): URL {
  if (/^[a-z]+:/i.test(path)) throw new WrongCall('give a path, such as /me; --api has the address before it');
  const relative = path.replace(/^\/+/, '');
  const [words = ''] = relative.split(/[?#]/);
  const prefix = /^v1(\/|$)/.test(words) || unversioned.test(words) ? '' : 'v1/';
  return new URL(`${api}/${prefix}${relative}`);
}
