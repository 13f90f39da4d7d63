// From attributes and operations of SCIM, in the dialects of Okta and Entra, to what they say about a group.
import { toUuid } from '../../platform/schema/validation.ts';
import { readAttributes, readFields, readOperations } from './patch-operations.ts';
import { failScim } from './scim-error.ts';
import { isAbsent, readText } from './values.ts';

/**
 * What a request says about a group. `members` says of each user whether they are to be a member; also of all others if
 * `isComplete`.
 */
export type GroupInput = {
  displayName?: string;
  externalId?: string | null;
  members: Map<string, boolean>;
  isComplete: boolean;
};

const ignored = /^(schemas|id|meta|urn:.*|members\.(display|type|\$ref))$/;

/**
 * Reads a whole resource, of POST or PUT. Attributes that are not kept are ignored.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export function readGroup(body: unknown): GroupInput {
  const input: GroupInput = { members: new Map(), isComplete: true, externalId: null };
  for (const { path, value } of readAttributes(body)) apply(input, { op: 'add', path, filter: {}, value });
  if (input.displayName === undefined) failScim('invalidValue', 'displayName is missing.');
  return input;
}

/**
 * Reads the operations of a PATCH.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export function readGroupPatch(body: unknown): GroupInput {
  const input: GroupInput = { members: new Map(), isComplete: false };
  for (const { hasPath, ...operation } of readOperations(body)) {
    const isKnown = apply(input, operation);
    if (!isKnown && hasPath) failScim('invalidPath', 'A path names an unknown attribute.');
  }
  return input;
}

type Change = { op: 'add' | 'remove' | 'replace'; path: string; filter: Record<string, unknown>; value: unknown };

/** Returns whether the attribute is known. */
function apply(input: GroupInput, { op, path, filter, value }: Change): boolean {
  if (path === 'displayname') {
    if (op === 'remove') failScim('mutability', 'displayName cannot be removed.');
    input.displayName = readText('displayName', value);
  } else if (path === 'externalid') {
    const isRemoved = op === 'remove' || value === null || value === '';
    input.externalId = isRemoved ? null : readText('externalId', value);
  } else if (path === 'members') changeMembers(input, op, filter, value);
  else return ignored.test(path);
  return true;
}

/** Okta removes by a filter in the path, Entra by a list of values. Without either, all members are removed. */
function changeMembers(input: GroupInput, op: Change['op'], filter: Change['filter'], value: unknown): void {
  const hasFilter = Object.keys(filter).length > 0;
  const replacesAll = op === 'replace' && !hasFilter;
  const removesAll = op === 'remove' && !hasFilter && isAbsent(value);
  if (replacesAll || removesAll) {
    input.members.clear();
    input.isComplete = true;
  }
  for (const member of listNamedMembers(filter, value)) input.members.set(readMember(member), op !== 'remove');
}

function listNamedMembers(filter: Change['filter'], value: unknown): unknown[] {
  if (Object.keys(filter).length > 0) return [filter['value']];
  return isAbsent(value) ? [] : [value].flat();
}

function readMember(member: unknown): string {
  const id = typeof member === 'string' ? member : readFields(member)['value'];
  const userId = typeof id === 'string' ? toUuid(id) : null;
  return userId ?? failScim('invalidValue', 'The value of a member must be the id of a user.');
}
