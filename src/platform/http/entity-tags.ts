// Entity tags (RFC 9110, 8.8.3 and 13.1): which responses have one and which, and the conditions If-Match and If-None-Match.
import { hash } from 'node:crypto';
import type { Endpoint } from './endpoint.ts';

/** The tags of a condition: `*`, or each as it was sent, such as `"a"` or `W/"a"`. */
export type EntityTags = '*' | readonly string[];

/** Whether an endpoint changes nothing. */
export function isRead({ method, safe }: Endpoint): boolean {
  return method === 'GET' || safe === true;
}

/** Whether responses are a single resource: an object that is read, or a change that returns what reading it would. */
export function hasEntityTag({ method, response, etag, resource }: Endpoint): boolean {
  if (method === 'GET') return response['type'] === 'object' && etag !== false;
  return resource !== undefined && resource.read.response === response;
}

const tagDigits = 32;

/** Returns a strong tag of a representation. It is hexadecimal, so that it never ends like a coding (see compress.ts). */
export function computeEntityTag(body: string): string {
  return `"${hash('sha256', body).slice(0, tagDigits)}"`;
}

const tagPattern = /(?:W\/)?"[\x21\x23-\x7e\u0080-\u00ff]*"/g;
/** What `parseEntityTags` accepts, as a pattern for documents. */
export const entityTagsPattern = `^[ \\t]*(\\*|,?[ \\t,]*${tagPattern.source}([ \\t]*,[ \\t,]*${tagPattern.source})*[ \\t,]*)[ \\t]*$`;

/** Parses If-Match or If-None-Match; null if it is malformed. */
export function parseEntityTags(header: string): EntityTags | null {
  if (header.trim() === '*') return '*';
  const tags = header.match(tagPattern);
  const separators = header.split(tagPattern);
  const isList = separators.every((text, index) =>
    (index === 0 || index === separators.length - 1 ? /^[ \t,]*$/ : /^[ \t]*,[ \t,]*$/).test(text),
  );
  return tags && isList ? tags : null;
}

/** Compares as If-None-Match demands: a weak tag equals the strong one. */
export function matchesWeakly(tags: EntityTags, current: string): boolean {
  return tags === '*' || tags.some((tag) => tag.replace(/^W\//, '') === current);
}

/** Strong comparison, as If-Match requires: a weak tag never matches. */
export function matchesStrongly(tags: EntityTags, current: string): boolean {
  return tags === '*' || tags.includes(current);
}
