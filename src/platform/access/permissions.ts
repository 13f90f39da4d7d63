// Decides by the table of permissions, refuses, and notes by which permission: every decision of a handler is one of these.
import { AsyncLocalStorage } from 'node:async_hooks';
import { fail } from '../errors.ts';
import { hasPermission, rolesThatHold, type AnyPermission, type Role, type Standing } from '../permissions.ts';

export * from '../permissions.ts';

/**
 * Refuses callers without the permission that an endpoint declares.
 *
 * @throws {ApiError} FORBIDDEN
 */
export function permit(standing: Standing, permission: AnyPermission): void {
  if (!hasPermission(standing, permission)) fail('FORBIDDEN');
  noteDecision(permission);
}

/** Whether a caller gets the part of an answer, or of what can be asked, that needs a permission of `alsoDecides`. */
export function permitPart(standing: Standing, permission: AnyPermission): boolean {
  noteDecision(permission);
  return hasPermission(standing, permission);
}

/** As `rolesThatHold`, for a query that refuses nobody: it is the decision, for each row or a part of it. */
export function permitRowsByQuery(permission: AnyPermission): readonly Role[] {
  noteDecision(permission);
  return rolesThatHold(permission);
}

const decisions = new AsyncLocalStorage<Set<AnyPermission>>();

/** Runs the work, and lists the permissions by which it decided: for tests, which compare them with the declared. */
export async function recordDecisions<T>(work: () => Promise<T>): Promise<{ result: T; decided: AnyPermission[] }> {
  const permissions = new Set<AnyPermission>();
  const result = await decisions.run(permissions, work);
  return { result, decided: [...permissions] };
}

/** Notes that this permission decided. It does nothing outside `recordDecisions`. */
function noteDecision(permission: AnyPermission): void {
  decisions.getStore()?.add(permission);
}
