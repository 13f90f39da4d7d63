// Users and groups as resources of SCIM, and the lists of them.
import { dropAbsent } from '../../platform/lib/fields.ts';
import type { PersonRecord } from '../organisation/people/person.ts';
import { defaultCount, enterpriseSchema, groupSchema, listSchema, maxCount, userSchema } from './schemas.ts';

/** A group as the database returns it. */
export type GroupRecord = {
  id: string;
  displayName: string;
  externalId?: string;
  createdAt: string;
  updatedAt: string;
  members: string[];
};

/** @param base the address of the SCIM endpoints */
export function toScimUser(person: PersonRecord, base: string) {
  const { id, externalId, employeeNumber, userName, email, givenName, familyName, name, jobTitle, manager } = person;
  const { preferredLanguage, timezone, active } = person;
  const [country, region] = person.region?.split('-') ?? [];
  const enterprise = noneIfEmpty({
    employeeNumber,
    department: person.department ?? person.teamDepartment,
    manager: manager && { value: manager.id, $ref: `${base}/Users/${manager.id}` },
  });
  return dropAbsent({
    schemas: [userSchema, ...(enterprise ? [enterpriseSchema] : [])],
    id,
    externalId,
    userName: userName ?? email,
    name: noneIfEmpty({ givenName, familyName }),
    displayName: name,
    title: jobTitle,
    preferredLanguage,
    timezone,
    active,
    emails: [{ value: email, type: 'work' }],
    addresses: country === undefined ? undefined : [dropAbsent({ country, region, type: 'work' })],
    [enterpriseSchema]: enterprise,
    meta: buildMeta('User', person, `${base}/Users/${id}`),
  });
}

/** A complex attribute; undefined if it has no part. */
function noneIfEmpty(parts: object): object | undefined {
  const present = dropAbsent(parts);
  return Object.keys(present).length > 0 ? present : undefined;
}

/** @param base the address of the SCIM endpoints */
export function toScimGroup(group: GroupRecord, base: string) {
  const { id, externalId, displayName } = group;
  const members = group.members.map((value) => ({ value, $ref: `${base}/Users/${value}` }));
  return dropAbsent({
    schemas: [groupSchema],
    id,
    externalId,
    displayName,
    members: members.length > 0 ? members : undefined,
    meta: buildMeta('Group', group, `${base}/Groups/${id}`),
  });
}

function buildMeta(
  resourceType: string,
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
  location: string,
) {
  return { resourceType, created: createdAt, lastModified: updatedAt, location };
}

/** `startIndex` counts from 1; smaller values count as 1, and a negative `count` as 0 (RFC 7644, 3.4.2.4). */
type Paging = { startIndex?: number | undefined; count?: number | undefined };

/** The places of a page: from `start`, counted from 0, to before `end`. */
export function toRange({ startIndex = 1, count = defaultCount }: Paging): { start: number; end: number } {
  const start = Math.min(Math.max(startIndex, 1), Number.MAX_SAFE_INTEGER) - 1;
  return { start, end: start + Math.min(Math.max(count, 0), maxCount) };
}

export function toList<Resource>(total: number, start: number, resources: Resource[]) {
  const counts = { totalResults: total, startIndex: start + 1, itemsPerPage: resources.length };
  return { schemas: [listSchema], ...counts, Resources: resources };
}
