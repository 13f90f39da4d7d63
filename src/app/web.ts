// The page of the product: the files of src/web, as the API sends them where WEB is on.
import path from 'node:path';
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { SignIn } from '../platform/http/caller/find-caller.ts';
import { planFaultTextsByLanguage } from '../platform/chart/move-faults.ts';
import { errorCodes, getMessage } from '../platform/errors.ts';
import { packPage, type PackedPage } from '../platform/http/web/pack-page.ts';
import { createPageRoutes } from '../platform/http/web/page-routes.ts';
import { projectFolder } from '../platform/lib/project-folder.ts';
import { webPath } from '../platform/lib/web-address.ts';

/** The sources of the page. */
export const webFolder = path.join(projectFolder, 'src', 'web');
/** Where its files are. */
export const webFilesPath = `${webPath}/files`;

/** Creates the routes of the page. That of a company may call the identity providers of the company. */
export const createWebRoutes = (
  page: PackedPage,
  { listWays, limitQuestions }: Pick<SignIn, 'listWays'> & { limitQuestions: Middleware },
): Router =>
  createPageRoutes(page, {
    path: webPath,
    filesPath: webFilesPath,
    limitQuestions,
    listOrigins: async (slug) => (await listWays(slug)).map(({ issuer }) => new URL(issuer).origin),
  });

/** Tables of the service that the page shows, each a module in place of an empty one. */
const tables = {
  'plan-faults.js': { planFaultTexts: planFaultTextsByLanguage },
  'usual-messages.js': { usualMessages: Object.fromEntries(errorCodes.map((code) => [code, getMessage(code)])) },
};

/** Prepares the page. @param modules are served in place of its own, as those of the demo are */
export function packWeb(modules: Readonly<Record<string, string>> = {}): PackedPage {
  const ofTables = Object.entries(tables).map(([file, table]) => [file, writeModule(table)]);
  return packPage({
    folder: webFolder,
    filesPath: webFilesPath,
    modules: { ...(Object.fromEntries(ofTables) as Record<string, string>), ...modules },
  });
}

const writeModule = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
