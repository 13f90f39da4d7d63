// Uploads as clients send them: multipart/form-data of any parts, and what lies in the folder of files afterwards.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Answer, Company } from './company.ts';
import type { Service } from './service.ts';

/** A part of a form: a file when it has a `filename`, else a plain field. */
export type Part = { name: string; filename?: string; type?: string; content: string | Uint8Array };

export const boundary = 'a-boundary-of-tests';

/** The parts as the bytes of a form. */
export function formOf(parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ name, filename, type = 'application/pdf', content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    filename === undefined || type === '' ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)));
}

/** Uploads a PDF as an admin would. */
export async function upload<T = { jobId: string; status: string }>(
  api: Service,
  tenant: Company,
  { as, of, pdf, key }: { as: string; of: string; pdf: Uint8Array | string; key?: string },
): Promise<Answer<T>> {
  const response = await fetch(`${api.url}/v1/admin/users/${tenant.id(of)}/insights/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tenant.token(as)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: new Uint8Array(formOf([{ name: 'file', filename: 'profile.pdf', content: pdf }])),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** The names of all files that are kept for a tenant, drafts included. */
export function filesOf(api: Service, tenantId: string): string[] {
  try {
    return readdirSync(path.join(api.config.FILES_DIR, tenantId)).sort();
  } catch {
    return [];
  }
}
