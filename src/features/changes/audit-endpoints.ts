// The audit log: what was changed in the organisation, by whom.
import { Type } from '@sinclair/typebox';
import { rolesThatHold } from '../../platform/access/permissions.ts';
import { AuditEntry } from '../../platform/schema/audit.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import { Uuid, optionalField } from '../../platform/schema/values.ts';
import { createInstantFilter, defineList, toInstant, readPermittedPage } from '../../platform/http/declaration/list.ts';

const listAudit = defineList({
  path: '/audit',
  operationId: 'listAuditEntries',
  summary: 'List the audit log.',
  description: 'Newest first. Entries are kept for as long as the tenant, or as the setting `retention` says.',
  permission: 'audit:read',
  filters: {
    userId: optionalField(Uuid, 'Entries about this person', exampleIds.employee),
    actorId: optionalField(
      Type.String({ format: 'text', minLength: 1, maxLength: 200 }),
      'Entries by this user, service or `operator`',
      exampleIds.manager,
    ),
    planId: optionalField(Uuid, 'Entries of this plan: its steps and its moves', exampleIds.orgPlan),
    action: optionalField(
      Type.String({ format: 'text', minLength: 1, maxLength: 100 }),
      'Entries of this action',
      'reporting-line.move',
    ),
    from: createInstantFilter('Entries of this instant and later ones'),
    to: createInstantFilter('Entries before this instant', '2026-12-01T00:00:00Z'),
  },
  item: AuditEntry,
  load({ query: { userId = null, actorId = null, planId = null, action = null, from, to }, graph }, page) {
    const filters = { userId, actorId, planId, action, from: toInstant('from', from), to: toInstant('to', to) };
    const params = { ...page, ...filters, permittedRoles: rolesThatHold('audit:read') };
    return readPermittedPage<AuditEntry>(graph, 'audit:read', 'audit/list', params);
  },
});

export const audit = [listAudit];
