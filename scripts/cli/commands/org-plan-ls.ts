// checkin org plan ls: lists the plans of a tenant.
import { Option, type Command } from 'commander';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { planStatuses } from '../../../src/platform/schema/plan-values.ts';
import { toOrgPlan, type StoredPlan } from '../../../src/features/org-plans/plan.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson } from '../output.ts';

type Options = { tenant: string; status?: string; json?: true };
type Position = { createdAt: string; id: string };
const pageSize = 200;

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(new Option('--status <status>', 'plans of this status').choices(planStatuses))
    .option('--json', 'print the plans as JSON')
    .action(async ({ tenant, status, json }: Options) => {
      const plans = await withCaller(tenant, 'plan:manage', async ({ own, asOperator }) => {
        const all: (StoredPlan & { position: Position })[] = [];
        for (let after: Position | null = null; ;) {
          const params = { after, limit: pageSize, status: status ?? null };
          const { items } = await own.one<{ items: typeof all }>('org-plans/list', {
            ...params,
            asOperator,
            permittedRoles: rolesThatHold('plan:manage'),
          });
          all.push(...items.slice(0, pageSize));
          if (items.length <= pageSize) return all.map(removePosition).map(toOrgPlan);
          after = all.at(-1)?.position ?? null;
        }
      });
      if (json) return printJson(plans);
      for (const { id, name, status: state, effectiveOn = '', moveCount } of plans) {
        await print([id, state, effectiveOn, moveCount, name].join('\t'));
      }
      logToStderr(`${pluralize(plans.length, 'plan')} of ${tenant}.`);
    });
}

function removePosition(item: StoredPlan & { position: Position }): StoredPlan {
  const plan: StoredPlan & { position?: Position } = { ...item };
  delete plan.position;
  return plan;
}
