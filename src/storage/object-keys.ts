// Object keys, the same in every storage: `<tenantId>/<id>.pdf`, both UUIDs.
import { isStoredUuid, uuidSource } from '../model/values.ts';

const objectKeyPattern = new RegExp(`^(${uuidSource})/(${uuidSource})\\.pdf$`);

/** The maximum number of files in a page of a list. */
export const pageSize = 500;

/** @throws {Error} if the id is not a UUID in lower case. Ids become part of a path, so nothing else is safe */
export function assertUuid(id: string): string {
  if (!isStoredUuid(id)) throw new Error('The id of a file must be a UUID.');
  return id;
}

/** The ids in an object key; null if it is not a key of this service. */
export function parseObjectKey(key: string): { tenantId: string; id: string } | null {
  const [, tenantId, id] = objectKeyPattern.exec(key) ?? [];
  return tenantId && id ? { tenantId, id } : null;
}
