// checkin approval ls, approve, reject: what waits for a second admin; the operator decides where no admin can.
import { randomUUID } from 'node:crypto';
import { Option, type Command } from 'commander';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import { approvalKinds, type ApprovalKind } from '../../../src/features/role-requests/approval-kinds.ts';
import type { Approval } from '../../../src/features/role-requests/schema.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { decideApproval } from '../../../src/features/role-requests/approvals.ts';
import { withCaller } from '../caller.ts';
import { addTenantOptions, tenantOption, type TenantOptions } from '../command-tree.ts';
import { logToStderr, print, printJson } from '../output.ts';

export const define = { ls: defineLs, approve: defineDecision('approve'), reject: defineDecision('reject') };

const most = 200;

function defineLs(command: Command): void {
  addTenantOptions(command, 'what waits')
    .addOption(new Option('--kind <kind>', 'only of this kind').choices(approvalKinds))
    .action(async ({ tenant, kind, json }: TenantOptions & { kind?: ApprovalKind }) => {
      const { items } = await withCaller(tenant, 'user:manage', ({ own, asOperator }) => {
        const permittedRoles = asOperator ? null : rolesThatHold('user:manage');
        const params = {
          after: null,
          limit: most - 1,
          kind: kind ?? null,
          permittedRoles,
          now: new Date().toISOString(),
        };
        return own.one<{ items: Approval[] }>('role-requests/list', params);
      });
      if (json) return printJson(items);
      for (const {
        id,
        kind: what,
        user,
        group,
        deputy,
        manager,
        below,
        department,
        role,
        changed,
        requester,
        requesterId,
        requestedAt,
      } of items) {
        const detail = deputy?.name ?? manager?.name ?? below?.name ?? department ?? role ?? changed?.join(',') ?? '';
        await print(
          [
            id,
            what,
            user?.name ?? (group ? `group ${group.name}` : ''),
            detail,
            requester?.name ?? requesterId,
            requestedAt,
          ].join('\t'),
        );
      }
      logToStderr(`${pluralize(items.length, 'request')} of ${tenant}${items.length === most ? ', or more' : ''}.`);
    });
}

function defineDecision(decision: 'approve' | 'reject') {
  return (command: Command): void => {
    command.addOption(tenantOption()).action(async (approvalIds: string[], { tenant }: { tenant: string }) => {
      await withCaller(tenant, 'user:manage', async ({ own, asOperator }) => {
        for (const approvalId of new Set(approvalIds)) {
          const context = { now: new Date().toISOString(), newId: () => randomUUID(), asOperator };
          await decideApproval(own, approvalId, decision, context);
          logToStderr(`${decision === 'approve' ? 'Approved' : 'Rejected'} ${approvalId}.`);
        }
      });
    });
  };
}
