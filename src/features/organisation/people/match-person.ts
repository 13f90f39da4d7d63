// Who a row of a file, a body of the API or a resource of a directory is about: the one rule of matching. No IO.
// By `id`, employee number or external id, else by the address or user name of somebody who is active.

/** Somebody of the tenant who has one of the keys. `hasNewKeys`: a directory gave them one after they had left. */
export type KeyOwner = {
  id: string;
  active: boolean;
  employeeNumber?: string | null;
  externalId?: string | null;
  hasNewKeys?: boolean | null;
};

/**
 * What is claimed about a person.
 * - `owners`: who has the id, the number, the external id. `holders`: who has the address, the user name.
 * - `returns`: whom the claim names as coming back; null if there is nobody of that name.
 * - `isKeyEnough`: whether a key that somebody had when they left brings them back, without `returns`, unless the number is
 *   another one.
 * - `isKnown`: the claim changes somebody whose id is given, and only asks who stands in the way.
 */
export type Claim<Owner extends KeyOwner> = {
  owners: readonly (Owner | null)[];
  holders: readonly (Owner | null)[];
  keys: { employeeNumber?: string | null | undefined; externalId?: string | null | undefined };
  returns?: Owner | null;
  newPerson?: boolean;
  isKeyEnough?: boolean;
  isKnown?: boolean;
};

/** `about` is who stands in the way; null for `NOT_LEFT` if `returns` names nobody. */
type Refusal<Owner> = { refusal: 'KEYS_DISAGREE' | 'NOT_LEFT' | 'LEFT' | 'TAKEN'; about: Owner | null };
/** `person` is null for somebody new. `releases` are people who have left and give up their address and user name. */
type Match<Owner> = { refusal?: never; person: Owner | null; releases: Owner[] };

/**
 * Decides who is meant. An address never opens the account of somebody who has left: either the claim says who `returns`,
 * or that it is a `newPerson`, who gets the address.
 */
export function matchPerson<Owner extends KeyOwner>({
  owners,
  holders,
  keys,
  returns,
  newPerson = false,
  isKeyEnough = false,
  isKnown = false,
}: Claim<Owner>): Match<Owner> | Refusal<Owner> {
  const named = listDistinct([...owners, returns]);
  const [first = null] = named;
  if (named.length > 1) return { refusal: 'KEYS_DISAGREE', about: named.find(({ active }) => !active) ?? first };
  if (returns === null || returns?.active) return { refusal: 'NOT_LEFT', about: returns };
  const isBack =
    isKnown ||
    (isKeyEnough &&
      !newPerson &&
      first !== null &&
      !first.hasNewKeys &&
      !contradicts(first, keys) &&
      proves(first, keys));
  if (first && !first.active && !returns && !isBack) return { refusal: 'LEFT', about: first };
  const possible = first === null && !newPerson ? listDistinct(holders) : [];
  const person = first ?? possible.find((holder) => holder.active && !disagrees(holder, keys)) ?? null;
  const others = listDistinct(holders).filter(({ id }) => id !== person?.id);
  const taken = others.find(({ active }) => active);
  if (taken) return { refusal: 'TAKEN', about: taken };
  if (others.length > 0 && !newPerson) return { refusal: 'LEFT', about: others[0] ?? null };
  return { person, releases: others };
}

function listDistinct<Owner extends KeyOwner>(owners: readonly (Owner | null | undefined)[]): Owner[] {
  const present = owners.filter((owner) => owner !== null && owner !== undefined);
  return [...new Map(present.map((owner) => [owner.id, owner])).values()];
}

/** Whether a key is the same, and no address: some directories send that as the external id, and it is used again. */
export const proves = (owner: KeyOwner, sent: Claim<KeyOwner>['keys']): boolean =>
  (['employeeNumber', 'externalId'] as const).some(
    (key) => owner[key] && owner[key] === sent[key] && !owner[key].includes('@'),
  );

/** Whether both have a number of the company, and not the same. Directories change external ids, and use them again. */
const contradicts = ({ employeeNumber: known }: KeyOwner, { employeeNumber: sent }: Claim<KeyOwner>['keys']): boolean =>
  Boolean(known && sent && known !== sent);

/** Whether both have a number or an external id, and none is the same. */
function disagrees(owner: KeyOwner, keys: Claim<KeyOwner>['keys']): boolean {
  const shared = (['employeeNumber', 'externalId'] as const).filter((key) => owner[key] && keys[key]);
  return shared.length > 0 && shared.every((key) => owner[key] !== keys[key]);
}

/** An address that nobody can receive mail at, for an account whose own address has passed to somebody else. */
const releasedDomain = 'released.invalid';
export const isReleased = (email: string): boolean => email.endsWith(`@${releasedDomain}`);
