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

/** Returns a function that finds the person whom a reference names; an address is rather that of somebody active. */
export function indexManagers<Person extends Named>(people: readonly Person[]): (reference: string) => Person | null {
  const [byKey, byName] = [new Map<string, Person>(), new Map<string, Person>()];
  for (const person of people) {
    for (const key of [person.externalId, person.employeeNumber, person.id]) {
      if (key && !byKey.has(key.toLowerCase())) byKey.set(key.toLowerCase(), person);
      if (key) byKey.set(key, person);
    }
    for (const name of [person.email, person.userName]) {
      if (name && (person.active || !byName.has(name))) byName.set(name, person);
    }
  }
  return (reference) => {
    const name = reference.toLowerCase();
    return byKey.get(reference) ?? byKey.get(name) ?? byName.get(name) ?? null;
  };
}
