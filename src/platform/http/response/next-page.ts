// The header Link of a page of a list, which leads to the next page (RFC 8288).
import type { Endpoint } from '../endpoint.ts';

/** Whether an endpoint answers a list in pages, whose next one a parameter `cursor` reads. */
export const isInPages = ({ method, query }: Endpoint): boolean =>
  method === 'GET' && query?.properties['cursor'] !== undefined;

/**
 * Returns the link from a page to the next one; null if there is none. A list that goes on later says by `hasMore` whether there is more now.
 * The address is the query alone, with all other parameters as they were sent. It is right wherever the client found this page: no name of
 * a host or of a path is in it.
 *
 * @param querystring that of the request
 */
export function linkNextPage(querystring: string, page: object): string | null {
  const { nextCursor, hasMore } = page as { nextCursor?: unknown; hasMore?: unknown };
  if (typeof nextCursor !== 'string' || hasMore === false) return null;
  const query = new URLSearchParams(querystring);
  query.set('cursor', nextCursor);
  return `<?${query.toString()}>; rel="next"`;
}
