// What handlers get beside the call: the services of the platform and of features, opened once and bound to each caller.
import type { Logger } from 'pino';
import { getPublicUrl, type Config } from '../platform/config/config.ts';
import type { GraphClient } from '../platform/graph/client.ts';
import { getCallerId, type Caller } from '../platform/http/caller.ts';
import {
  createBaseContext,
  type BaseContext,
  type BaseServices,
} from '../platform/http/declaration/define-endpoint.ts';
import { downloadsPath } from '../platform/http/response/downloads.ts';
import type { IdentityContext, IdentitySettings } from '../features/identity/manage-providers.ts';
import { openIdentitySettings } from '../features/identity/settings.ts';
import {
  createMotivatorsService,
  type MotivatorsContext,
  type MotivatorsService,
} from '../features/motivators/cached-motivators.ts';
import { openInsightWriter } from '../features/motivators/insight-writer.ts';
import { openMotivatorsProvider } from '../features/motivators/source.ts';
import { openErasure, type ErasureContext } from '../features/personal-data/erase-person.ts';
import { openErasureServices, type ErasureServices } from '../features/personal-data/erasure-log.ts';
import { openOrganisation, type OrganisationContext } from '../features/organisation/tenants/for-admins.ts';
import { createCursors } from '../platform/secrets/cursors.ts';
import { createLinkSigner } from '../platform/secrets/file-links.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import { listKeyIds, readServiceKeys } from '../platform/secrets/service-keys.ts';
import { createUnsubscribeLinks, type UnsubscribeLinks } from '../platform/secrets/unsubscribe-links.ts';
import type { WebhooksContext, WebhookSettings } from '../features/webhooks/manage-webhooks.ts';

/** The version of the API in its paths. */
export const prefix = '/v1';

export type RouteServices = BaseServices &
  ErasureServices & {
    motivators: MotivatorsService;
    webhooks: WebhookSettings;
    identity: IdentitySettings;
  };

type RouteContext = BaseContext &
  MotivatorsContext &
  WebhooksContext &
  IdentityContext &
  OrganisationContext &
  ErasureContext;

/** Returns a function that creates the context of a request. Its parts are made for handlers that ask for them. */
export function createContextFactory(services: RouteServices) {
  const { motivators, webhooks, identity } = services;
  return (caller: Caller, now: Date): RouteContext => {
    const { tenantId } = caller;
    const own: Omit<RouteContext, keyof BaseContext> = {
      get motivators() {
        return motivators.forTenant(tenantId);
      },
      webhooks,
      identity,
      get organisation() {
        return openOrganisation(services.graph, tenantId);
      },
      get erasure() {
        return openErasure(services, { tenantId, adminId: getCallerId(caller) });
      },
    };
    return joinLazily(createBaseContext(services, caller, now), own);
  };
}

/** Joins the properties of both objects. A getter stays a getter. */
function joinLazily<One extends object, Other extends object>(one: One, other: Other): One & Other {
  return Object.defineProperties(one, Object.getOwnPropertyDescriptors(other)) as One & Other;
}

/**
 * Opens what handlers use, in the process of the API and in its thread for bulk requests.
 *
 * @returns also the ids of the service's keys
 */
export async function openRouteServices(
  config: Config,
  graph: GraphClient,
  log: Logger,
): Promise<RouteServices & { unsubscribeLinks: UnsubscribeLinks; keyIds: string[] }> {
  const { INSIGHTS_URL: url, INSIGHTS_MODEL: model, INSIGHTS_KEY: key } = config;
  const keys = await readServiceKeys(config);
  const publicUrl = getPublicUrl(config);
  return {
    ...openErasureServices(graph, config),
    links: createLinkSigner(keys, `${publicUrl}${prefix}${downloadsPath}`),
    unsubscribeLinks: createUnsubscribeLinks(keys, publicUrl),
    cursors: createCursors(keys),
    motivators: createMotivatorsService({
      graph,
      log,
      now: () => new Date(),
      provider: config.MOTIVATORS_URL ? openMotivatorsProvider(config.MOTIVATORS_URL, config.MOTIVATORS_TOKEN) : null,
      writer: url && model ? openInsightWriter({ url, model, key }) : null,
    }),
    webhooks: {
      secrets: createSecretBox(keys),
      allowLoopback: config.WEBHOOKS_TO_LOOPBACK === 'allow',
    },
    identity: openIdentitySettings(config),
    keyIds: listKeyIds(keys),
  };
}
