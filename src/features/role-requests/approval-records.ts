// What is told and recorded of a request that a second admin decides.
import { createNotice } from '../../platform/notifications/notices.ts';
import type { Role } from '../../platform/permissions.ts';
import { toAuditValues, type AuditValues } from '../../platform/schema/audit.ts';
import type { ApprovalKind } from './approval-kinds.ts';
import { roleRequestNotifications } from './notifications.ts';

/** Requests for roles had a notification of their own before there were others. */
export const createRequestNotice = (
  request: { kind: ApprovalKind; role?: Role },
  personName: string | undefined,
  groupName?: string,
) =>
  request.role !== undefined
    ? createNotice(roleRequestNotifications, 'org.role_requested', { personName: personName ?? '', role: request.role })
    : createNotice(roleRequestNotifications, 'approval.requested', {
        kind: request.kind,
        by: 'admin',
        ...(personName !== undefined && { personName }),
        ...(groupName !== undefined && { groupName }),
      });

/** What the audit entry of a request says; `groupName` is that of the group that it is about. */
export function describe(
  about: { kind: ApprovalKind; role?: Role } & {
    userId?: string | null;
    otherId?: string | null;
    groupId?: string | null;
    departmentKey?: string | null;
  },
  groupName?: string,
) {
  const { kind, role, departmentKey } = about;
  const other = ({ deputy: 'deputyId', move: 'toManagerId' } as Partial<Record<ApprovalKind, string>>)[kind];
  const values = [
    ...(role === undefined ? [{ field: 'kind', after: kind }] : [{ field: 'role', after: role }]),
    ...(kind === 'partner' && about.otherId ? [{ field: 'below', after: about.otherId }] : []),
    ...(groupName !== undefined ? [{ field: 'group', after: groupName }] : []),
    ...(departmentKey ? [{ field: 'department', after: departmentKey }] : []),
  ];
  return {
    ...(about.userId && { userId: about.userId }),
    ...(about.groupId && { groupId: about.groupId }),
    ...(about.otherId && other && { [other]: about.otherId }),
    ...(toAuditValues(values) satisfies AuditValues),
  };
}
