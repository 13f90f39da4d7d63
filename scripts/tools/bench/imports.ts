// Imports over the API: of profiles of 21 pages, and of people.
import { setTimeout as pause } from 'node:timers/promises';
import type { OrgImportJob } from '../../../src/features/organisation/schema.ts';
import { createProfilePdf } from '../sample-profile/profile-pdf.ts';
import { createRandomProfile } from '../sample-profile/random-profile.ts';
import type { Target } from './measure.ts';

const pollIntervalMs = 25;
const peoplePollMs = 250;
const timeoutMs = 120_000;

type Importer = {
  /** Uploads a profile and returns the address of its import; null if it is refused: too many wait, or the service is busy. */
  upload: () => Promise<string | null>;
  /** Uploads a profile, waits until a worker has parsed it, and returns the milliseconds that took. */
  importOne: () => Promise<number>;
};

/** Prepares imports of one profile for a user. */
export async function createImporter({ url, token }: Target, userId: string): Promise<Importer> {
  const headers = { authorization: `Bearer ${token}` };
  const imports = `${url}/admin/users/${userId}/insights/import`;
  const { person, content, style } = createRandomProfile('bench');
  const pdf = await createProfilePdf(person, content, style);
  async function upload(): Promise<string | null> {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'profile.pdf');
    const response = await fetch(imports, { method: 'POST', headers, body });
    const { jobId, code } = (await response.json()) as { jobId?: string; code?: string };
    if (code === 'LIMIT_REACHED' || response.status === 429 || response.status === 503) return null;
    if (!jobId) throw new Error(`An import answered ${response.status}.`);
    return `${imports}/${jobId}`;
  }
  async function importOne(): Promise<number> {
    const started = performance.now();
    const job = await upload();
    if (job === null) throw new Error('An import was refused.');
    for (;;) {
      const { status, error } = (await (await fetch(job, { headers })).json()) as { status: string; error?: string };
      if (status === 'parsed') return performance.now() - started;
      if (error || performance.now() - started > timeoutMs) throw new Error(`An import is ${status}. ${error ?? ''}`);
      await pause(pollIntervalMs);
    }
  }
  return { upload, importOne };
}

/** Uploads people, and waits until a worker has imported them. The token belongs to an admin. */
export async function importPeople({ url, token }: Target, csv: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const body = new FormData();
  body.set('file', new Blob([csv], { type: 'text/csv' }), 'people.csv');
  const response = await fetch(`${url}/admin/organisation/imports`, { method: 'POST', headers, body });
  if (response.status !== 202) throw new Error(`An import of people answered ${response.status}.`);
  const { importId } = (await response.json()) as OrgImportJob;
  for (;;) {
    const job = await fetch(`${url}/admin/organisation/imports/${importId}`, { headers });
    const { status } = (await job.json()) as OrgImportJob;
    if (status === 'done') return;
    if (status === 'failed') throw new Error('An import of people failed.');
    await pause(peoplePollMs);
  }
}
