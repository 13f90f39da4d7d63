// checkin org plan report: the page of a plan, for the people who sign it off.
import { Option, type Command } from 'commander';
import { findPlan, startCommandChange, toOrgPlan } from '../../../src/features/org-plans/plan.ts';
import { buildPreview, computePreview, findNames } from '../../../src/features/org-plans/preview.ts';
import { listSteps } from '../../../src/features/org-plans/sight.ts';
import type { Language } from '../../../src/platform/lib/languages.ts';
import { languageOption, tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { writeOutput } from '../report/destination.ts';
import { renderPlanPage } from '../report/plan-page.ts';
import { parsePlanId } from './plan-id.ts';

type Options = { tenant: string; out?: string; language?: Language };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(new Option('--format <format>', 'the output format').choices(['html']).default('html'))
    .option('--out <file>', 'write to this file, atomically')
    .addOption(languageOption())
    .action(async (id: string, { tenant: slug, out, language }: Options) => {
      const planId = parsePlanId(id);
      const page = await withCaller(slug, 'plan:manage', async (acting) => {
        const { own, tenant } = acting;
        const change = startCommandChange(acting);
        const plan = toOrgPlan((await findPlan(own, planId, change)).plan);
        const computed = await computePreview(own, planId, change);
        const { moves, faults, findPath, sight: changes } = computed.preview;
        const sight = listSteps(changes, {}, null, Infinity);
        const paths = moves.map(({ userId }) => ({
          userId,
          before: findPath(userId, 'before'),
          after: findPath(userId, 'after'),
        }));
        const people = await findNames(own, [
          ...paths.flatMap(({ userId, before, after }) => [userId, ...before, ...after]),
          ...sight.flatMap(({ viewerId, userId }) => [viewerId, userId]),
          ...faults.map(({ userId = null }) => userId),
        ]);
        const preview = await buildPreview(own, computed);
        return renderPlanPage(
          { tenant, plan, preview, people, paths, sight },
          { now: new Date(), language: language ?? acting.language },
        );
      });
      await writeOutput(out, [page]);
    });
}
