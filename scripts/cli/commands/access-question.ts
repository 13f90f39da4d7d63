// What the commands `checkin access …` have in common: the arguments that name a resource, an action and a line, and
// people by id.
import { Option, type Command } from 'commander';
import type { Line } from '../../../src/decisions/view.ts';
import { listActions, resourceTypes } from '../../../src/decisions/vocabulary.ts';
import type { GraphClient } from '../../../src/graph/client.ts';
import type { AccessEntity } from '../../../src/model/index.ts';
import { findPerson } from '../../../src/org/find-person.ts';
import type { Tenant } from '../../../src/org/tenants.ts';
import { asOfOption, toViewParams } from '../as-of.ts';

export type LineOptions = { asOf?: string; plan?: string };
export type NamedPerson = { id: string; email: string; name: string };

/** The options `--as-of` and `--plan`. */
export const lineOptions = (): Option[] => [
  asOfOption('along the reporting line as of the end of this day, or of this instant').conflicts('plan'),
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

/**
 * Returns the line of `--as-of` and `--plan`.
 *
 * @throws {Error} if the time is in the future
 */
export function readLine({ asOf, plan }: LineOptions, tenant: Tenant): Line {
  const now = new Date().toISOString();
  return plan === undefined
    ? (toViewParams(asOf, tenant, now) ?? { view: null, now })
    : { view: { asOf: null, planId: plan.toLowerCase() }, now };
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
