// checkin audit export: prints a tenant's audit log, a JSON document a line, with the hashes of its chain.
import type { Command } from 'commander';
import { readChain } from '../../../src/changes/audit-chain.ts';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { recordOfOperator, withConnection } from '../connect.ts';
import { write } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async ({ tenant }: { tenant: string }) => {
    await withConnection(async ({ graph }) => {
      const tenantId = await findTenantId(graph, tenant);
      await recordOfOperator(graph, tenantId, 'audit.export');
      const log = graph.bind({ tenantId });
      for await (const page of readChain(log)) {
        await write(page.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      }
    });
  });
}
