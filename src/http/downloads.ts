// Hands out files to whoever holds a good link: as an attachment, whole or a range of bytes.
import Router from '@koa/router';
import type { Context } from 'koa';
import { fail } from '../errors.ts';
import type { LinkSigner } from '../storage/signed-links.ts';
import type { FileStorage } from '../storage/file-storage.ts';

export const downloadsPath = '/profile-files';

const fileGoneMessage = 'This file is not there any more; ask for the profile again.';

type Services = { links: LinkSigner; files: FileStorage; now(): Date };

/** `GET <prefix>/profile-files/{link}`; the link is the permission, so no token is asked for. */
export function createDownloadRoutes(prefix: string, services: Services): Router {
  const { links, files } = services;
  const router = new Router();
  router.get(`${prefix}${downloadsPath}/:link`, async (ctx) => {
    const named = links.verify((ctx.params as { link: string }).link, services.now());
    if (!named) return fail('FORBIDDEN', 'This link is not good, or not good any more; ask for the profile again.');
    const store = files.forTenant(named.tenantId);
    const size = (await store.size(named.fileId)) ?? fail('NOT_FOUND', fileGoneMessage);
    const range = parseRange(ctx, size);
    if (range === null) {
      ctx.set('Content-Range', `bytes */${size}`);
      return fail('RANGE_NOT_SATISFIABLE');
    }
    const [from, to] = range ?? [0, size - 1];
    // Opened before anything is answered: later a fault could only break the answer off.
    if (ctx.method !== 'HEAD')
      ctx.body = (await store.stream(named.fileId, from, to)) ?? fail('NOT_FOUND', fileGoneMessage);
    ctx.type = 'application/pdf';
    ctx.set('Accept-Ranges', 'bytes');
    ctx.set('Content-Disposition', 'attachment; filename="insights-profile.pdf"');
    if (range) ctx.set('Content-Range', `bytes ${from}-${to}/${size}`);
    ctx.status = range ? 206 : 200;
    ctx.length = to - from + 1;
  });
  return router;
}

/** The one range that is asked for, both ends included; undefined for the whole file, null when there is no such range. */
function parseRange(ctx: Context, size: number): [from: number, to: number] | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range')) ?? [];
  if (!first && !last) return undefined; // none, several, or none that is understood: the whole file is a right answer
  const from = first ? Number(first) : Math.max(size - Number(last), 0);
  const to = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < from) return undefined;
  return from < size && !(first === '' && Number(last) === 0) ? [from, to] : null;
}
