// The reporting line that a decision is made along: today's, that of a past time, or that of a plan.
import { Temporal } from 'temporal-polyfill';
import { hasPermission, type Standing } from '../access.ts';
import { fail, failInvalid } from '../errors.ts';
import type { AccessContext } from '../model/index.ts';

/** As of an instant (ISO 8601), or as if a plan were applied: exactly one of them is not null. */
export type View = { asOf: string | null; planId: string | null };

/**
 * Reads the view of a context; null for today's line.
 *
 * @throws {ApiError} VALIDATION_ERROR for both at once, and for what RFC 3339 knows and the database does not
 */
export function toView({ asOf, plan }: AccessContext = {}): View | null {
  if (asOf === undefined && plan === undefined) return null;
  if (asOf === undefined) return { asOf: null, planId: plan?.toLowerCase() ?? null };
  if (plan !== undefined) failInvalid([{ pointer: '/context', message: 'context must not have both asOf and plan.' }]);
  try {
    return { asOf: Temporal.Instant.from(asOf).toString(), planId: null };
  } catch {
    const message = 'context.asOf must be an instant such as 2026-11-20T10:00:00.000Z.';
    return failInvalid([{ pointer: '/context/asOf', message }]);
  }
}

/**
 * Returns the query along the view with its parameters: `access/facts` reads today's line, `access/facts_in_view` any other.
 */
export function inView<P extends object>(query: string, view: View | null, params: P): [string, P & { view?: View }] {
  return view ? [`${query}_in_view`, { ...params, view }] : [query, params];
}

/** @throws {ApiError} FORBIDDEN unless plans may be read: a plan is known to those who make plans, and to services */
export function assertMaySee(view: View | null, isTrusted: boolean, standing: Standing | null): void {
  if (view?.planId == null || isTrusted) return;
  if (!standing || !hasPermission(standing, 'plan:manage')) fail('FORBIDDEN');
}
