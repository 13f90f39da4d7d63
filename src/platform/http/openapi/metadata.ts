// What clients read before they call: the metadata of the access decisions (AuthZEN Authorization API 1.0), and of the
// protected resource (RFC 9728), which says where tokens come from; and how people of a company sign in on a page.
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { fail } from '../../errors.ts';
import { accessPrefix, getOwnAddress, resourceMetadataPath, toAssistantsPath, writeScope } from '../addresses.ts';
import type { SignIn } from '../caller/find-caller.ts';

/** Where the metadata of the access decisions is. */
export const accessPath = '/.well-known/authzen-configuration';
const accessEndpoints = {
  access_evaluation_endpoint: 'evaluation',
  access_evaluations_endpoint: 'evaluations',
  search_subject_endpoint: 'search/subject',
  search_resource_endpoint: 'search/resource',
  search_action_endpoint: 'search/action',
};
const maxAgeSeconds = 3_600;

type Services = Pick<SignIn, 'listIssuers' | 'listWays'> & { limitQuestions: Middleware };

/** @param prefix that of the version, below which a page asks how to sign in */
export function createMetadataRoutes(prefix: string, { listIssuers, listWays, limitQuestions }: Services): Router {
  const router = new Router();
  router.get(accessPath, (ctx) => {
    const base = getOwnAddress(ctx);
    const addresses = Object.entries(accessEndpoints).map(([name, at]) => [name, `${base}${accessPrefix}${at}`]);
    ctx.set('Cache-Control', `public, max-age=${maxAgeSeconds}`);
    ctx.body = { policy_decision_point: base, ...Object.fromEntries(addresses) };
  });
  const describeResource = (ctx: Context, path: string, issuers: string[], more: object): void => {
    const base = getOwnAddress(ctx);
    ctx.body = {
      resource: `${base}${path}`,
      ...(issuers.length > 0 && { authorization_servers: issuers }),
      bearer_methods_supported: ['header'],
      ...more,
    };
  };
  router.get(resourceMetadataPath, async (ctx) => {
    if (ctx.query['tenant'] !== undefined)
      fail('VALIDATION_ERROR', `The document of a company is ${resourceMetadataPath}/mcp/{slug}.`);
    const documentation = { resource_documentation: `${getOwnAddress(ctx)}/docs` };
    describeResource(ctx, '', await listCommonIssuer({ listIssuers }), documentation);
  });
  router.get(`${resourceMetadataPath}/mcp/:slug`, limitQuestions, async (ctx) => {
    const slug = ctx.params['slug'] ?? '';
    describeResource(ctx, toAssistantsPath(slug), await listIssuers(slug), {
      scopes_supported: [writeScope],
      resource_name: 'Team Check-in Service',
      resource_documentation: `${getOwnAddress(ctx)}/docs/assistants`,
    });
  });
  // There is no company, it has no provider, or its people sign in elsewhere: the answer is the same, and so is what is done for it.
  router.get(`${prefix}/sign-in/:slug`, limitQuestions, async (ctx) => {
    ctx.body = { items: await listWays(ctx.params['slug'] ?? '') };
  });
  return router;
}

/** The only issuer that there is. With several, which companies are customers is not told to everybody. */
export async function listCommonIssuer({ listIssuers }: Pick<SignIn, 'listIssuers'>): Promise<string[]> {
  const issuers = await listIssuers();
  return issuers.length === 1 ? issuers : [];
}
