// Who changes an organisation: the operator at the command line, or an admin over HTTP.
import type { QueryScope, Transaction } from '../graph/client.ts';

/** `permit` runs first in the transaction of a change, and refuses by throwing. */
export type Actor = Pick<QueryScope, 'userId' | 'source'> & { permit(tx: Transaction): Promise<void> };

/** Needs no permission. */
export const operator: Actor = { userId: 'operator', permit: () => Promise.resolve() };

/** The scope of a change by an actor. */
export const toScope = (tenantId: string, { userId, source }: Actor): QueryScope => ({
  tenantId,
  ...(userId !== undefined && { userId }),
  ...(source !== undefined && { source }),
});
