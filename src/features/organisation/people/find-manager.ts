// Whom a reference to a manager means: by id, employee number, external id, user name or e-mail address. No IO.

/** Somebody as they will be after the change. */
export type Named = {
  id?: string | undefined;
  email: string;
  active: boolean;
  employeeNumber?: string | undefined;
  externalId?: string | undefined;
  userName?: string | undefined;
};

/**
 * Returns a function that finds the person whom a reference names, as organisation/people/lock does: by id, else somebody active before
 * somebody who has left, by number, external id, user name and address in this order. Numbers and external ids are exact in
 * case.
 */
export function indexManagers<Person extends Named>(people: readonly Person[]): (reference: string) => Person | null {
  const byId = new Map(people.map((person) => [person.id, person]));
  const byKey = mapByKeys(people, ['employeeNumber', 'externalId']);
  const byName = mapByKeys(people, ['userName', 'email']);
  return (reference) => {
    const name = reference.toLowerCase();
    const named = [byKey.get(reference), byName.get(name)].filter((one) => one !== undefined);
    return byId.get(name) ?? named.find(({ active }) => active) ?? named[0] ?? null;
  };
}

/** The person of each key of these kinds: somebody active before somebody who has left, and one kind before the next. */
function mapByKeys<Person extends Named>(
  people: readonly Person[],
  kinds: readonly (keyof Named)[],
): Map<unknown, Person> {
  const found = new Map<unknown, Person>();
  for (const active of [true, false]) {
    const some = people.filter((person) => person.active === active);
    for (const kind of kinds) {
      for (const person of some) if (!found.has(person[kind])) found.set(person[kind], person);
    }
  }
  return found;
}
