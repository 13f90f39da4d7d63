// How a file is named in every store: `<tenantId>/<id>.pdf`, of UUIDs and nothing else.

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const uuidPattern = new RegExp(`^${uuid}$`);
const objectKeyPattern = new RegExp(`^(${uuid})/(${uuid})\\.pdf$`);

/** How many files a page of a list holds at most. */
export const pageSize = 500;

/** An id as part of a name. @throws {Error} unless it is a UUID: it becomes part of a path */
export function assertUuid(id: string): string {
  if (!uuidPattern.test(id)) throw new Error('A file is named by UUIDs.');
  return id;
}

/** Whose file this is the name of; null when it is none. */
export function parseObjectKey(name: string): { tenantId: string; id: string } | null {
  const [, tenantId, id] = objectKeyPattern.exec(name) ?? [];
  return tenantId && id ? { tenantId, id } : null;
}
