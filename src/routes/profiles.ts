// Insights profiles: read by those in sight of a person, and filled from a PDF that an admin uploads and confirms.
import { Type } from '@sinclair/typebox';
import { missing, permit, type Standing } from '../access.ts';
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import { endpoint } from '../http/endpoint.ts';
import { ImportJob, InsightsProfile, ProfileCorrection, Uuid } from '../model/index.ts';
import { corrected, differences, isPdf } from '../profile-parser/proposal.ts';
import type { TenantFiles } from '../storage/storage.ts';

const UserPath = Type.Object({ userId: Uuid });
const ImportPath = Type.Object({ userId: Uuid, jobId: Uuid });
const lostReading = 'Reading the PDF was begun several times and never ended; upload the file again.';

const readInsights = endpoint({
  method: 'GET',
  path: '/users/{userId}/insights',
  summary: 'The insights profile of a user in full, with a link to its PDF that is good for five minutes.',
  params: UserPath,
  success: 200,
  response: InsightsProfile,
  errors: ['USER_NOT_FOUND', 'PROFILE_NOT_FOUND'],
  async handler({ params: { userId }, graph, files }) {
    const { standing, userFound, profile } = await graph.one<FoundProfile>('profiles/insights', { userId });
    if (!userFound) return missing(graph, 'USER_NOT_FOUND', userId);
    permit(standing, 'profile:read');
    if (!profile) return fail('PROFILE_NOT_FOUND');
    const fields = JSON.parse(profile.fields) as InsightsProfile;
    return { ...fields, summary: { ...fields.summary, fullProfilePdfUrl: files.linkTo(profile.fileId) } };
  },
});
type FoundProfile = { standing: Standing; userFound: boolean; profile: { fields: string; fileId: string } | null };

const importProfile = endpoint({
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
    const { standing, userFound } = await graph.one<FoundUser>('profiles/find_user', { userId });
    permit(standing, 'profile:import');
    if (!userFound) fail('FORBIDDEN');
    const pdf = await upload();
    if (!isPdf(pdf)) fail('VALIDATION_ERROR', 'The file is not a PDF.');
    const jobId = newId();
    await files.put(jobId, pdf);
    try {
      const wish = { userId, jobId, eventId: newId(), now };
      const started = await graph.write<{ job: ImportJob }>('profiles/start_import', wish);
      return started?.job ?? fail('FORBIDDEN');
    } catch (error) {
      await forget(files, jobId);
      throw error;
    }
  },
});
type FoundUser = { standing: Standing; userFound: boolean };

const readImport = endpoint({
  method: 'GET',
  path: '/admin/users/{userId}/insights/import/{jobId}',
  summary: 'How an import stands: what was read, from which page and how surely, and what it would change.',
  params: ImportPath,
  success: 200,
  response: ImportJob,
  errors: ['IMPORT_JOB_NOT_FOUND'],
  handler: async ({ params, graph }) => shown(await findImport(graph, params)),
});

const confirmImport = endpoint({
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
    const found = await findImport(graph, params);
    const { parsedFields: read } = found.job;
    if (read === undefined) return fail('IMPORT_NOT_PARSED');
    const { fields, names } = corrected(JSON.parse(read) as InsightsProfile, body);
    const confirmed = await graph.write<{ previousFileId: string | null }>('profiles/confirm_import', {
      jobId: params.jobId,
      fields: JSON.stringify(fields),
      corrected: names,
      decisionId: newId(),
      now,
    });
    if (!confirmed) return fail('IMPORT_NOT_PARSED');
    if (confirmed.previousFileId) await forget(files, confirmed.previousFileId);
    return shown({ ...found, job: { ...found.job, status: 'confirmed', parsedFields: JSON.stringify(fields) } });
  },
});

const rejectImport = endpoint({
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
    if (!rejected) return fail('IMPORT_NOT_PARSED');
    await forget(files, params.jobId);
    return { jobId: params.jobId, status: 'rejected' as const };
  },
});

/** Removes a file that nothing leads to any more. What was decided stays so while the store is down. */
async function forget(files: Pick<TenantFiles, 'remove'>, id: string): Promise<void> {
  await files.remove(id).catch(() => undefined);
}

type FoundImport = {
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

/** An import that the caller may see; one of another user is none. */
async function findImport(graph: Graph, asked: { userId: string; jobId: string }): Promise<FoundImport> {
  const found = await graph.one<Omit<FoundImport, 'job'> & { job: FoundImport['job'] | null }>(
    'profiles/find_import',
    asked,
  );
  permit(found.standing, 'profile:import');
  const { job } = found;
  if (!job) return missing(graph, 'IMPORT_JOB_NOT_FOUND', asked.jobId);
  if (job.userId !== asked.userId) fail('IMPORT_JOB_NOT_FOUND');
  return { ...found, job };
}

function shown({ job, storedFields }: FoundImport): ImportJob {
  const { jobId, status, parsedFields, evidence, warnings } = job;
  const error = job.error ?? (status === 'failed' ? lostReading : undefined);
  const fields = parsedFields === undefined ? undefined : (JSON.parse(parsedFields) as InsightsProfile);
  const compared = status === 'parsed' && fields && storedFields;
  return {
    jobId,
    status,
    ...(fields && { parsedFields: fields }),
    ...(error !== undefined && { error }),
    ...(evidence !== undefined && { evidence: JSON.parse(evidence) as NonNullable<ImportJob['evidence']> }),
    ...(warnings && { warnings }),
    ...(compared && { diff: differences(JSON.parse(storedFields) as InsightsProfile, fields) }),
  };
}

export const profiles = [readInsights, importProfile, readImport, confirmImport, rejectImport];
