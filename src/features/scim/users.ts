// Finds, creates, changes and deletes the people of a tenant for a directory.
import { ApiError, fail } from '../../platform/errors.ts';
import type { Graph, Transaction } from '../../platform/graph/client.ts';
import {
  lockNewcomer,
  lockPerson,
  writePerson,
  type ChangeContext,
  type LockedFacts,
} from '../organisation/people/change-person.ts';
import type { PersonChange, PersonRecord } from '../organisation/people/person.ts';
import { isAddress } from '../organisation/import/row-faults.ts';
import { proves } from '../organisation/people/match-person.ts';
import { dropRefused, failMatch } from '../organisation/people/plan-person.ts';
import { dropAbsent } from '../../platform/lib/fields.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { compileFilter, findAnchors, type FilterAttributes } from './filter.ts';
import { leaveGroups } from '../partners/group-parts.ts';
import { buildPersonChange } from './person-change.ts';
import type { UserInput } from './read-user.ts';
import { enterpriseSchema, ownSchema } from './schemas.ts';

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
  preferredlanguage: text('preferredLanguage'),
  timezone: text('timezone'),
  active: { name: 'active', kind: 'boolean' },
  emails: text('email'),
  'emails.value': text('email'),
  'emails.type': text('emailType'),
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:employeenumber': exact('employeeNumber'),
  ...namedShort('department', text('department')),
  ...namedShort('manager', exact('manager')),
  ...namedShort('manager.value', exact('manager')),
  'meta.created': { name: 'created', kind: 'time' },
  'meta.lastmodified': { name: 'lastModified', kind: 'time' },
};
const indexed = ['id', 'userName', 'email', 'externalId', 'employeeNumber'];

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
  const anchors = { id: [id], userName: [], email: [], externalId: [], employeeNumber: [] };
  const { people } = await graph.one<UserPage>('scim/find_users', { filter: null, anchors, start: 0, end: 1 });
  return people[0] ?? fail('USER_NOT_FOUND');
}

/**
 * Creates a person, or brings back one who has left and has the same external id or employee number. The address of somebody
 * else who has left is given to them only if the input says that they are a new person.
 *
 * @throws {ApiError} USER_EXISTS, USER_LEFT, VALIDATION_ERROR, REPORTING_CYCLE
 */
export async function createUser(graph: Graph, input: UserInput, { now, newId }: Context): Promise<PersonRecord> {
  const newUserId = newId();
  const ids = createRepeatableIds(newId);
  return graph
    .atomically(async (tx) => {
      const { userId, facts } = await lockNewcomer(tx, newUserId, toNames(input), { isKeyEnough: true });
      return change(tx, userId, facts, { ...emptyInput, active: true, ...input }, { now, newId: ids() });
    })
    .catch(explain);
}
const emptyInput: UserInput = {
  title: null,
  externalId: null,
  givenName: null,
  familyName: null,
  department: null,
};

/**
 * Changes a person: the attributes that the input names, or all of them if it is the whole (`isWhole`). If a whole
 * input has no manager, no employee number or no `active`, these stay as they are.
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
  return graph
    .atomically(async (tx) => {
      const { person, facts } = await lockVisible(tx, userId, toNames(input));
      const isSame = isSamePerson(person, input);
      if (!isSame && input.active !== false) failMatch(person);
      const allowed = isSame ? { ...(isWhole && emptyInput), ...input } : leaveOnly(input);
      return change(tx, userId, facts, allowed, { now, newId: ids() });
    })
    .catch(explain);
}

/**
 * Deactivates a person and hides them from directories. They leave their groups, with the roles and the parts of the company that those gave.
 *
 * @throws {ApiError} USER_NOT_FOUND
 */
export async function deleteUser(graph: Graph, userId: string, { now, newId }: Context): Promise<void> {
  const ids = createRepeatableIds(newId);
  await graph.atomically(async (tx) => {
    const { facts } = await lockVisible(tx, userId, {});
    const leaving: PersonChange = { active: false, removed: true };
    const context = { now, newId: ids() };
    if (facts.groups.length > 0) await leaveGroups(tx, userId, context);
    await writePerson(tx, userId, facts, leaving, { ...context, isAuthority: true });
  });
}

/**
 * A directory may have found the account by an address that is used again. Whoever has left is the same person if a key is
 * the same, or if the request has none or does not say whether they are active; whoever is here is another person if both
 * keys are other ones. A key that was sent alone after they had left proves nothing.
 */
function isSamePerson(person: PersonRecord, input: UserInput): boolean {
  const sent = (['employeeNumber', 'externalId'] as const).filter((key) => input[key]);
  const isProof = person.active ? sent.some((key) => input[key] === person[key]) : proves(person, input);
  if ((isProof && !(person.hasNewKeys && input.active)) || sent.length === 0) return true;
  return person.active ? sent.filter((key) => person[key]).length < 2 : input.active === undefined;
}

/** Nothing of another person is stored, least of all their keys, which would open the account later. */
function leaveOnly({ active: _leaves, refused = [], ...others }: UserInput): UserInput {
  return { active: false, refused: [...refused, ...Object.keys(others)] };
}

/** @throws {ApiError} USER_NOT_FOUND, also for people whom a directory has deleted */
async function lockVisible(tx: Transaction, userId: string, names: PersonChange) {
  const facts = await lockPerson(tx, userId, names, {});
  const { person } = facts;
  return person && (person.active || !person.removed) ? { person, facts } : fail('USER_NOT_FOUND');
}

/** What the input says that others may have, too, and the manager. */
function toNames({ userName, email, employeeNumber, externalId, manager, newPerson }: UserInput): PersonChange {
  const address = email ?? (userName !== undefined && isAddress(userName) ? userName : undefined);
  return dropAbsent({ email: address, userName, employeeNumber, externalId, manager, newPerson });
}

async function change(
  tx: Transaction,
  userId: string,
  facts: LockedFacts,
  input: UserInput,
  context: Context,
): Promise<PersonRecord> {
  const { person, groups, settings } = facts;
  const wanted = buildPersonChange(input, { person, groups, settings });
  const policy = { ...context, isAuthority: true };
  if (wanted.active !== false || !person) return writePerson(tx, userId, facts, wanted, policy);
  const { possible, refused } = dropRefused(userId, facts, wanted, policy);
  const all = [...(input.refused ?? []), ...refused];
  return writePerson(tx, userId, facts, possible, { ...policy, refused: all });
}

/** Refusals in the words of a directory. */
function explain(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'USER_LEFT') throw error;
  return fail('USER_LEFT', leftDetail, dropAbsent({ location: error.location }));
}
const leftDetail =
  'A user who has left has this address, user name, employee number or external id. If they are back, send their external id ' +
  'or employee number, or let an admin activate them. If this is somebody else, send the attribute ' +
  `${ownSchema}:newPerson with true, or let an admin create them: the old account then gives up its address. An admin has to ` +
  'remove its employee number or external id first.';
