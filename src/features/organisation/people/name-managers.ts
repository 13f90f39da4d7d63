// Finds the managers whom a file of moves names by something else than an address.
import type { GraphClient } from '../../../platform/graph/client.ts';
import { createReferenceSearch } from '../import/row-managers.ts';
import { indexManagers } from './find-manager.ts';
import type { MoveFile } from './move-people.ts';
import { readAllPeople } from './people.ts';

/**
 * Puts ids in the place of managers who are named by number, id, user name or full name, by the rules of an import. Only a file
 * that names one so needs the people of the tenant, and reads them. A move whose manager nobody can be keeps its text, with the
 * reason.
 */
export async function nameManagers(
  graph: GraphClient,
  tenantId: string,
  { rows, faults }: MoveFile,
): Promise<MoveFile> {
  const isReference = (text: string | null | undefined): text is string => text != null && !text.includes('@');
  if (!rows.some(({ managerEmail }) => isReference(managerEmail))) return { rows, faults };
  const people = await graph.transaction({ tenantId }, (tx) => readAllPeople(tx));
  const find = createReferenceSearch(people, indexManagers(people));
  const named = rows.map((move) => {
    const { managerEmail, ...rest } = move;
    if (!isReference(managerEmail)) return move;
    const { person, fault } = find(managerEmail);
    if (person) return { ...rest, managerId: person.id };
    return { ...move, fault: fault ?? `${JSON.stringify(managerEmail)} is nobody in your tenant` };
  });
  return { rows: named, faults };
}
