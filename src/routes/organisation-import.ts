// The import of people from an uploaded file, which the worker makes.
import { failNotFoundOrForbidden, permit, rolesThatManageOrganisation, type Standing } from '../access/permissions.ts';
import { failMissedWrite } from '../access/caller-graph.ts';
import { fail } from '../errors.ts';
import { OrgImportJob, type OrgImport } from '../model/index.ts';
import { storageWithinMs } from '../storage/file-storage.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { dryRunQuery, readTenant } from './organisation-settings.ts';

const permission = 'organisation:manage';
const unfinished = 'It was begun several times and never ended; upload the file again.';

const importOrganisation = defineEndpoint({
  method: 'POST',
  path: '/admin/organisation/imports',
  operationId: 'importOrganisation',
  summary: 'Import people from a CSV file.',
  description:
    'Columns email, name, jobTitle, team, department, managerEmail, roles, and others as an export has them. The worker imports all ' +
    'of the file, or nothing if it has a fault: read the import at Location until it is `done` or `failed`. A file that was ' +
    'imported before changes nothing. One import at a time.',
  effects: 'Stores the file and starts an import, which creates, changes and moves people unless `dryRun=true`.',
  audit: 'organisation.upload',
  permission,
  query: dryRunQuery,
  upload: { maxBytes: 20_000_000, type: 'text/csv' },
  withinMs: storageWithinMs + 2_500, // with an Idempotency-Key the file is stored within the transaction
  success: 202,
  response: OrgImportJob,
  errors: ['ORGANISATION_BUSY', 'FILES_UNAVAILABLE'],
  location: ({ importId }) => `/admin/organisation/imports/${importId}`,
  async handler({ query: { dryRun = false }, upload, graph, files, now, newId }) {
    await readTenant(graph);
    const csv = await upload();
    const importId = newId();
    await files.put(importId, csv);
    try {
      const params = { importId, eventId: newId(), isDryRun: dryRun, now, permittedRoles: rolesThatManageOrganisation };
      const begun = await graph.write<{ isBusy: boolean }>('org/begin_import', params);
      if (!begun) return await failMissedWrite(graph, 'FORBIDDEN');
      if (begun.isBusy) return fail('ORGANISATION_BUSY');
    } catch (error) {
      await files.remove(importId).catch(() => undefined); // the file sweep removes it later
      throw error;
    }
    return { importId, status: 'queued' as const, dryRun, createdAt: now };
  },
});

type StoredImport = Omit<OrgImportJob, 'result'> & { result?: string };

const readOrganisationImport = defineEndpoint({
  method: 'GET',
  path: '/admin/organisation/imports/{importId}',
  operationId: 'getOrganisationImport',
  summary: 'Get an import of people, with its progress or result.',
  description:
    'The last import of the tenant is kept. What it says about people is deleted when one of them is erased.',
  permission,
  response: OrgImportJob,
  errors: ['ORG_IMPORT_NOT_FOUND'],
  async handler({ params: { importId }, graph }) {
    type Found = { standing: Standing; job: StoredImport | null };
    const { standing, job } = await graph.one<Found>('org/find_import', { importId });
    permit(standing, permission);
    if (!job) return failNotFoundOrForbidden(graph, 'ORG_IMPORT_NOT_FOUND', importId);
    const { result, error, ...rest } = job;
    const reason = error ?? (job.status === 'failed' && result === undefined ? unfinished : undefined);
    return {
      ...rest,
      ...(result !== undefined && { result: JSON.parse(result) as OrgImport }),
      ...(reason !== undefined && { error: reason }),
    };
  },
});

export const organisationImport = [importOrganisation, readOrganisationImport];
