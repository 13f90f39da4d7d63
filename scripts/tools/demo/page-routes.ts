// Serves the page of the demo, its modules, and tokens of the demo people, at /docs/demo.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Extend } from '../../../src/app/api.ts';
import { fail } from '../../../src/platform/errors.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import type { Company } from './companies.ts';
import { signTokens } from './tokens.ts';

/** Where the page is served. */
export const pagePath = '/docs/demo';
/** The sources of the page. */
export const pageFolder = path.join(projectFolder, 'scripts', 'tools', 'demo', 'page');
/** Modules of packages that the page imports. */
const packages = { 'openapi-fetch.js': 'openapi-fetch', 'lit-html.js': 'lit-html' };

const tokenLifetime = '1h';
/** Other names could belong to a web page that has its name point to this machine (DNS rebinding). */
const localNames = ['127.0.0.1', 'localhost', '[::1]'];

const createPolicy = (issuers: string[]): Middleware =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'", ...issuers],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  });

/** A company whose showcase people the page offers. */
export type PageCompany = Pick<Company, 'slug' | 'name' | 'people' | 'showcase'>;

/**
 * Adds the page to the API. It hands out tokens to everyone who reaches it, so only the demo stack does this.
 *
 * @param issuer an identity provider that the page may talk to
 */
export function addPage(companies: readonly PageCompany[], issuer?: () => string): Extend {
  return (app, parts) => {
    const routes = createRoutes(companies, parts, issuer);
    app.use(routes.routes()).use(routes.allowedMethods());
  };
}

function createRoutes(
  companies: readonly PageCompany[],
  { graph, config }: Parameters<Extend>[1],
  issuer?: () => string,
): Router {
  const router = new Router();
  router.get(
    pagePath,
    async (ctx, next) => void (await createPolicy(issuer ? [issuer()] : [])(ctx, next)),
    (ctx) => {
      ctx.type = 'html';
      ctx.body = readFileSync(path.join(pageFolder, 'index.html'));
    },
  );
  for (const file of readdirSync(pageFolder).filter((name) => !name.endsWith('.html'))) {
    router.get(`${pagePath}/${file}`, (ctx) => {
      ctx.type = path.extname(file);
      ctx.body = readFileSync(path.join(pageFolder, file));
    });
  }
  for (const [file, at] of Object.entries(packages)) {
    const module = readFileSync(fileURLToPath(import.meta.resolve(at)));
    router.get(`${pagePath}/${file}`, (ctx) => {
      ctx.type = 'js';
      ctx.body = module;
    });
  }
  router.get(`${pagePath}/people.json`, async (ctx) => {
    if (!localNames.includes(ctx.hostname)) fail('NOT_FOUND');
    ctx.body = await Promise.all(
      companies.map(async ({ slug, name, people, showcase }) => {
        const named = showcase.map(({ email, role }) => {
          return { email, role, name: people.find((person) => person.email === email)?.name ?? email };
        });
        return { slug, name, people: await signTokens(graph, config, { slug, people: named, expires: tokenLifetime }) };
      }),
    );
  });
  return router;
}
