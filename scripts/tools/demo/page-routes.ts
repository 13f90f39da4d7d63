// What the demo adds to the page: its people, with tokens. Everything else is the page of the product.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Router from '@koa/router';
import type { Extend } from '../../../src/app/api.ts';
import { fail } from '../../../src/platform/errors.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import type { Company } from './companies.ts';
import { signTokens } from './tokens.ts';

/** Where the people are. */
export const peoplePath = '/docs/demo/people.json';

const addedFile = 'added-people.js';
/** The module of the page that reads them, in place of the one that has nobody. */
export const addedModules: Readonly<Record<string, string>> = {
  [addedFile]: readFileSync(path.join(projectFolder, 'scripts', 'tools', 'demo', addedFile), 'utf8'),
};

const tokenLifetime = '1h';
/** Other names could belong to a web page that has its name point to this machine (DNS rebinding). */
const localNames = ['127.0.0.1', 'localhost', '[::1]'];

/** A company whose showcase people the page offers. */
export type PageCompany = Pick<Company, 'slug' | 'name' | 'people' | 'showcase'>;

/** Adds the people to the API. It hands out tokens to everyone who reaches it, so only the demo stack does this. */
export function addPeople(companies: readonly PageCompany[]): Extend {
  return (app, { graph, config }) => {
    const router = new Router();
    router.get(peoplePath, async (ctx) => {
      if (!localNames.includes(ctx.hostname)) fail('NOT_FOUND');
      ctx.body = await Promise.all(
        companies.map(async ({ slug, name, people, showcase }) => {
          const named = showcase.map(({ email, role }) => {
            return { email, role, name: people.find((person) => person.email === email)?.name ?? email };
          });
          const signed = await signTokens(graph, config, { slug, people: named, expires: tokenLifetime });
          return { slug, name, people: signed };
        }),
      );
    });
    app.use(router.routes()).use(router.allowedMethods());
  };
}
