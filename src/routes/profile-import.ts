// Loads a profile import and builds its response.
import { failNotFoundOrForbidden, permit, type Standing } from '../access/permissions.ts';
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import type { ImportJob, InsightsProfile } from '../model/index.ts';
import { diffProfiles } from '../profile-parser/proposal.ts';

const stalledImportMessage = 'Reading the PDF was begun several times and never ended; upload the file again.';

type ImportAccess = {
  standing: Standing;
  /** `parsedFields` and `evidence` are JSON. */
  job: {
    jobId: string;
    userId: string;
    status: ImportJob['status'];
    parsedFields?: string;
    evidence?: string;
    warnings?: string[];
    error?: string;
  };
  storedFields: string | null;
};

/** Loads an import job. A job of another user than the one in the path is not found. */
export async function findImport(graph: Graph, path: { userId: string; jobId: string }): Promise<ImportAccess> {
  const access = await graph.one<Omit<ImportAccess, 'job'> & { job: ImportAccess['job'] | null }>(
    'profiles/find_import',
    path,
  );
  permit(access.standing, 'profile:import');
  const { job } = access;
  if (!job) return failNotFoundOrForbidden(graph, 'IMPORT_JOB_NOT_FOUND', path.jobId);
  if (job.userId !== path.userId) fail('IMPORT_JOB_NOT_FOUND');
  return { ...access, job };
}

/** Builds the response; a parsed import is compared with the saved profile. */
export function toImportJob({ job, storedFields }: ImportAccess): ImportJob {
  const { jobId, status, parsedFields, evidence, warnings } = job;
  const error = job.error ?? (status === 'failed' ? stalledImportMessage : undefined);
  const fields = parsedFields === undefined ? undefined : (JSON.parse(parsedFields) as InsightsProfile);
  const compared = status === 'parsed' && fields && storedFields;
  return {
    jobId,
    status,
    ...(fields && { parsedFields: fields }),
    ...(error !== undefined && { error }),
    ...(evidence !== undefined && { evidence: JSON.parse(evidence) as NonNullable<ImportJob['evidence']> }),
    ...(warnings && { warnings }),
    ...(compared && { diff: diffProfiles(JSON.parse(storedFields) as InsightsProfile, fields) }),
  };
}
