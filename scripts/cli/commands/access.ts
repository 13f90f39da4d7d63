// checkin access explain, viewers: who may do something with a resource, and why.
import { Option, type Command } from 'commander';
import { explainGrant } from '../../../src/features/decisions/decide.ts';
import { createEvaluator } from '../../../src/features/decisions/evaluate.ts';
import { findSubjects, maxResults } from '../../../src/features/decisions/search.ts';
import type { Line } from '../../../src/features/decisions/decision-line.ts';
import { listActions, resourceTypes, findPermission } from '../../../src/features/decisions/vocabulary.ts';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import type { AccessEntity } from '../../../src/features/decisions/schema.ts';
import { findPerson } from '../../../src/features/organisation/people/find-person.ts';
import type { Tenant } from '../../../src/features/organisation/tenants/tenants.ts';
import { asOfOption, toViewParams } from '../as-of.ts';
import { withCaller } from '../caller.ts';
import { tenantOption, type TenantOptions } from '../command-tree.ts';
import { print, printJson } from '../output.ts';

export const define = { explain: defineExplain, viewers: defineViewers };

type LineOptions = { asOf?: string; plan?: string };
type NamedPerson = { id: string; email: string; name: string };

/** The options `--as-of` and `--plan`. */
const lineOptions = (): Option[] => [
  asOfOption('along the reporting line as of the end of this day, or of this instant').conflicts('plan'),
  new Option('--plan <id>', 'as if this plan were applied'),
];

/** Reads a resource such as `summary:<id>`, or ends the command as misuse. */
function parseResource(command: Command, text: string): AccessEntity {
  const [type = '', ...rest] = text.split(':');
  const id = rest.join(':');
  const types = resourceTypes.join(', ');
  if (listActions(type).length === 0 || id === '') {
    command.error(`error: name the resource as <type>:<id>; the types are ${types}`, { exitCode: 2 });
  }
  return { type, id };
}

/** Ends the command as misuse unless the type of the resource has the action. */
function assertAction(command: Command, { type }: AccessEntity, action: string): void {
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
function readLine({ asOf, plan }: LineOptions, tenant: Tenant): Line {
  const now = new Date().toISOString();
  return plan === undefined
    ? (toViewParams(asOf, tenant, now) ?? { view: null, now })
    : { view: { asOf: null, planId: plan.toLowerCase() }, now };
}

/** A user may be named by e-mail address. @throws {Error} if nobody has it */
async function resolveResource(
  graph: GraphClient,
  tenantId: string,
  { type, id }: AccessEntity,
): Promise<AccessEntity> {
  if (type !== 'user' || !id.includes('@')) return { type, id };
  return { type, id: (await findPerson(graph, tenantId, id)).id };
}

/** Finds people by id, sorted by e-mail address. */
async function namePeople(graph: GraphClient, tenantId: string, userIds: string[]): Promise<NamedPerson[]> {
  const { people } = await graph
    .bind({ tenantId })
    .one<{ people: NamedPerson[] }>('personal-data/name_people', { userIds });
  return people;
}

type ExplainOptions = LineOptions & TenantOptions;

function defineExplain(command: Command): void {
  command.addOption(tenantOption());
  for (const option of lineOptions()) command.addOption(option);
  command
    .option('--json', 'print the decision as JSON')
    .action(async (email: string, action: string, text: string, { tenant: slug, json, ...options }: ExplainOptions) => {
      const named = parseResource(command, text);
      assertAction(command, named, action);
      const { decision, path } = await withCaller(slug, 'operator', async ({ graph, own, tenant, tenantId }) => {
        const line = readLine(options, tenant);
        const { id } = await findPerson(graph, tenantId, email);
        const resource = await resolveResource(graph, tenantId, named);
        const question = { subject: { type: 'user', id }, action: { name: action }, resource, line };
        const answer = await createEvaluator(own, { isTrusted: true })(question);
        const ids = answer.context?.path ?? [];
        const people = new Map((await namePeople(graph, tenantId, ids)).map((person) => [person.id, person.email]));
        return { decision: answer, path: ids.map((one) => people.get(one) ?? one) };
      });
      if (json) return printJson(decision);
      const { rule, role, levels, reason, orgRevision } = decision.context ?? {};
      const cells = { decision: decision.decision ? 'permitted' : 'denied', reason, rule, role, levels };
      for (const [name, value] of Object.entries(cells)) if (value !== undefined) await print(`${name}\t${value}`);
      if (path.length > 0) await print(['path', ...path].join('\t'));
      await print(`orgRevision\t${orgRevision ?? 0}`);
    });
}

type ViewersOptions = LineOptions & { tenant: string; action?: string; json?: true };
type ListedViewer = NamedPerson & { rule?: string; role?: string; levels?: number; onBehalfOf?: string };

function defineViewers(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--action <name>', 'what they may do; by default the first action of the type');
  for (const option of lineOptions()) command.addOption(option);
  command
    .option('--json', 'print the people as JSON')
    .action(async (text: string, { tenant: slug, action, json, ...options }: ViewersOptions) => {
      const named = parseResource(command, text);
      const chosen = action ?? listActions(named.type)[0]?.[0] ?? '';
      assertAction(command, named, chosen);
      const permission = findPermission(named.type, chosen);
      const viewers = await withCaller(slug, 'operator', async ({ graph, own, tenant, tenantId }) => {
        const line = readLine(options, tenant);
        const resource = await resolveResource(graph, tenantId, named);
        const question = { type: 'user', action: chosen, resource, line };
        const listed: ListedViewer[] = [];
        let after: unknown = null;
        do {
          const { results, next } = await findSubjects(own, { isTrusted: true }, question, {
            after,
            limit: maxResults,
          });
          const standings = new Map(results.map(({ id, standing }) => [id, standing]));
          for (const person of await namePeople(graph, tenantId, [...standings.keys()])) {
            const standing = standings.get(person.id);
            if (!standing || !permission) continue;
            const levels = standing.levelsAbove ? { levels: standing.levelsAbove } : {};
            listed.push({ ...person, ...levels, ...explainGrant(standing, permission) });
          }
          after = next;
        } while (after !== null);
        return listed.sort((a, b) => (a.email < b.email ? -1 : 1));
      });
      if (json) return printJson(viewers);
      for (const { email, name, rule, role, levels } of viewers) {
        await print([email, name.replaceAll('\n', ' '), rule, role ?? '', levels ?? ''].join('\t'));
      }
    });
}
