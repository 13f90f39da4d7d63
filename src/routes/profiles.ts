// Insights profiles: read them; import them from a PDF that an admin uploads and confirms.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden, permit, type Standing } from '../access.ts';
import { failMissedWrite } from '../caller-graph.ts';
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import { ImportJob, ImportListEntry, ImportStatus, InsightsProfile, ProfileCorrection, Uuid } from '../model/index.ts';
import { applyCorrection, diffProfiles, isPdf } from '../profile-parser/proposal.ts';
import type { TenantFiles } from '../storage/file-storage.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, type Positioned } from './list.ts';

const UserPath = Type.Object({ userId: Uuid });
const ImportPath = Type.Object({ userId: Uuid, jobId: Uuid });
const stalledImportMessage = 'Reading the PDF was begun several times and never ended; upload the file again.';

const readInsights = defineEndpoint({
  method: 'GET',
  path: '/users/{userId}/insights',
  summary: 'The insights profile of a user in full, with a link to its PDF that is good for five minutes.',
  params: UserPath,
  success: 200,
  response: InsightsProfile,
  errors: ['USER_NOT_FOUND', 'PROFILE_NOT_FOUND'],
  async handler({ params: { userId }, graph, files }) {
    const { standing, userFound, profile } = await graph.one<ProfileAccess>('profiles/insights', { userId });
    if (!userFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    permit(standing, 'profile:read');
    if (!profile) return fail('PROFILE_NOT_FOUND');
    const fields = JSON.parse(profile.fields) as InsightsProfile;
    return { ...fields, summary: { ...fields.summary, fullProfilePdfUrl: await files.linkTo(profile.fileId) } };
  },
});
type ProfileAccess = { standing: Standing; userFound: boolean; profile: { fields: string; fileId: string } | null };

const importProfile = defineEndpoint({
  method: 'POST',
  path: '/admin/users/{userId}/insights/import',
  summary: "Upload a user's profile as a PDF; it is read in the background, and saved once it is confirmed.",
  params: UserPath,
  upload: { maxBytes: 10_000_000, type: 'application/pdf' },
  success: 202,
  response: ImportJob,
  errors: ['FILES_UNAVAILABLE'],
  location: ({ jobId }, { userId }) => `/admin/users/${userId}/insights/import/${jobId}`,
  async handler({ params: { userId }, upload, graph, files, now, newId }) {
    const { standing, userFound } = await graph.one<UserAccess>('profiles/find_user', { userId });
    permit(standing, 'profile:import');
    if (!userFound) fail('FORBIDDEN');
    const pdf = await upload();
    if (!isPdf(pdf)) fail('VALIDATION_ERROR', 'The file is not a PDF.');
    const jobId = newId();
    await files.put(jobId, pdf);
    try {
      const params = { userId, jobId, eventId: newId(), now };
      const started = await graph.write<{ job: ImportJob }>('profiles/create_import', params);
      return started?.job ?? (await failMissedWrite(graph, 'FORBIDDEN'));
    } catch (error) {
      await removeFile(files, jobId);
      throw error;
    }
  },
});
type UserAccess = { standing: Standing; userFound: boolean };

const openStatuses: readonly ImportStatus[] = ['queued', 'processing', 'parsed'];

const listImports = defineList({
  path: '/admin/imports',
  summary: 'Profile imports of the tenant, newest first: those that are open, or have a status.',
  filters: { status: Type.Optional(ImportStatus) },
  item: ImportListEntry,
  async load({ query: { status }, graph }, page) {
    const statuses = status ? [status] : openStatuses;
    const storedStatuses = status === 'failed' ? [status, 'queued', 'processing'] : statuses;
    type Imports = { standing: Standing; items: Positioned<ImportListEntry>[] };
    const params = { statuses, storedStatuses, ...page };
    const { standing, items } = await graph.one<Imports>('profiles/list_imports', params);
    permit(standing, 'profile:import');
    return items;
  },
});

const readImport = defineEndpoint({
  method: 'GET',
  path: '/admin/users/{userId}/insights/import/{jobId}',
  summary: 'How an import stands: what was read, from which page and how surely, and what it would change.',
  params: ImportPath,
  success: 200,
  response: ImportJob,
  errors: ['IMPORT_JOB_NOT_FOUND'],
  handler: async ({ params, graph }) => toImportJob(await findImport(graph, params)),
});

const confirmImport = defineEndpoint({
  method: 'POST',
  path: '/admin/users/{userId}/insights/import/{jobId}/confirm',
  summary: "Save what was read as the user's profile, with corrections if there are any.",
  params: ImportPath,
  body: ProfileCorrection,
  bodyOptional: true,
  success: 200,
  response: ImportJob,
  errors: ['IMPORT_JOB_NOT_FOUND', 'IMPORT_NOT_PARSED'],
  async handler({ params, body, graph, files, now, newId }) {
    const access = await findImport(graph, params);
    const { parsedFields: parsedFields } = access.job;
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
    if (confirmed.previousFileId) await removeFile(files, confirmed.previousFileId);
    return toImportJob({
      ...access,
      job: { ...access.job, status: 'confirmed', parsedFields: JSON.stringify(fields) },
    });
  },
});

const rejectImport = defineEndpoint({
  method: 'POST',
  path: '/admin/users/{userId}/insights/import/{jobId}/reject',
  summary: 'Drop what was read, and the file.',
  params: ImportPath,
  success: 200,
  response: ImportJob,
  errors: ['IMPORT_JOB_NOT_FOUND', 'IMPORT_NOT_PARSED'],
  async handler({ params, graph, files, newId }) {
    await findImport(graph, params);
    const rejected = await graph.write('profiles/reject_import', { jobId: params.jobId, decisionId: newId() });
    if (!rejected) return failMissedWrite(graph, 'IMPORT_NOT_PARSED');
    await removeFile(files, params.jobId);
    return { jobId: params.jobId, status: 'rejected' as const };
  },
});

/** Removes a file that is no longer needed. A failure is ignored: the decision stands, and the file sweep removes it later. */
async function removeFile(files: Pick<TenantFiles, 'remove'>, id: string): Promise<void> {
  await files.remove(id).catch(() => undefined);
}

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
