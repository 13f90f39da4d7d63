// checkin partner ls, end, groups, end-group: who has the sight of the People Team for a part of the company.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import { createRepeatableIds } from '../../../src/platform/lib/ids.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { endPart } from '../../../src/features/partners/name-partners.ts';
import { endGivenPart } from '../../../src/features/partners/group-parts.ts';
import type { GroupPart, Part } from '../../../src/features/partners/schema.ts';
import { withCaller } from '../caller.ts';
import { addTenantOptions, tenantOption, type TenantOptions } from '../command-tree.ts';
import { logToStderr, print, printJson } from '../output.ts';

export const define = { ls: defineLs, end: defineEnd, groups: defineGroups, 'end-group': defineEndGroup };

/** A tenant has no more. */
const most = 200;
const permission = 'partner:manage';

function defineLs(command: Command): void {
  addTenantOptions(command, 'the parts').action(async ({ tenant, json }: TenantOptions) => {
    const { items } = await withCaller(tenant, permission, ({ own, asOperator }) => {
      const permittedRoles = asOperator ? null : rolesThatHold(permission);
      const now = new Date().toISOString();
      return own.one<{ items: Part[] }>('partners/list', { after: null, limit: most, permittedRoles, now });
    });
    if (json) return printJson(items);
    for (const { id, partner, group, ...part } of items)
      await print([id, partner.name, ...showPart(part), ...(group ? [`group ${group.name}`] : [])].join('\t'));
    logToStderr(`${pluralize(items.length, 'part')} of ${tenant}.`);
  });
}

function defineEnd(command: Command): void {
  command.addOption(tenantOption()).action(async (partIds: string[], { tenant }: { tenant: string }) => {
    await withCaller(tenant, permission, async ({ own, asOperator }) => {
      for (const partId of new Set(partIds)) {
        const ids = { auditId: randomUUID(), eventId: randomUUID() };
        const permittedRoles = asOperator ? null : rolesThatHold(permission);
        const now = new Date().toISOString();
        const { isEnded } = await own.atomically((tx) => endPart(tx, { partId, permittedRoles }, { ...ids, now }));
        if (!isEnded) throw new Error(`${tenant} has no part ${partId} with a partner; it may have ended.`);
        logToStderr(`Ended ${partId}.`);
      }
    });
  });
}

type Shown = Pick<Part, 'below' | 'department' | 'from' | 'to'>;
const showPart = ({ below, department, from, to }: Shown): string[] => [
  below ? `below ${below.name}` : (department ?? ''),
  from,
  to,
];

function defineGroups(command: Command): void {
  addTenantOptions(command, 'the parts').action(async ({ tenant, json }: TenantOptions) => {
    const { items } = await withCaller(tenant, permission, ({ own, asOperator }) => {
      const permittedRoles = asOperator ? null : rolesThatHold(permission);
      const now = new Date().toISOString();
      return own.one<{ items: GroupPart[] }>('partners/list_given', { after: null, limit: most, permittedRoles, now });
    });
    if (json) return printJson(items);
    for (const { id, group, partners, ...part } of items)
      await print([id, `group ${group.name}`, ...showPart(part), pluralize(partners, 'partner')].join('\t'));
    logToStderr(`${pluralize(items.length, 'part')} of ${tenant}.`);
  });
}

function defineEndGroup(command: Command): void {
  command.addOption(tenantOption()).action(async (partIds: string[], { tenant }: { tenant: string }) => {
    await withCaller(tenant, permission, async ({ own, asOperator }) => {
      for (const partId of new Set(partIds)) {
        const permittedRoles = asOperator ? null : rolesThatHold(permission);
        const restartIds = createRepeatableIds();
        const now = new Date().toISOString();
        const { isEnded } = await own.atomically((tx) =>
          endGivenPart(tx, { partId, permittedRoles }, { newId: restartIds(), now }),
        );
        if (!isEnded) throw new Error(`${tenant} has no part ${partId} that a group gives; it may have ended.`);
        logToStderr(`Ended ${partId}.`);
      }
    });
  });
}
