// Applies the scheduled plans of all tenants when their day begins.
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../platform/errors.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import { startLoop, type Loop } from '../../platform/lib/loops.ts';
import { applyDuePlan } from './apply-plan.ts';
import type { JobServices } from '../../platform/outbox/work.ts';
import { resolveSettings } from '../../platform/settings/settings.ts';
import { toLocalDate } from '../../platform/time/weeks.ts';
import { getTraceparent, inSpan } from '../../platform/telemetry/spans.ts';

const intervalMs = 30_000;
/** The moves of a large plan are one transaction. */
const withinMs = 300_000;
/** A plan that could not be handled is tried again after this time: each try holds the tenant's lock. */
const retryAfterMs = 5 * 60_000;

type DuePlan = { tenantId: string; timezone?: string; planId: string; effectiveOn: string; actorId: string };

/** The plans that this call has applied or blocked. */
export type HandledPlan = { tenantId: string; planId: string; status: string };

/**
 * Applies the plans whose day has begun in the time zone of their tenant, also when no worker ran at that time. A plan
 * with faults becomes blocked. A fault in one plan does not affect the others.
 *
 * @param now ISO 8601
 * @param failedAt when plans failed before, by id; they wait a while. Failures are added, and removed on success
 * @throws {AggregateError} after all plans, if some could not be handled
 */
export async function applyDuePlans(
  graph: GraphClient,
  now: string,
  failedAt = new Map<string, number>(),
): Promise<HandledPlan[]> {
  const latestDate = toLocalDate(now, '+14:00');
  const { plans } = await graph.bind({}).one<{ plans: DuePlan[] }>('tenants/due_plans', { latestDate });
  const handled: HandledPlan[] = [];
  const faults: unknown[] = [];
  const failedPlans: string[] = [];
  for (const { tenantId, timezone = null, planId, effectiveOn, actorId } of plans) {
    if (effectiveOn > toLocalDate(now, resolveSettings({ timezone }).timezone)) continue;
    if (Date.parse(now) - (failedAt.get(planId) ?? -Infinity) < retryAfterMs) continue;
    const scope = { tenantId, userId: actorId, withinMs, source: 'worker' as const };
    const change = { changeId: randomUUID(), now, asOperator: true };
    const options = { isRoot: true, attributes: { 'checkin.tenant.id': tenantId } };
    try {
      const status = await inSpan('apply due plan', options, (span) =>
        applyDuePlan(graph.bind({ ...scope, traceparent: getTraceparent(span) }), planId, change),
      );
      failedAt.delete(planId);
      if (status) handled.push({ tenantId, planId, status });
    } catch (error) {
      const isDeleted = error instanceof ApiError && error.code === 'PLAN_NOT_FOUND';
      if (isDeleted) continue;
      failedAt.set(planId, Date.parse(now));
      faults.push(error);
      failedPlans.push(`${planId} of tenant ${tenantId}`);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `Plans could not be applied: ${failedPlans.join(', ')}.`);
  return handled;
}

/** Checks immediately and then every 30 s. `stop` waits for a running check. */
export function startDuePlans({ graph, now, log }: JobServices): Loop {
  const failedAt = new Map<string, number>();
  const onFault = (error: unknown): void => log.warn({ err: error }, 'check of scheduled plans failed');
  return startLoop({ pauseMs: intervalMs, onFault }, async () => {
    for (const handled of await applyDuePlans(graph, now().toISOString(), failedAt))
      log.info(handled, 'scheduled plan handled');
  });
}
