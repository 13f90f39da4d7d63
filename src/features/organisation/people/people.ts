// Reads all people of a tenant, page by page.
import type { Transaction } from '../../../platform/graph/client.ts';
import type { ViewParams } from '../../../platform/time/as-of.ts';
import type { ExistingPerson } from '../import/columns.ts';

const pageSize = 5_000;

type Row = Omit<ExistingPerson, 'team' | 'department' | 'teams'> & {
  teams: [name: string, department: string | null][];
  keys: Partial<ExistingPerson>;
};

/**
 * Yields all people by address, including deactivated ones; memory does not grow with the tenant. As of a time, people
 * who were created later are left out, and all but the managers is of today.
 */
export async function* readPeoplePages(
  tx: Pick<Transaction, 'rows'>,
  view: ViewParams | null = null,
): AsyncGenerator<ExistingPerson[], void, void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = { after, limit: pageSize };
    const rows: Row[] = await (view
      ? tx.rows<Row>('organisation/list_people_in_view', { ...page, ...view })
      : tx.rows<Row>('organisation/list_people', page));
    yield rows.map(toExistingPerson);
    after = rows.length < pageSize ? undefined : rows.at(-1)?.email;
  }
}

export async function readAllPeople(tx: Transaction, view: ViewParams | null = null): Promise<ExistingPerson[]> {
  const people: ExistingPerson[] = [];
  for await (const page of readPeoplePages(tx, view)) people.push(...page);
  return people;
}

function toExistingPerson({ teams, keys, ...person }: Row): ExistingPerson {
  const [team = '', department] = teams[0] ?? [];
  return { ...person, team, department: department ?? '', teams: teams.length, ...keys };
}
