// checkin audit export, verify: a tenant's audit log, with the hashes of its chain.
import type { Command } from 'commander';
import { readChain, verifyChain } from '../../../src/platform/audit/audit-chain.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { recordOfOperator, withConnection } from '../connect.ts';
import { write, logToStderr, print, printJson } from '../output.ts';

export const define = { export: defineExport, verify: defineVerify };

function defineExport(command: Command): void {
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

const headPattern = /^([1-9]\d{0,15}):([0-9a-f]{64})$/;

function defineVerify(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--head <head>', 'what an earlier call printed: tells also a log that was made anew')
    .option('--json', 'print the result as JSON')
    .action(async ({ tenant, head: text, json }: { tenant: string; head?: string; json?: true }) => {
      const [, sequence, hash = ''] = headPattern.exec(text ?? '') ?? [];
      if (text !== undefined && !sequence)
        command.error('error: --head is a number, a colon and a hash', { exitCode: 2 });
      const known = sequence === undefined ? undefined : { sequence: Number(sequence), hash };
      const report = await withConnection(async ({ graph }) =>
        verifyChain(graph.bind({ tenantId: await findTenantId(graph, tenant) }), known),
      );
      const { entries, pending, head, faults } = report;
      if (json) await printJson(report);
      else {
        for (const { sequence: place, id, fault } of faults) await print(`${fault}\t${place}\t${id ?? ''}`);
        if (head) await print(`head\t${head.sequence}:${head.hash}`);
      }
      if (faults.length > 0) process.exitCode = 1;
      const waiting = pending > 0 ? `; ${pending} wait for their place` : '';
      const found = faults.length > 0 ? pluralize(faults.length, 'fault') : 'no faults';
      logToStderr(`${pluralize(entries, 'entry', 'entries')} of ${tenant} verified: ${found}${waiting}.`);
    });
}
