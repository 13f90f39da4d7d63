// checkin org …: the organisation of a tenant, from its file to its people.
import type { Command } from 'commander';
import { addOrgCheck } from './org-check.ts';
import { addOrgErase } from './org-erase.ts';
import { addOrgExport } from './org-export.ts';
import { addOrgImport } from './org-import.ts';
import { addOrgMove } from './org-move.ts';
import { addOrgPresence } from './org-presence.ts';
import { addOrgTree } from './org-tree.ts';

/** Adds `org` and everything below it. */
export function addOrg(program: Command): void {
  const org = program.command('org').description("import, export, look at and change a tenant's organisation");
  const commands = [addOrgImport, addOrgExport, addOrgMove, addOrgTree, addOrgCheck, addOrgPresence, addOrgErase];
  for (const add of commands) add(org);
}
