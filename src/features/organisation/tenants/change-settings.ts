// Changes the settings of a tenant, with what follows from it: roles and teams of mapped groups, weeks with absences.
import { randomUUID } from 'node:crypto';
import type { GraphClient, Transaction } from '../../../platform/graph/client.ts';
import {
  isPower,
  resolveSettings,
  type SettingName,
  type Settings,
  type TenantSettings,
} from '../../../platform/settings/settings.ts';
import type { GroupMappings } from '../../../platform/settings/group-mappings.ts';
import { fail } from '../../../platform/errors.ts';
import { toAuditValues } from '../../../platform/schema/audit.ts';
import { createRepeatableIds } from '../../../platform/lib/ids.ts';
import { organisationNotifications } from '../notifications.ts';
import { createNotice } from '../../../platform/notifications/notices.ts';
import { settleAllWeeks } from '../../absences/settle-weeks.ts';
import { operator, toScope, type Actor } from '../people/actor.ts';
import { applyMappings, resolveGroups } from '../people/map-groups.ts';

type SettingChange = { name: SettingName; from: Settings[SettingName]; to: Settings[SettingName] };

/**
 * Changes settings of a tenant in one transaction. They apply from the next request; those that map groups of a directory
 * change the roles and teams of their members at once.
 *
 * @param change valid values from `parseSettings`
 * @returns each changed setting with its old and new value
 * @throws {ApiError} DATABASE_UNAVAILABLE, also if the tenant stays locked
 * @throws {ApiError} VALIDATION_ERROR for a group that cannot be mapped; LAST_ADMIN
 */
export async function changeTenant(
  graph: GraphClient,
  tenantId: string,
  change: TenantSettings,
  { now, by = operator }: { now: Date; by?: Actor },
): Promise<SettingChange[]> {
  const ids = createRepeatableIds();
  const auditId = randomUUID();
  return graph.transaction(toScope(tenantId, by), async (tx) => {
    await by.permit(tx);
    await tx.rows('organisation/lock_tenant');
    const { changes } = await changeSettings(tx, change, {
      now: now.toISOString(),
      auditId,
      newId: ids(),
      isOperator: by === operator,
    });
    return changes;
  });
}

/**
 * Changes settings in a transaction that holds the tenant's write lock, with an entry in the audit log.
 *
 * @param context.isApproved a second admin has approved it
 * @throws {ApiError} VALIDATION_ERROR for a group that cannot be mapped; LAST_ADMIN; ROLE_APPROVAL, SECOND_ADMIN for an admin
 *   alone, also for teams of a department whose partner would see more
 */
export async function changeSettings(
  tx: Transaction,
  change: TenantSettings,
  {
    now,
    auditId,
    newId,
    isOperator,
    isApproved = false,
  }: { now: string; auditId: string; newId: () => string; isOperator: boolean; isApproved?: boolean },
): Promise<{ changes: SettingChange[]; after: Settings }> {
  const settings: TenantSettings = { ...change, ...(await resolveGroups(tx, pickMappings(change))) };
  const [row] = await tx.rows<{ before: TenantSettings }>('tenants/update_settings', { settings, now });
  if (!row) throw new Error('The tenant no longer exists.');
  const before = resolveSettings(row.before);
  const after = resolveSettings({ ...row.before, ...settings });
  if (
    !isOperator &&
    before.roleApproval === 'second_admin' &&
    (change.roleApproval ?? change.establishedDays ?? change.groupRoles ?? change.elevatedRoles)
  )
    fail(
      'ROLE_APPROVAL',
      'While roles need a second admin, who operates the service sets roleApproval, establishedDays, groupRoles and elevatedRoles.',
    );
  const endsReview = before.planApproval === 'second_admin' && after.planApproval === 'none';
  if (!isOperator && !isApproved && before.roleApproval === 'second_admin' && endsReview)
    fail('SECOND_ADMIN', 'Plans without a second admin need one: request it at /admin/approvals/plan-approval.');
  if (change.groupRoles ?? change.groupTeams) {
    await applyMappings(tx, { before, after }, { now, newId, isOperator });
  }
  const decideWorkingDays = [change.region, change.workingDays, change.regionWorkingDays, change.regionFreeDays];
  if (decideWorkingDays.some((value) => value !== undefined)) await settleAllWeeks(tx, now);
  const changes = (Object.keys(change) as SettingName[]).map((name) => ({ name, from: before[name], to: after[name] }));
  const values = changes.map(({ name, from, to }) => ({ field: name, before: from, after: to }));
  const facts = { fields: changes.map(({ name }) => name), ...toAuditValues(values) };
  await tx.rows('audit/record', { entries: [{ id: auditId, action: 'settings.update', facts }], now });
  const ruled = changes.filter(({ name, from, to }) => isPower(name) && JSON.stringify(from) !== JSON.stringify(to));
  if (ruled.length > 0) {
    const payload = { settings: ruled.map(({ name }) => name), by: isOperator ? 'operator' : 'admin' } as const;
    const notice = createNotice(organisationNotifications, 'org.rules_changed', payload);
    await tx.rows('organisation/tell_roles', {
      rows: [{ ...notice, subjectId: null, eventId: auditId, namesCaller: true }],
      now,
    });
  }
  return { changes, after };
}

function pickMappings({ groupRoles, groupTeams }: TenantSettings): GroupMappings {
  return { ...(groupRoles && { groupRoles }), ...(groupTeams && { groupTeams }) };
}
