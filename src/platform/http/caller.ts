// Who calls: a user or a service, always of one tenant. Roles are not known here; they come from the graph.
import type { Context } from 'koa';
import type { ServiceScope } from '../access/permissions.ts';
import { fail } from '../errors.ts';

/** What a token says of the application that sends it: its client at the provider, and the scopes that were granted to it. */
export type Grant = { client: string | null; scopes: readonly string[] };
/** An assistant that acts for a user, with a tool. Audit entries name both. */
export type Assistant = { client: string; tool: string };

/** A user, or a service with scopes; always of one tenant. */
export type Caller =
  | { kind: 'user'; tenantId: string; userId: string; grant?: Grant; assistant?: Assistant }
  | { kind: 'service'; tenantId: string; name: string; scopes: ServiceScope[] };

/** Returns the caller's id within the tenant: a user's id, or `service:<name>`. */
export function getCallerId(caller: Caller): string {
  return caller.kind === 'user' ? caller.userId : `service:${caller.name}`;
}

export function getCaller(ctx: Context): Caller {
  return (ctx.state as { caller: Caller }).caller;
}

/** Refuses callers of another kind. @throws {ApiError} FORBIDDEN */
export function assertCallerKind(caller: Caller, callers: readonly ('user' | ServiceScope)[]): void {
  const holds = caller.kind === 'user' ? (['user'] as const) : caller.scopes;
  if (!callers.some((one) => holds.some((scope) => scope === one))) fail('FORBIDDEN');
}
