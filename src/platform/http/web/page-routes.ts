// Serves a page that was packed at the start: its document, and its files by hashed names. No path of a request reaches the disk.
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import { fail } from '../../errors.ts';
import type { PackedFile, PackedPage } from './pack-page.ts';

/** A name stands for one content, so a browser never asks for it again. */
const filesCaching = 'public, max-age=31536000, immutable';

type Options = {
  /** Where the page is. The page of a company is at `{path}/{slug}`. */
  path: string;
  filesPath: string;
  /** The origins that the page of a company may call beside this service: those of its identity providers. */
  listOrigins: (slug: string) => Promise<readonly string[]>;
  /** The policy of a page tells where its company signs in, as `/v1/sign-in/{slug}` does. */
  limitQuestions: Middleware;
};

/** Creates the routes of a page. The policy of the document allows its own files, this service, and the identity providers of the company. */
export function createPageRoutes(
  { document, files }: PackedPage,
  { path, filesPath, listOrigins, limitQuestions }: Options,
): Router {
  const router = new Router();
  const sendDocument = async (ctx: Context, origins: readonly string[]): Promise<void> => {
    await createPolicy(origins)(ctx, () => Promise.resolve());
    ctx.set('Cache-Control', 'no-cache');
    send(ctx, document);
  };
  router.get(path, (ctx) => sendDocument(ctx, []));
  router.get(`${path}/:slug`, limitQuestions, async (ctx) => {
    // The page is there without the database, too: it then says what the API answers.
    await sendDocument(ctx, await listOrigins(ctx.params['slug'] ?? '').catch(() => []));
  });
  router.get(`${filesPath}/:name`, (ctx) => {
    const file = files.get(ctx.params['name'] ?? '') ?? fail('NOT_FOUND');
    ctx.set('Cache-Control', filesCaching);
    send(ctx, file);
  });
  return router;
}

/** Other codings than br are those of the API. */
function send(ctx: Context, { type, body, compressed }: PackedFile): void {
  ctx.type = type;
  ctx.vary('Accept-Encoding');
  const takesBr = compressed !== null && ctx.acceptsEncodings('br', 'gzip', 'identity') === 'br';
  if (takesBr) ctx.set('Content-Encoding', 'br');
  ctx.body = takesBr ? compressed : body;
}

const createPolicy = (origins: readonly string[]) =>
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'", ...origins],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      // a text becomes markup only by these modules of the page, whatever a mistake elsewhere would do
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['lit-html', 'plain-text'],
    },
  });
