// Insights profiles: read them; import them from a PDF that an admin uploads and confirms.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { permitRead } from '../../platform/audit/record-read.ts';
import { fail } from '../../platform/errors.ts';
import { ImportJob, ImportListEntry, ImportStatus, InsightsProfile, ProfileCorrection } from './schema.ts';
import { optionalField } from '../../platform/schema/values.ts';
import { applyCorrection, isPdf, diffProfiles } from './parser/proposal.ts';
import { storageWithinMs, type TenantFiles } from '../../platform/storage/file-storage.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, readPermittedPage } from '../../platform/http/declaration/list.ts';
import type { Graph } from '../../platform/graph/client.ts';

const readInsights = defineEndpoint({
  method: 'GET',
  path: '/users/{userId}/insights',
  operationId: 'getInsights',
  summary: 'Get the full insights profile of a user.',
  audit: 'insights.read',
  description: 'With a link to its PDF that is valid for five minutes.',
  permission: 'profile:read',
  response: InsightsProfile,
  etag: false,
  errors: ['USER_NOT_FOUND', 'PROFILE_NOT_FOUND'],
  async handler({ params: { userId }, graph, files, recordRead, now }) {
    const { standing, userFound, profile } = await graph.one<ProfileAccess>('profiles/insights', { userId, now });
    if (!userFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    await permitRead(recordRead, standing, 'profile:read', { userId });
    if (!profile) return fail('PROFILE_NOT_FOUND');
    const fields = JSON.parse(profile.fields) as InsightsProfile;
    return { ...fields, summary: { ...fields.summary, fullProfilePdfUrl: files.linkTo(profile.fileId) } };
  },
});
type ProfileAccess = { standing: Standing; userFound: boolean; profile: { fields: string; fileId: string } | null };

/** Uploads that are under way at the same moment can exceed it by a few. The query counts no more. */
const maxWaiting = 200;
/** Imports of a user that were read or have ended: older ones are deleted with the next upload, the sweep deletes their files. */
const keptImports = 50;
const tooManyWaiting = `${maxWaiting} profiles wait to be read, which is the limit; upload more when some are done.`;

const importProfile = defineEndpoint({
  method: 'POST',
  path: '/admin/users/{userId}/insights/import',
  operationId: 'importProfile',
  summary: "Upload a user's profile as a PDF.",
  description:
    'The PDF is parsed in the background: read the import at Location until it is `parsed`, then confirm or reject it.',
  effects: 'Stores the file and starts an import. The profile changes when the import is confirmed.',
  audit: 'profile.upload',
  permission: 'profile:import',
  upload: { maxBytes: 10_000_000, type: 'application/pdf' },
  success: 202,
  response: ImportJob,
  errors: ['FILES_UNAVAILABLE', 'LIMIT_REACHED'],
  withinMs: storageWithinMs + 2_500, // with an Idempotency-Key the file is stored within the transaction
  location: ({ jobId }, { userId }) => `/admin/users/${userId}/insights/import/${jobId}`,
  async handler({ params: { userId }, upload, graph, files, now, newId }) {
    type Found = { standing: Standing; userFound: boolean; waiting: number };
    const { standing, userFound, waiting } = await graph.one<Found>('profiles/find_user', { userId });
    permit(standing, 'profile:import');
    if (!userFound) fail('FORBIDDEN');
    if (waiting >= maxWaiting) fail('LIMIT_REACHED', tooManyWaiting);
    const pdf = await upload();
    if (!isPdf(pdf)) fail('VALIDATION_ERROR', 'The file is not a PDF.');
    const jobId = newId();
    await files.put(jobId, pdf);
    try {
      const params = {
        userId,
        jobId,
        eventId: newId(),
        now,
        keptImports,
        permittedRoles: rolesThatHold('profile:import'),
      };
      const started = await graph.write<{ job: ImportJob }>('profiles/create_import', params);
      return started?.job ?? (await failMissedWrite(graph, 'FORBIDDEN'));
    } catch (error) {
      await removeFile(files, jobId); // also when the outcome is unknown: an import without its file ends as failed
      throw error;
    }
  },
});

const openStatuses: readonly ImportStatus[] = ['queued', 'processing', 'parsed'];

const listImports = defineList({
  path: '/admin/imports',
  operationId: 'listImports',
  summary: 'List the profile imports of the tenant.',
  description: 'Newest first.',
  permission: 'profile:import',
  filters: {
    status: optionalField(ImportStatus, 'Imports with this status; default: queued, processing and parsed'),
  },
  item: ImportListEntry,
  load({ query: { status }, graph }, page) {
    const statuses = status ? [status] : openStatuses;
    const storedStatuses = status === 'failed' ? [status, 'queued', 'processing'] : statuses;
    const params = { statuses, storedStatuses, ...page };
    return readPermittedPage<ImportListEntry>(graph, 'profile:import', 'profiles/list_imports', params);
  },
});

const readImport = defineEndpoint({
  method: 'GET',
  path: '/admin/users/{userId}/insights/import/{jobId}',
  operationId: 'getImport',
  summary: 'Get an import with what was read.',
  audit: 'profile-import.read',
  description: 'The parsed fields, where each was found and how certain it is, and what confirming would change.',
  permission: 'profile:import',
  response: ImportJob,
  errors: ['IMPORT_JOB_NOT_FOUND'],
  async handler({ params, graph, recordRead }) {
    const access = await findImport(graph, params);
    const { userId, parsedFields } = access.job;
    if (parsedFields !== undefined) await recordRead({ userId });
    return toImportJob(access);
  },
});

const confirmImport = defineEndpoint({
  method: 'POST',
  path: '/admin/users/{userId}/insights/import/{jobId}/confirm',
  operationId: 'confirmImport',
  summary: 'Confirm an import.',
  description: 'The body may be left out; its fields replace parsed ones.',
  effects: "Saves the parsed fields as the user's profile and removes the file of the one before.",
  audit: 'profile.confirm',
  permission: 'profile:import',
  body: ProfileCorrection,
  bodyOptional: true,
  response: ImportJob,
  errors: ['IMPORT_JOB_NOT_FOUND', 'IMPORT_NOT_PARSED'],
  async handler({ params, body, graph, files, now, newId, afterCommit }) {
    const access = await findImport(graph, params);
    const { parsedFields } = access.job;
    if (parsedFields === undefined) return fail('IMPORT_NOT_PARSED');
    const { fields, names } = applyCorrection(JSON.parse(parsedFields) as InsightsProfile, body);
    const confirmed = await graph.write<{ previousFileId: string | null }>('profiles/confirm_import', {
      jobId: params.jobId,
      fields: JSON.stringify(fields),
      corrected: names,
      decisionId: newId(),
      now,
    });
    if (!confirmed) return failMissedWrite(graph, 'IMPORT_NOT_PARSED');
    const { previousFileId } = confirmed;
    if (previousFileId) afterCommit(() => removeFile(files, previousFileId));
    return toImportJob({
      ...access,
      job: { ...access.job, status: 'confirmed', parsedFields: JSON.stringify(fields) },
    });
  },
});

const rejectImport = defineEndpoint({
  method: 'POST',
  path: '/admin/users/{userId}/insights/import/{jobId}/reject',
  operationId: 'rejectImport',
  summary: 'Reject an import.',
  effects: 'Discards what was read, and the file.',
  audit: 'profile.reject',
  permission: 'profile:import',
  response: ImportJob,
  errors: ['IMPORT_JOB_NOT_FOUND', 'IMPORT_NOT_PARSED'],
  async handler({ params, graph, files, now, newId, afterCommit }) {
    await findImport(graph, params);
    const { jobId } = params;
    const rejected = await graph.write('profiles/reject_import', { jobId, decisionId: newId(), now });
    if (!rejected) return failMissedWrite(graph, 'IMPORT_NOT_PARSED');
    afterCommit(() => removeFile(files, params.jobId));
    return { jobId: params.jobId, status: 'rejected' as const };
  },
});

/**
 * Removes a file that is no longer needed. A failure is ignored: the decision stands, and the file sweep removes it
 * later.
 */
async function removeFile(files: Pick<TenantFiles, 'remove'>, id: string): Promise<void> {
  await files.remove(id).catch(() => undefined);
}

const stalledImportMessage = 'Reading the PDF was begun several times and never ended; upload the file again.';

type ImportAccess = {
  standing: Standing;
  /** `parsedFields` and `evidence` are JSON. */
  job: Omit<ImportJob, 'parsedFields' | 'evidence' | 'diff'> & {
    userId: string;
    parsedFields?: string;
    evidence?: string;
  };
  storedFields: string | null;
};

/** Loads an import job. A job of another user than the one in the path is not found. */
async function findImport(graph: Graph, path: { userId: string; jobId: string }): Promise<ImportAccess> {
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
function toImportJob({ job, storedFields }: ImportAccess): ImportJob {
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

export const profiles = [readInsights, importProfile, listImports, readImport, confirmImport, rejectImport];
