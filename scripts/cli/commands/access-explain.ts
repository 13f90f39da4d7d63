// checkin access explain: says whether a person may do something with a resource, and why.
import type { Command } from 'commander';
import { createEvaluator } from '../../../src/decisions/evaluate.ts';
import { findPerson } from '../../../src/org/find-person.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';
import { assertAction, lineOptions, namePeople, parseResource, readLine, resolveResource } from './access-question.ts';
import type { LineOptions } from './access-question.ts';

type Options = LineOptions & { tenant: string; json?: true };

export function define(command: Command): void {
  command.addOption(tenantOption());
  for (const option of lineOptions()) command.addOption(option);
  command
    .option('--json', 'print the decision as JSON')
    .action(async (email: string, action: string, text: string, { tenant: slug, json, ...options }: Options) => {
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
