// Users and groups as resources of SCIM, and the lists of them.
import type { PersonRecord } from '../org/person.ts';
import { defaultCount, enterpriseSchema, groupSchema, listSchema, maxCount, userSchema } from './schemas.ts';

type UserResource = {
  schemas: string[];
  id: string;
  externalId?: string;
  userName: string;
  name?: { givenName?: string; familyName?: string };
  displayName: string;
  title?: string;
  preferredLanguage?: string;
  timezone?: string;
  active: boolean;
  emails: { value: string; type: 'work' }[];
  addresses?: { country: string; region?: string; type: 'work' }[];
  [enterpriseSchema]?: { employeeNumber?: string; department?: string; manager?: { value: string; $ref: string } };
  meta: Meta;
};
type GroupResource = {
  schemas: string[];
  id: string;
  externalId?: string;
  displayName: string;
  members?: { value: string; $ref: string }[];
  meta: Meta;
};
type Meta = { resourceType: string; created: string; lastModified: string; location: string };

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
export function toScimUser(person: PersonRecord, base: string): UserResource {
  const {
    id,
    externalId,
    employeeNumber,
    userName,
    email,
    givenName,
    familyName,
    name,
    jobTitle,
    timezone,
    active,
    manager,
  } = person;
  const { preferredLanguage } = person;
  const department = person.department ?? person.teamDepartment;
  const [country, region] = person.region?.split('-') ?? [];
  const enterprise = {
    ...(employeeNumber !== undefined && { employeeNumber }),
    ...(department !== undefined && { department }),
    ...(manager && { manager: { value: manager.id, $ref: `${base}/Users/${manager.id}` } }),
  };
  const hasEnterprise = Object.keys(enterprise).length > 0;
  return {
    schemas: [userSchema, ...(hasEnterprise ? [enterpriseSchema] : [])],
    id,
    ...(externalId !== undefined && { externalId }),
    userName: userName ?? email,
    ...((givenName !== undefined || familyName !== undefined) && {
      name: { ...(givenName !== undefined && { givenName }), ...(familyName !== undefined && { familyName }) },
    }),
    displayName: name,
    ...(jobTitle !== undefined && { title: jobTitle }),
    ...(preferredLanguage !== undefined && { preferredLanguage }),
    ...(timezone !== undefined && { timezone }),
    active,
    emails: [{ value: email, type: 'work' }],
    ...(country !== undefined && {
      addresses: [{ country, ...(region !== undefined && { region }), type: 'work' as const }],
    }),
    ...(hasEnterprise && { [enterpriseSchema]: enterprise }),
    meta: buildMeta('User', person, `${base}/Users/${id}`),
  };
}

/** @param base the address of the SCIM endpoints */
export function toScimGroup(group: GroupRecord, base: string): GroupResource {
  const { id, externalId, displayName, members } = group;
  return {
    schemas: [groupSchema],
    id,
    ...(externalId !== undefined && { externalId }),
    displayName,
    ...(members.length > 0 && { members: members.map((value) => ({ value, $ref: `${base}/Users/${value}` })) }),
    meta: buildMeta('Group', group, `${base}/Groups/${id}`),
  };
}

function buildMeta(
  resourceType: string,
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
  location: string,
): Meta {
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
