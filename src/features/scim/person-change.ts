// From what a directory says about a user to a change of a person. No IO.
import { dropAbsent } from '../../platform/lib/fields.ts';
import { findRegion } from '../../platform/time/holidays.ts';
import { isSameName } from '../../platform/lib/names.ts';
import { isAddress } from '../organisation/import/row-faults.ts';
import type { PersonChange, PersonRecord } from '../organisation/people/person.ts';
import { getTeamOfGroups, type GroupMappings } from '../../platform/settings/group-mappings.ts';
import { sameFields, type SameFields, type UserInput } from './read-user.ts';

type PersonState = { person: PersonRecord | null; groups: readonly string[]; settings: GroupMappings };

/** @param state `person` is null for one to create */
export function buildPersonChange(input: UserInput, { person, groups, settings }: PersonState): PersonChange {
  const { title, department, locale, preferredLanguage = locale } = input;
  return {
    ...chooseNames(input, person),
    ...dropAbsent({
      name: chooseName(input, person),
      jobTitle: title,
      ...(Object.fromEntries(sameFields.map((field) => [field, input[field]])) as SameFields),
      preferredLanguage,
      region: chooseRegion(input, person),
      removed: person?.removed ? false : undefined,
      team: department === undefined ? undefined : chooseTeam(department, person, groups, settings),
    }),
  };
}

/**
 * The display name. A new person without one gets a name of its parts, or the user name. A name that is made of its
 * parts follows them.
 */
function chooseName(input: UserInput, person: PersonRecord | null): string | undefined {
  const { displayName, formatted, givenName = person?.givenName, familyName = person?.familyName, userName } = input;
  const parts = joinParts(givenName, familyName);
  const isOfParts = person === null || person.name === joinParts(person.givenName, person.familyName);
  if (displayName !== undefined || !isOfParts) return displayName;
  return formatted ?? (parts || (person ? person.name : userName));
}

function joinParts(...parts: (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined).join(' ');
}

/** The region of the address; that of a country that is not known stays. */
function chooseRegion({ country, state }: UserInput, person: PersonRecord | null): string | null | undefined {
  if (country === undefined && state === undefined) return undefined;
  const [oldCountry = null, oldState = null] = person?.region?.split('-') ?? [];
  const wanted = country === undefined ? oldCountry : country;
  if (wanted === null) return country === null ? null : undefined;
  return findRegion(wanted, state === undefined && wanted === oldCountry ? oldState : (state ?? null)) ?? undefined;
}

/** The address is that of the work e-mail; without one it is the user name. The user name is kept only if it differs. */
function chooseNames(input: UserInput, person: PersonRecord | null): Pick<PersonChange, 'email' | 'userName'> {
  if (input.userName === undefined && input.email === undefined) return {};
  const userName = input.userName ?? person?.userName ?? person?.email ?? '';
  const fallback = person && (person.userName !== undefined || !isAddress(userName)) ? person.email : userName;
  const email = input.email ?? fallback;
  return { email, userName: userName === email ? null : userName };
}

/**
 * The team that follows from a department; undefined to stay. Groups come first. Somebody whose team is already in the
 * department stays there; others join the team that has the name of the department.
 */
function chooseTeam(
  department: string | null,
  person: PersonRecord | null,
  groups: readonly string[],
  settings: GroupMappings,
): PersonChange['team'] | undefined {
  const isUnchanged = department === (person?.department ?? null);
  if (isUnchanged || getTeamOfGroups(groups, settings) !== null) return undefined;
  if (department === null) return isSameName(person?.team, person?.department) ? null : undefined;
  return isSameName(person?.teamDepartment, department) ? undefined : { name: department, newDepartment: department };
}
