// checkin org plan show: a plan and what it would change.
import type { Command } from 'commander';
import { splitIntoBatches } from '../../../src/platform/lib/loops.ts';
import type { Graph } from '../../../src/platform/graph/client.ts';
import type { OrgPlan } from '../../../src/features/org-plans/schema.ts';
import { findPlan, startCommandChange, toOrgPlan } from '../../../src/features/org-plans/plan.ts';
import {
  buildPreview,
  computePreview,
  findNames,
  type ComputedPreview,
} from '../../../src/features/org-plans/preview.ts';
import { findChangedPermission } from '../../../src/features/org-plans/line-permissions.ts';
import { listSteps, nameSteps } from '../../../src/features/org-plans/sight.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { findNextStatus } from '../../../src/features/org-plans/rules.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson } from '../output.ts';
import { parsePlanId } from './plan-id.ts';

type Options = { tenant: string; sight?: true; json?: true };
const namesPerRead = 1_000;

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--sight', 'list who gains and who loses sight of whom, a line each with the permission')
    .option('--json', 'print the plan and its preview as JSON')
    .action(async (id: string, { tenant, sight, json }: Options) => {
      const planId = parsePlanId(id);
      await withCaller(tenant, 'plan:manage', async (acting) => {
        const { own } = acting;
        const change = startCommandChange(acting);
        const plan = toOrgPlan((await findPlan(own, planId, change)).plan);
        const hasEnded = findNextStatus('preview', plan, 'none') === null;
        const computed = hasEnded ? null : await computePreview(own, planId, change);
        if (json) return showJson(own, plan, computed, sight === true);
        await (sight && computed ? printSight(own, computed) : printPlan(own, plan, computed));
        if (computed && computed.preview.faults.length > 0) process.exitCode = 1;
      });
    });
}

async function showJson(graph: Graph, plan: OrgPlan, computed: ComputedPreview | null, sight: boolean): Promise<void> {
  if (!computed) return printJson({ plan });
  const rows = [];
  const steps = sight ? listSteps(computed.preview.sight, {}, null, Infinity) : [];
  for (const batch of splitIntoBatches(steps, namesPerRead)) {
    rows.push(...(await nameSteps(graph, computed.preview, batch)));
  }
  await printJson({ plan, preview: await buildPreview(graph, computed), ...(sight && { sight: rows }) });
}

async function printPlan(graph: Graph, plan: OrgPlan, computed: ComputedPreview | null): Promise<void> {
  const { name, status, effectiveOn, moveCount, author, reason } = plan;
  const about = [status.replace('_', ' '), effectiveOn && `for ${effectiveOn}`, author && `by ${author.name}`];
  await print(`${name}: ${about.filter(Boolean).join(', ')}; ${pluralize(moveCount, 'move')}.`);
  if (status === 'draft' && reason !== undefined) await print(`Rejected: ${reason}`);
  if (!computed) return;
  const { moves, sight, structure, openSummaries } = await buildPreview(graph, computed);
  const ids = [...moves.flatMap(({ user, from, to }) => [user.id, from?.id ?? null, to?.id ?? null])];
  const faultIds = computed.preview.faults.map(({ userId = null }) => userId);
  const people = await findNames(graph, [
    ...ids,
    ...faultIds,
    ...[...sight.viewers, ...sight.partners].map(({ user }) => user.id),
  ]);
  const address = (id: string | undefined): string => (id === undefined ? '(top)' : (people.get(id)?.email ?? id));
  for (const { userId = 'operator', code } of computed.preview.faults)
    await print(`fault\t${address(userId)}\t${code}`);
  for (const { user, from, to, below } of moves) {
    await print(`move\t${address(user.id)}\t${address(from?.id)} → ${address(to?.id)}\t${below} below`);
  }
  if (openSummaries > 0) await print(`summaries\t${openSummaries} without a response get another manager`);
  for (const { user, gains, loses } of sight.viewers) await print(`sight\t${address(user.id)}\t+${gains}\t-${loses}`);
  for (const { user, gains, loses } of sight.partners)
    await print(`partner\t${address(user.id)}\t+${gains}\t-${loses}`);
  for (const [figure, before] of Object.entries(structure.before)) {
    const after = structure.after[figure as keyof typeof structure.after];
    if (after !== before) await print(`structure\t${figure}\t${before} → ${after}`);
  }
  if (computed.preview.faults.length > 0) {
    logToStderr(`The plan has ${pluralize(computed.preview.faults.length, 'fault')} and cannot be applied.`);
  }
}

async function printSight(graph: Graph, { preview }: ComputedPreview): Promise<void> {
  for (const batch of splitIntoBatches(listSteps(preview.sight, {}, null, Infinity), namesPerRead)) {
    const people = await findNames(
      graph,
      batch.flatMap(({ viewerId, userId }) => [viewerId, userId]),
    );
    const address = (id: string): string => people.get(id)?.email ?? id;
    for (const { viewerId, userId, change, place } of batch) {
      const permission = findChangedPermission(place, people.get(viewerId)?.roles ?? []);
      await print(`${address(viewerId)}\t${change}\t${address(userId)}\t${permission}`);
    }
  }
}
