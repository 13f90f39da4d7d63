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
 * Returns a function that finds the person whom a reference names, as people/lock does: by id, else somebody active before
 * somebody who has left, by number, external id, user name and address in this order. Numbers and external ids are exact in
 * case.
 */
export function indexManagers<Person extends Named>(people: readonly Person[]): (reference: string) => Person | null {
  const index = new Map<string, Person>();
  const add = (key: string | undefined, person: Person): void => {
    if (key && !index.has(key)) index.set(key, person);
  };
  for (const person of people) add(person.id, person);
  for (const active of [true, false])
    for (const kind of ['employeeNumber', 'externalId', 'userName', 'email'] as const)
      for (const person of people) if (person.active === active) add(person[kind], person);
  return (reference) => index.get(reference) ?? index.get(reference.toLowerCase()) ?? null;
}
