// Serves files by signed link, as a whole or as a byte range.
import Router from '@koa/router';
import type { Context } from 'koa';
import { fail } from '../../errors.ts';
import type { LinkSigner } from '../../secrets/file-links.ts';
import type { FileStorage } from '../../storage/file-storage.ts';

export const downloadsPath = '/profile-files';

const fileGoneMessage = 'This file no longer exists; request the profile again.';

type Services = { links: LinkSigner; files: FileStorage; now(): Date };

/** Creates the route `GET <prefix>/profile-files/{link}`. The signed link is the permission, so it needs no token. */
export function createDownloadRoutes(prefix: string, services: Services): Router {
  const { links, files: storage } = services;
  const router = new Router();
  router.get(`${prefix}${downloadsPath}/:link`, async (ctx) => {
    const file = links.verify((ctx.params as { link: string }).link, services.now());
    if (!file) return fail('FORBIDDEN', 'This link is invalid or expired; request the profile again.');
    const files = storage.forTenant(file.tenantId);
    const size = (await files.size(file.fileId)) ?? fail('NOT_FOUND', fileGoneMessage);
    const range = parseRange(ctx, size);
    if (range === null) {
      ctx.set('Content-Range', `bytes */${size}`);
      return fail('RANGE_NOT_SATISFIABLE');
    }
    const [from, to] = range ?? [0, size - 1];
    // Open the file before the response starts: afterwards an error could only abort the response.
    if (ctx.method !== 'HEAD')
      ctx.body = (await files.stream(file.fileId, from, to)) ?? fail('NOT_FOUND', fileGoneMessage);
    ctx.type = 'application/pdf';
    ctx.set('Accept-Ranges', 'bytes');
    ctx.set('Content-Disposition', 'attachment; filename="insights-profile.pdf"');
    if (range) ctx.set('Content-Range', `bytes ${from}-${to}/${size}`);
    ctx.status = range ? 206 : 200;
    ctx.length = to - from + 1;
  });
  return router;
}

/** Parses the Range header; both ends are inclusive. Undefined means the whole file, null an unsatisfiable range. */
function parseRange(ctx: Context, size: number): [from: number, to: number] | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range')) ?? [];
  if (!first && !last) return undefined; // RFC 9110, 14.2: a server may ignore several or invalid ranges
  const from = first ? Number(first) : Math.max(size - Number(last), 0);
  const to = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < from) return undefined;
  return from < size && !(first === '' && Number(last) === 0) ? [from, to] : null;
}
