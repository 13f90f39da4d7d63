// checkin org plan submit, approve, reject, apply, cancel, undo.
import type { Command } from 'commander';
import type { OrgPlan } from '../../../src/features/org-plans/schema.ts';
import { applyPlan, undoPlan } from '../../../src/features/org-plans/apply-plan.ts';
import { changeStatus } from '../../../src/features/org-plans/change-status.ts';
import { startCommandChange } from '../../../src/features/org-plans/plan.ts';
import { addTenantOptions } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';
import { parsePlanId } from './plan-id.ts';

type Options = { tenant: string; reason?: string; json?: true };

export function define(command: Command): void {
  const action = command.name() as 'submit' | 'approve' | 'reject' | 'apply' | 'cancel' | 'undo';
  if (action === 'reject') command.requiredOption('--reason <text>', 'why it goes back');
  addTenantOptions(command, 'the plan').action(async (id: string, { tenant, reason = '', json }: Options) => {
    const planId = parsePlanId(id);
    const plan = await withCaller(tenant, 'plan:manage', (acting): Promise<OrgPlan> => {
      const change = startCommandChange(acting);
      if (action === 'apply') return applyPlan(acting.own, planId, change);
      if (action === 'undo') return undoPlan(acting.own, planId, change);
      return changeStatus(acting.own, planId, action, action === 'reject' ? { ...change, reason } : change);
    });
    if (json) return printJson(plan);
    const day = plan.status === 'scheduled' ? ` for ${plan.effectiveOn}` : '';
    await print(`${plan.name}: ${plan.status.replace('_', ' ')}${day}.`);
  });
}
