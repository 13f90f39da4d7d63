// What the commands `checkin access …` have in common: the arguments that name a resource, an action and a line, and people by id.
import { Option, type Command } from 'commander';
import { toView, type View } from '../../src/decisions/view.ts';
import { listActions, resourceTypes } from '../../src/decisions/vocabulary.ts';
import { ApiError } from '../../src/errors.ts';
import type { GraphClient } from '../../src/graph/client.ts';
import type { AccessEntity } from '../../src/model/index.ts';
import { findPerson } from '../../src/org/find-person.ts';

export type LineOptions = { asOf?: string; plan?: string };
export type NamedPerson = { id: string; email: string; name: string };

/** The options `--as-of` and `--plan`. */
export const lineOptions = (): Option[] => [
  new Option('--as-of <time>', 'along the reporting line of that time, such as 2026-11-01T00:00:00Z').conflicts('plan'),
  new Option('--plan <id>', 'as if this plan were applied'),
];

/** Reads a resource such as `summary:<id>`, or ends the command as misuse. */
export function parseResource(command: Command, text: string): AccessEntity {
  const [type = '', ...rest] = text.split(':');
  const id = rest.join(':');
  const types = resourceTypes.join(', ');
  if (listActions(type).length === 0 || id === '') {
    command.error(`error: name the resource as <type>:<id>; the types are ${types}`, { exitCode: 2 });
  }
  return { type, id };
}

/** Ends the command as misuse unless the type of the resource has the action. */
export function assertAction(command: Command, { type }: AccessEntity, action: string): void {
  const names = listActions(type).map(([name]) => name);
  if (!names.includes(action)) {
    command.error(`error: a ${type} has the actions ${names.join(', ')}`, { exitCode: 2 });
  }
}

/** Reads `--as-of` and `--plan`, or ends the command as misuse. */
export function parseView(command: Command, { asOf, plan }: LineOptions): View | null {
  try {
    return toView({ ...(asOf !== undefined && { asOf }), ...(plan !== undefined && { plan }) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return command.error('error: --as-of must be a time such as 2026-11-01T00:00:00Z', { exitCode: 2 });
  }
}

/** A user may be named by e-mail address. @throws {Error} if nobody has it */
export async function resolveResource(
  graph: GraphClient,
  tenantId: string,
  { type, id }: AccessEntity,
): Promise<AccessEntity> {
  if (type !== 'user' || !id.includes('@')) return { type, id };
  return { type, id: (await findPerson(graph, tenantId, id)).id };
}

/** Finds people by id, sorted by e-mail address. */
export async function namePeople(graph: GraphClient, tenantId: string, userIds: string[]): Promise<NamedPerson[]> {
  const { people } = await graph.bind({ tenantId }).one<{ people: NamedPerson[] }>('org/name_people', { userIds });
  return people;
}
