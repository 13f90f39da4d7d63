// The request headers of endpoints: Idempotency-Key of changes, If-Match of changes of a resource, If-None-Match of
// resources.
import type { Context } from 'koa';
import type { Fault } from '../errors.ts';
import { hasEntityTag, isRead, parseEntityTags, type EntityTags, type Tagged } from './entity-tags.ts';

export type RequestHeaders = {
  idempotencyKey: string | null;
  ifMatch: EntityTags | null;
  ifNoneMatch: EntityTags | null;
};
export type HeaderName = 'Idempotency-Key' | 'If-Match' | 'If-None-Match';

/** Lists the headers that an endpoint heeds. */
export function listHeaderNames(declared: Tagged): HeaderName[] {
  if (isRead(declared)) return hasEntityTag(declared) ? ['If-None-Match'] : [];
  return ['Idempotency-Key', ...(declared.resource && declared.method !== 'POST' ? (['If-Match'] as const) : [])];
}

const keyPattern = /^[ -~]{1,255}$/;
const keyMessage = 'Idempotency-Key must be one header of 1 to 255 printable ASCII characters.';
const tagsMessage = (name: HeaderName): string =>
  `${name} must be "*" or a list of entity tags in double quotes, such as "33a64df5".`;

/** Returns the headers of `names`, and adds a fault for each that is malformed. The others are ignored. */
export function readHeaders({ req }: Context, names: readonly HeaderName[], faults: Fault[]): RequestHeaders {
  const readTags = (name: 'If-Match' | 'If-None-Match'): EntityTags | null => {
    const header = req.headers[name.toLowerCase()] as string | undefined; // Node joins several with commas
    if (header === undefined || !names.includes(name)) return null;
    const tags = parseEntityTags(header);
    if (!tags) faults.push({ parameter: name, message: tagsMessage(name) });
    return tags;
  };
  const readKey = (): string | null => {
    const [key, ...others] = req.headersDistinct['idempotency-key'] ?? [];
    if (key === undefined || !names.includes('Idempotency-Key')) return null;
    if (others.length > 0 || !keyPattern.test(key)) faults.push({ parameter: 'Idempotency-Key', message: keyMessage });
    return key;
  };
  return {
    idempotencyKey: readKey(),
    ifMatch: readTags('If-Match'),
    ifNoneMatch: readTags('If-None-Match'),
  };
}
