// Who changes an organisation: the operator at the command line, or an admin.
import { permit, rolesThatHold, type Standing } from '../../../platform/access/permissions.ts';
import { fail } from '../../../platform/errors.ts';
import { dropAbsent } from '../../../platform/lib/fields.ts';
import type { QueryScope, Transaction } from '../../../platform/graph/client.ts';

/** `permit` runs first in the transaction of a change, and refuses by throwing. */
export type Actor = Pick<QueryScope, 'userId' | 'source'> & { permit(tx: Transaction): Promise<void> };

/** Needs no permission. */
export const operator: Actor = { userId: 'operator', permit: () => Promise.resolve() };

/** An admin, who is permitted once more under the tenant's write lock. */
export const toAdmin = (userId: string, source: NonNullable<QueryScope['source']>): Actor => ({
  userId,
  source,
  async permit(tx) {
    const params = { permittedRoles: rolesThatHold('organisation:manage') };
    const [row] = await tx.rows<{ standing: Standing | null }>('organisation/permit_change', params);
    permit(row?.standing ?? fail('UNAUTHENTICATED'), 'organisation:manage');
  },
});

/** The scope of a change by an actor. */
export const toScope = (tenantId: string, { userId, source }: Actor): QueryScope =>
  dropAbsent({ tenantId, userId, source });
