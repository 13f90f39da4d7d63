// Finds, creates, changes and deletes the people of a tenant for a directory.
import { ApiError, fail } from '../errors.ts';
import type { AtomicGraph, Graph } from '../graph/client.ts';
import { lockPerson, writePerson, type ChangeContext, type LockedFacts } from '../org/change-person.ts';
import type { PersonChange, PersonRecord } from '../org/person.ts';
import { isAddress } from '../org/row-faults.ts';
import { createRepeatableIds } from '../repeatable-ids.ts';
import { compileFilter, findAnchors, type FilterAttributes } from './filter.ts';
import { buildPersonChange, type PersonState } from './person-change.ts';
import type { UserInput } from './read-user.ts';
import { enterpriseSchema } from './schemas.ts';
import { failScim } from './scim-error.ts';

type Context = Pick<ChangeContext, 'now' | 'newId'>;
type Range = { start: number; end: number };
type UserPage = { total: number; people: PersonRecord[] };

const text = (name: string): FilterAttributes[string] => ({ name, kind: 'text' });
const exact = (name: string): FilterAttributes[string] => ({ name, kind: 'exact' });
/** Entra leaves out the name of the schema where it looks for a manager. */
const namedShort = (name: string, attribute: FilterAttributes[string]): FilterAttributes => ({
  [name]: attribute,
  [`${enterpriseSchema.toLowerCase()}:${name}`]: attribute,
});
const attributes: FilterAttributes = {
  id: exact('id'),
  externalid: exact('externalId'),
  username: text('userName'),
  displayname: text('displayName'),
  'name.formatted': text('displayName'),
  'name.givenname': text('givenName'),
  'name.familyname': text('familyName'),
  title: text('title'),
  active: { name: 'active', kind: 'boolean' },
  emails: text('email'),
  'emails.value': text('email'),
  'emails.type': text('emailType'),
  ...namedShort('department', text('department')),
  ...namedShort('manager', exact('manager')),
  ...namedShort('manager.value', exact('manager')),
  'meta.created': { name: 'created', kind: 'time' },
  'meta.lastmodified': { name: 'lastModified', kind: 'time' },
};
const indexed = ['id', 'userName', 'email', 'externalId'];

/**
 * Returns a page of the people that satisfy a filter, by e-mail address. People whom a directory has deleted are left out.
 *
 * @throws {ApiError} VALIDATION_ERROR with `invalidFilter`
 */
export function listUsers(graph: Graph, filterText: string | undefined, range: Range): Promise<UserPage> {
  const filter = filterText === undefined ? null : compileFilter(filterText, attributes);
  const anchors = filter && findAnchors(filter, indexed);
  return anchors
    ? graph.one<UserPage>('scim/find_users', { filter, anchors, ...range })
    : graph.one<UserPage>('scim/list_users', { filter, ...range });
}

/** @throws {ApiError} USER_NOT_FOUND, also for people whom a directory has deleted */
export async function findUser(graph: Graph, id: string): Promise<PersonRecord> {
  const anchors = { id: [id], userName: [], email: [], externalId: [] };
  const { people } = await graph.one<UserPage>('scim/find_users', { filter: null, anchors, start: 0, end: 1 });
  return people[0] ?? fail('USER_NOT_FOUND');
}

/**
 * Creates a person, or brings back one with the same user name, address or external id whom a directory has deleted. A
 * deleted person with another external id is not brought back: an admin activates or erases them first.
 *
 * @throws {ApiError} USER_EXISTS, VALIDATION_ERROR, REPORTING_CYCLE
 */
export async function createUser(graph: Graph, input: UserInput, { now, newId }: Context): Promise<PersonRecord> {
  const [newUserId, ids] = [newId(), createRepeatableIds(newId)];
  return graph.atomically(async (tx) => {
    let [userId, facts] = [newUserId, await lock(tx, newUserId, input)];
    const owners = [facts.emailOwnerId, facts.userNameOwnerId, facts.externalIdOwnerId].filter((id) => id !== null);
    const [ownerId] = owners;
    if (ownerId !== undefined && ownerId !== newUserId) {
      [userId, facts] = [ownerId, await lock(tx, ownerId, input)];
      if (isVisible(facts.person) || isAnother(facts.person, input)) fail('USER_EXISTS');
    }
    return change(tx, userId, facts, { ...emptyInput, active: true, ...input }, { now, newId: ids() });
  });
}
/** A name or an address that is used again does not open the account of who had it before. */
const isAnother = (person: PersonRecord | null, { externalId }: UserInput): boolean =>
  person?.externalId !== undefined && typeof externalId === 'string' && person.externalId !== externalId;
const emptyInput: UserInput = { title: null, externalId: null, givenName: null, familyName: null, department: null };

/**
 * Changes a person: the attributes that the input names, or all of them if it is the whole (`isWhole`). A whole input
 * without a manager leaves the manager, and one without `active` the state.
 *
 * @throws {ApiError} USER_NOT_FOUND, USER_EXISTS, VALIDATION_ERROR, REPORTING_CYCLE
 */
export async function changeUser(
  graph: Graph,
  userId: string,
  input: UserInput,
  { now, newId, isWhole }: Context & { isWhole: boolean },
): Promise<PersonRecord> {
  const ids = createRepeatableIds(newId);
  return graph.atomically(async (tx) => {
    const facts = await lock(tx, userId, input);
    if (!isVisible(facts.person)) fail('USER_NOT_FOUND');
    return change(tx, userId, facts, { ...(isWhole && emptyInput), ...input }, { now, newId: ids() });
  });
}

/**
 * Deactivates a person and hides them from directories. They leave their groups, with the roles that those gave.
 *
 * @throws {ApiError} USER_NOT_FOUND
 */
export async function deleteUser(graph: Graph, userId: string, { now, newId }: Context): Promise<void> {
  const ids = createRepeatableIds(newId);
  await graph.atomically(async (tx) => {
    const facts = await lock(tx, userId, {});
    const { person } = facts;
    if (!person || !isVisible(person)) return fail('USER_NOT_FOUND');
    const roles = person.roles.filter((role) => !person.grantedRoles?.includes(role));
    const leaving: PersonChange = { active: false, removed: true, roles };
    await writePerson(tx, userId, facts, leaving, { now, newId: ids(), isAuthority: true });
  });
}

const isVisible = (person: PersonRecord | null): boolean => person !== null && (person.active || !person.removed);

/** Locks the tenant and looks up who has the names that the input wants. */
function lock(
  tx: AtomicGraph,
  userId: string,
  { userName, email, externalId, managerId }: UserInput,
): Promise<LockedFacts> {
  const address = email ?? (userName !== undefined && isAddress(userName) ? userName : undefined);
  const wanted: PersonChange = {
    ...(address !== undefined && { email: address }),
    ...(userName !== undefined && { userName }),
    ...(externalId !== undefined && { externalId }),
    ...(managerId !== undefined && { managerId }),
  };
  return lockPerson(tx, userId, wanted, {});
}

async function change(
  tx: AtomicGraph,
  userId: string,
  facts: LockedFacts,
  input: UserInput,
  context: Context,
): Promise<PersonRecord> {
  const state: PersonState = { person: facts.person, groups: facts.groups, settings: facts.settings };
  const wanted = buildPersonChange(input, state);
  try {
    return await writePerson(tx, userId, facts, wanted, { ...context, isAuthority: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'MANAGER_NOT_FOUND') throw error;
    return failScim('invalidValue', 'The manager is unknown. Provision the manager first, then set them.');
  }
}
