// Lists of what a caller may see as a whole: the heading of their query is the standing of the caller, which decides access.
import { fail } from '../errors.ts';
import type { Graph, Rows } from '../graph/client.ts';
import type { Call } from '../graph/queries/call-types.ts';
import { permit, rolesThatHold, type ReportPermission, type Role, type Standing } from './permissions.ts';

/** The heading of a query, and the rows that follow. */
export type PermittedList<Head, T> = { head: Head & { standing: Standing }; rows: Rows<T> };

/**
 * Reads a list, and closes it if `permit` refuses the caller.
 *
 * @throws {ApiError} FORBIDDEN
 */
export async function readPermitted<Head, T>(
  graph: Graph,
  call: Call,
  permit: (standing: Standing) => void,
): Promise<PermittedList<Head, T>> {
  const { head, rows } = await graph.list<Head & { standing: Standing | null }, T>(...call);
  try {
    const standing = head.standing ?? fail('FORBIDDEN');
    permit(standing);
    return { head: { ...head, standing }, rows };
  } catch (error) {
    void rows.return().catch(() => undefined);
    throw error;
  }
}

/**
 * Reads a report over the people in sight of the caller of `graph`, or with `asOperator` over the whole tenant.
 *
 * @throws {ApiError} FORBIDDEN
 */
export function readInSight<Head, T>(
  { graph, asOperator }: { graph: Graph; asOperator: boolean },
  permission: ReportPermission,
  toCall: (sight: { asOperator: boolean; rolesWithTenantScope: readonly Role[] }) => Call,
): Promise<PermittedList<Head, T>> {
  const call = toCall({ asOperator, rolesWithTenantScope: rolesThatHold(permission) });
  return readPermitted(graph, call, (standing) => permit(standing, permission));
}
