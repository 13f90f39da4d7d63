// Reads all people of a tenant, page by page.
import type { Role } from '../access/permissions.ts';
import type { Transaction } from '../graph/client.ts';
import type { ViewParams } from '../rules/as-of.ts';
import type { ExistingPerson } from './columns.ts';

const pageSize = 5_000;

type Row = {
  id: string;
  email: string;
  name: string;
  jobTitle: string | null;
  roles: Role[] | null;
  startDate: string | null;
  active: boolean | null;
  teams: [name: string, department: string | null][];
  managerEmails: string[];
  keys: Partial<
    Pick<
      ExistingPerson,
      'timezone' | 'employeeNumber' | 'externalId' | 'preferredLanguage' | 'region' | 'userName' | 'pendingManager'
    >
  >;
};

/**
 * Yields all people by address, including deactivated ones; memory does not grow with the tenant. As of a time, people
 * who were created later are left out, and all but the managers is of today.
 */
export async function* readPeoplePages(
  tx: Transaction,
  view: ViewParams | null = null,
): AsyncGenerator<ExistingPerson[], void, void> {
  for (let after: string | null = ''; after !== null;) {
    const page: PeoplePage = await readPeoplePage(tx, view, after);
    yield page.people;
    after = page.next;
  }
}

/** `next` is the address behind which the next page begins; null after the last one. */
type PeoplePage = { people: ExistingPerson[]; next: string | null };

/** Reads the page behind an address. */
export async function readPeoplePage(tx: Transaction, view: ViewParams | null, after: string): Promise<PeoplePage> {
  const page = { after, limit: pageSize };
  const rows = await (view
    ? tx.run<Row>('org/list_people_in_view', { ...page, ...view })
    : tx.run<Row>('org/list_people', page));
  return { people: rows.map(toExistingPerson), next: rows.length < pageSize ? null : (rows.at(-1)?.email ?? null) };
}

export async function readAllPeople(tx: Transaction, view: ViewParams | null = null): Promise<ExistingPerson[]> {
  const people: ExistingPerson[] = [];
  for await (const page of readPeoplePages(tx, view)) people.push(...page);
  return people;
}

function toExistingPerson({ jobTitle, roles, startDate, active, teams, keys, ...person }: Row): ExistingPerson {
  const [team, department] = teams[0] ?? [];
  return {
    ...person,
    jobTitle: jobTitle ?? '',
    team: team ?? '',
    department: department ?? '',
    roles: roles ?? [],
    startDate: startDate ?? '',
    active: active ?? false,
    teams: teams.length,
    ...keys,
  };
}
