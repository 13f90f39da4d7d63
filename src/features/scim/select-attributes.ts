// The query parameters `attributes` and `excludedAttributes` (RFC 7644, 3.4.2.5).
import { enterpriseSchema } from './schemas.ts';

export type Selection = { attributes?: string | undefined; excludedAttributes?: string | undefined };

/** Always returned. */
const minimum = ['schemas', 'id'];
const extensionPrefix = enterpriseSchema.toLowerCase();
const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:\w+:/;

/** Returns a resource with the attributes that are asked for. Names that it does not have are ignored. */
export function selectAttributes<Resource extends object>(resource: Resource, selection: Selection): Resource {
  if (!selection.attributes && !selection.excludedAttributes) return resource;
  return filterFields(resource as Record<string, unknown>, '', createChooser(selection)) as Resource;
}

/** Whether an attribute is left out, so that it need not be read. */
export const isExcluded = (name: string, selection: Selection): boolean =>
  !createChooser(selection)(name.toLowerCase());

function createChooser(selection: Selection): (path: string) => boolean {
  const wanted = parseNames(selection.attributes);
  const unwanted = parseNames(selection.excludedAttributes);
  return (path) =>
    wanted.length > 0 ? wanted.some((name) => isRelated(path, name)) : !unwanted.some((name) => isWithin(path, name));
}

function parseNames(list = ''): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase().replace(corePrefix, ''));
  return names.filter(Boolean).map((name) => name.replace(`${extensionPrefix}:`, `${extensionPrefix}.`));
}

const isWithin = (path: string, name: string): boolean => path === name || path.startsWith(`${name}.`);
const isRelated = (path: string, name: string): boolean => isWithin(path, name) || isWithin(name, path);

function filterFields(
  fields: Record<string, unknown>,
  prefix: string,
  isKept: (path: string) => boolean,
): Record<string, unknown> {
  const selected = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const path = prefix + name.toLowerCase();
    if (minimum.includes(path)) return [[name, value]];
    if (!isKept(path)) return [];
    return [[name, filterValue(value, `${path}.`, isKept)]];
  });
  return Object.fromEntries(selected);
}

function filterValue(value: unknown, prefix: string, isKept: (path: string) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part: unknown) => filterValue(part, prefix, isKept));
  return filterFields(value as Record<string, unknown>, prefix, isKept);
}
