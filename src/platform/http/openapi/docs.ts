// Serves /openapi.json, /docs, which is Swagger UI without external resources, and pages of text: the error codes, and those it is given.
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import { errorCodes, getMessage, getStatus } from '../../errors.ts';
import { addIdentityProvider } from './openapi.ts';
import { errorsPath } from '../response/errors.ts';

const folder = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Team Check-in Service</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>`;
const startScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', validatorUrl: null, filter: true });`;

const formatPage = ({ title, content }: TextPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Team Check-in Service</title>
    <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
      body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
      a { color: inherit }
      dt { font-family: monospace; margin-top: 1rem }
      pre { white-space: pre-wrap; border: 1px solid; padding: 0.5rem }
      th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0 }
      th { overflow-wrap: break-word }
      :target { outline: 2px solid; outline-offset: 4px }
    </style>
  </head>
  <body>
    <main>
${content}
    </main>
  </body>
</html>`;

/** The catalogue of error codes. The `type` of a problem refers to its entry. */
const errorsContent = `<h1>Error codes</h1>
<dl>
${errorCodes.map((code) => `<dt id="${code}">${getStatus(code)} ${code}</dt><dd>${escapeHtml(getMessage(code))}</dd>`).join('\n')}
</dl>`;
const ownPages: readonly TextPage[] = [{ path: errorsPath, title: 'Error codes', content: errorsContent }];

/** A page of text; `content` is HTML. */
export type TextPage = { path: string; title: string; content: string };

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
    },
  },
});

/**
 * @param buildDocument returns the OpenAPI document; called with its first request
 * @param listIssuers the identity provider of the API, if there is one
 * @param pages about what is served, beside the page of error codes
 * @param link names the description in the headers of pages
 */
export function createDocsRoutes(
  buildDocument: () => object,
  listIssuers: () => Promise<string[]>,
  pages: readonly TextPage[],
  link: Middleware,
): Router {
  const router = new Router();
  let document: object | undefined;
  const files = {
    'swagger-ui.css': 'text/css',
    'swagger-ui-bundle.js': 'text/javascript',
    'favicon-32x32.png': 'image/png',
  };
  router.get('/openapi.json', async (ctx) => {
    const [issuer] = await listIssuers().catch(() => []); // the document is served without the database, too
    document ??= buildDocument();
    ctx.body = issuer === undefined ? document : addIdentityProvider(document, issuer);
  });
  router.all('/', link, (ctx) => ctx.redirect('/docs'));
  const texts = [...ownPages, ...pages].map((one) => [one.path, formatPage(one)] as const);
  for (const [path, text] of [['/docs', page] as const, ...texts]) {
    router.get(path, link, policy, (ctx) => {
      ctx.type = 'html';
      ctx.body = text;
    });
  }
  router.get('/docs/start.js', (ctx) => {
    ctx.type = 'text/javascript';
    ctx.body = startScript;
  });
  for (const [file, type] of Object.entries(files)) {
    router.get(`/docs/${file}`, (ctx) => {
      ctx.type = type;
      ctx.body = createReadStream(path.join(folder, file));
    });
  }
  return router;
}
