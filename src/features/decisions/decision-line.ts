// The reporting line that a decision is made along: today's, that of a past time, or that of a plan.
import { permitPart, type Standing } from '../../platform/access/permissions.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import type { AccessContext } from './schema.ts';
import { isInFuture, parseAsOf, toViewAsOf, type ViewParams } from '../../platform/time/as-of.ts';

/** A line, and the time at which is asked; without `view` it is today's. */
export type Line = ViewParams | { view: null; now: string };

/**
 * Reads the line of a context.
 *
 * @throws {ApiError} VALIDATION_ERROR for a time and a plan at once, and for a time that is in the future or that the
 *   database does not know
 */
export function toLine({ asOf, plan }: AccessContext = {}, now: string): Line {
  if (asOf === undefined && plan === undefined) return { view: null, now };
  if (asOf === undefined) return { view: { asOf: null, planId: plan?.toLowerCase() ?? null }, now };
  if (plan !== undefined) failInvalid([{ pointer: '/context', message: 'context must not have both asOf and plan.' }]);
  const time = parseAsOf(asOf);
  if (time === null) return failAsOf('must be an instant such as 2026-11-20T10:00:00.000Z.');
  if (isInFuture(time, now, 'UTC')) return failAsOf('must not be in the future.');
  return toViewAsOf(time, now);
}

const failAsOf = (what: string): never => failInvalid([{ pointer: '/context/asOf', message: `context.asOf ${what}` }]);

/** Has a sibling that reads the line of a view. */
type QueryOfToday =
  | 'decisions/facts'
  | 'decisions/search_own'
  | 'decisions/search_subjects'
  | 'decisions/search_summaries'
  | 'decisions/search_users';

/**
 * Returns the query along the view with its parameters: `decisions/facts` reads today's line, `decisions/facts_in_view` any other.
 */
export function inView<Q extends QueryOfToday, P extends object>(
  query: Q,
  { view, now }: Line,
  params: P,
): [Q, P] | [`${Q}_in_view`, P & ViewParams] {
  return view ? [`${query}_in_view`, { ...params, view, now }] : [query, params];
}

/** @throws {ApiError} FORBIDDEN unless plans may be read: only people who make plans, and services, know a plan */
export function assertMaySee({ view }: Line, isTrusted: boolean, standing: Standing | null): void {
  const readsPlans = isTrusted || (standing !== null && permitPart(standing, 'plan:manage'));
  if (view !== null && view.planId !== null && !readsPlans) fail('FORBIDDEN');
}
