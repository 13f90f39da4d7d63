// Reads all people of a tenant, page by page.
import type { Role } from '../access.ts';
import type { Transaction } from '../graph/client.ts';
import type { ExistingPerson } from './plan.ts';

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
};

/** Yields all people by address, including deactivated ones; memory does not grow with the tenant. */
export async function* readPeoplePages(tx: Transaction): AsyncGenerator<ExistingPerson[], void, void> {
  for (let after = ''; ;) {
    const rows = await tx.run<Row>('org/list_people', { after, limit: pageSize });
    yield rows.map(toExistingPerson);
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.email ?? '';
  }
}

export async function readAllPeople(tx: Transaction): Promise<ExistingPerson[]> {
  const people: ExistingPerson[] = [];
  for await (const page of readPeoplePages(tx)) people.push(...page);
  return people;
}

function toExistingPerson({
  id,
  email,
  name,
  jobTitle,
  roles,
  startDate,
  active,
  teams,
  managerEmails,
}: Row): ExistingPerson {
  const [team, department] = teams[0] ?? [];
  return {
    id,
    email,
    name,
    jobTitle: jobTitle ?? '',
    team: team ?? '',
    department: department ?? '',
    roles: roles ?? [],
    startDate: startDate ?? '',
    active: active ?? false,
    managerEmails,
    teams: teams.length,
  };
}
