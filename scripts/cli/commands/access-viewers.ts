// checkin access viewers: lists who may read a resource, or do something else with it, and why.
import type { Command } from 'commander';
import { explainGrant } from '../../../src/decisions/decide.ts';
import { findSubjects, maxResults } from '../../../src/decisions/search.ts';
import { findPermission, listActions } from '../../../src/decisions/vocabulary.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';
import { assertAction, lineOptions, namePeople, parseResource, readLine, resolveResource } from './access-question.ts';
import type { LineOptions, NamedPerson } from './access-question.ts';

type Options = LineOptions & { tenant: string; action?: string; json?: true };
type ListedViewer = NamedPerson & { rule?: string; role?: string; levels?: number; onBehalfOf?: string };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--action <name>', 'what they may do; by default the first action of the type');
  for (const option of lineOptions()) command.addOption(option);
  command
    .option('--json', 'print the people as JSON')
    .action(async (text: string, { tenant: slug, action, json, ...options }: Options) => {
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
