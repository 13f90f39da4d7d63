// Bodies above the usual size: only callers with the permission of the endpoint may send them.
import type { Context } from 'koa';
import {
  permit,
  type AnyPermission,
  type Permission,
  type ServiceScope,
  type Standing,
} from '../../access/permissions.ts';
import type { Graph } from '../../graph/client.ts';
import { jsonBody } from '../../limits.ts';
import { assertCallerKind, type Caller } from '../caller/caller.ts';

type Declared = {
  permission?: AnyPermission;
  callers?: readonly ('user' | ServiceScope)[];
};

/**
 * Checks the caller of an endpoint that accepts large bodies before more than the usual size is read. Bodies of the
 * usual size are checked by the handler, like those of other endpoints.
 *
 * @throws {ApiError} FORBIDDEN, UNAUTHENTICATED
 */
export async function admitLargeBody(
  ctx: Context,
  { permission, callers = ['user'] }: Declared,
  caller: Caller,
  graph: Graph,
): Promise<void> {
  const isUsual = !ctx.get('Transfer-Encoding') && !ctx.get('Content-Encoding') && ctx.request.length <= jsonBody.bytes;
  if (isUsual) return;
  assertCallerKind(caller, callers);
  if (caller.kind === 'service' || !permission) return;
  const { standing } = await graph.one<{ standing: Standing }>('access/caller');
  permit(standing, permission as Permission);
}
