// Identity providers of a tenant, and the identities that its people sign in with. Admins manage them.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { fail, failInvalid, type ErrorCode } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import {
  createProvider,
  deleteProvider,
  findClientFault,
  findProviderFault,
  maxProviders,
  tellChange,
  type IdentityContext,
} from './manage-providers.ts';
import { hashSubject } from './sign-in.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { readProof } from './proof.ts';
import { followKeyChanges } from '../organisation/people/keys.ts';
import { toAuditValues } from '../../platform/schema/audit.ts';
import {
  Identity,
  IdentityProvider,
  IdentityProviderChange,
  IdentityProviderRegistration,
  RefusedSignIn,
} from './schema.ts';
import { defineEndpointWith } from '../../platform/http/declaration/define-endpoint.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { defineList, type Positioned } from '../../platform/http/declaration/list.ts';

const defineEndpoint = defineEndpointWith<IdentityContext>();

const permission = 'identity:manage';
const permittedRoles = rolesThatHold('identity:manage');

/** All of a tenant, oldest first. @throws {ApiError} FORBIDDEN */
async function readProviders(graph: Pick<Graph, 'one'>): Promise<IdentityProvider[]> {
  type Providers = { standing: Standing; providers: IdentityProvider[] };
  const params = { asOperator: false, permittedRoles };
  const { standing, providers } = await graph.one<Providers>('identity/list_providers', params);
  permit(standing, permission);
  return providers;
}

/** @throws {ApiError} FORBIDDEN, PROVIDER_NOT_FOUND */
async function findProvider(graph: Pick<Graph, 'one'>, providerId: string): Promise<IdentityProvider> {
  const provider = (await readProviders(graph)).find(({ id }) => id === providerId);
  return provider ?? failNotFoundOrForbidden(graph, 'PROVIDER_NOT_FOUND', providerId);
}

const listProviders = defineList({
  path: '/admin/identity-providers',
  operationId: 'listIdentityProviders',
  summary: 'List the identity providers.',
  description: 'Oldest first.',
  permission,
  item: IdentityProvider,
  async load({ graph }, { after, limit }) {
    const positioned = (await readProviders(graph)).map((one) => ({ ...one, position: { id: one.id } }));
    const begin = positioned.findIndex(({ id }) => id === after?.['id']) + 1;
    return positioned.slice(begin, begin + limit + 1);
  },
});

const readProvider = defineEndpoint({
  method: 'GET',
  path: '/admin/identity-providers/{providerId}',
  operationId: 'getIdentityProvider',
  summary: 'Get an identity provider.',
  permission,
  response: IdentityProvider,
  errors: ['PROVIDER_NOT_FOUND'],
  handler: ({ params: { providerId }, graph }) => findProvider(graph, providerId),
});

const providerResource: NonNullable<Endpoint['resource']> = {
  read: readProvider,
  lock: (graph, { providerId = '' }) => graph.write('identity/lock_provider', { providerId }),
};

const postProvider = defineEndpoint({
  method: 'POST',
  path: '/admin/identity-providers',
  operationId: 'createIdentityProvider',
  summary: 'Let people sign in with tokens of an identity provider.',
  description:
    `Its metadata must be at issuer + \`/.well-known/openid-configuration\`. A tenant has at most ${maxProviders}. Issuer and ` +
    'audience together are let in once: where an issuer serves several tenants, tenantClaim tells them apart.',
  effects:
    'Within two seconds its tokens are let in. The first one of a subject binds it to the person it means. The admins and the ' +
    'People Team are told.',
  audit: 'identity-provider.create',
  permission,
  body: IdentityProviderRegistration,
  success: 201,
  response: IdentityProvider,
  errors: ['ROLE_APPROVAL', 'PROVIDER_EXISTS', 'LIMIT_REACHED'],
  location: ({ id }) => `/admin/identity-providers/${id}`,
  async handler({ body: { token, ...input }, graph, identity, now, newId }) {
    await readProviders(graph); // permits
    const fault = await findProviderFault(input, identity);
    if (fault) return failInvalid([{ pointer: `/${fault.name}`, message: fault.message }]);
    const failProof = (what: string) => failInvalid([{ pointer: '/token', message: `token ${what}.` }]);
    const proof = await readProof(token, input, identity.read);
    if (proof.fault !== undefined) return failProof(proof.fault);
    const created = await createProvider(graph, input, { now, newId, proof: proof.key });
    if (!created) return failMissedWrite(graph, 'FORBIDDEN');
    if (created.isAlone)
      fail('ROLE_APPROVAL', 'While roles need a second admin, who operates the service adds identity providers.');
    if (created.isOther) return failProof('must be about yourself');
    return created.provider ?? fail(created.isFull ? 'LIMIT_REACHED' : 'PROVIDER_EXISTS');
  },
});

const patchProvider = defineEndpoint({
  method: 'PATCH',
  path: '/admin/identity-providers/{providerId}',
  operationId: 'updateIdentityProvider',
  summary: 'Change the client by which people sign in to the web app at an identity provider.',
  description:
    'Absent fields stay as they are. Which tokens are let in does not change: what decides it, issuer and audience, the claims and the ' +
    'domains, can only be deleted and added again.',
  effects:
    'Within two seconds the page of the company asks for tokens with this client and these scopes. The admins and the People Team are told.',
  audit: 'identity-provider.update',
  permission,
  body: IdentityProviderChange,
  response: IdentityProvider,
  resource: providerResource,
  errors: ['PROVIDER_NOT_FOUND'],
  async handler({ params: { providerId }, body, graph, now, newId }) {
    await findProvider(graph, providerId); // whoever may not take the lock makes nobody wait
    const [auditId, eventId] = [newId(), newId()];
    return graph.atomically(async (tx) => {
      await tx.write('identity/lock_provider', { providerId });
      const { issuer, audience, ...stored } = await findProvider(tx, providerId);
      const clientId = body.clientId === undefined ? stored.clientId : (body.clientId ?? undefined);
      const kept = clientId === undefined ? undefined : stored.scopes; // they are those of the client
      const scopes = body.scopes === undefined ? kept : (body.scopes ?? undefined);
      const fault = findClientFault({ audience, clientId, scopes });
      if (fault) return failInvalid([{ pointer: `/${fault.name}`, message: fault.message }]);
      const change = { providerId, clientId: clientId ?? null, scopes: scopes ?? null };
      const updated = await tx.write<{ provider: IdentityProvider }>('identity/change_client', {
        ...change,
        auditId,
        notice: tellChange(issuer, 'client_changed', eventId),
        now,
        permittedRoles,
      });
      return updated?.provider ?? failNotFoundOrForbidden(tx, 'PROVIDER_NOT_FOUND', providerId);
    });
  },
});

const listRefusals = defineList({
  path: '/admin/identity-providers/{providerId}/refused-sign-ins',
  operationId: 'listRefusedSignIns',
  summary: 'List the latest refused sign-ins at an identity provider, with the reason.',
  description:
    'Newest first, at most twenty: valid tokens that sign in nobody, each subject once. Tokens that are not valid for the provider, such as ' +
    'those for another audience, are not among them.',
  permission,
  item: RefusedSignIn,
  errors: ['PROVIDER_NOT_FOUND'],
  async load({ params: { providerId }, graph }, { after, limit }) {
    type Refusals = { standing: Standing; isFound: boolean; refusals: RefusedSignIn[] };
    const params = { providerId, asOperator: false, permittedRoles };
    const { standing, isFound, refusals } = await graph.one<Refusals>('identity/list_refusals', params);
    permit(standing, permission);
    if (!isFound) return failNotFoundOrForbidden(graph, 'PROVIDER_NOT_FOUND', providerId);
    const begin = refusals.findIndex(({ subject }) => subject === after?.['subject']) + 1;
    const page = refusals.slice(begin, begin + limit + 1);
    return page.map((one) => ({ ...one, position: { subject: one.subject } }));
  },
});

const removeProvider = defineEndpoint({
  method: 'DELETE',
  path: '/admin/identity-providers/{providerId}',
  operationId: 'deleteIdentityProvider',
  summary: 'Delete an identity provider.',
  effects:
    'Within two seconds its tokens are refused. Identities stay, for when it is created again. The admins and the People Team ' +
    'are told.',
  audit: 'identity-provider.delete',
  permission,
  resource: providerResource,
  errors: ['PROVIDER_NOT_FOUND'],
  async handler({ params: { providerId }, graph, now, newId }) {
    const provider = await findProvider(graph, providerId);
    const isDeleted = await deleteProvider(graph, provider, { now, newId });
    if (!isDeleted) await graph.one('access/caller'); // deleted meanwhile
  },
});

const listIdentities = defineList({
  path: '/admin/users/{userId}/identities',
  operationId: 'listIdentities',
  summary: 'List what a user signs in with.',
  description: 'Newest first.',
  permission,
  item: Identity,
  errors: ['USER_NOT_FOUND'],
  async load({ params: { userId }, graph }, page) {
    type Identities = { standing: Standing; isFound: boolean; items: Positioned<Identity>[] };
    const params = { ...page, userId, permittedRoles };
    const { standing, isFound, items } = await graph.one<Identities>('identity/list', params);
    permit(standing, permission);
    return isFound ? items : failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
  },
});

const declareBinding = (
  action: 'bind' | 'unbind',
  texts: { summary: string; description: string; effects: string },
  ownErrors: readonly ErrorCode[] = [],
) =>
  defineEndpoint({
    ...texts,
    method: 'POST',
    path: `/admin/identities/{identityId}/${action}`,
    operationId: `${action}Identity`,
    audit: `identity.${action}`,
    permission,
    response: Identity,
    errors: ['IDENTITY_NOT_FOUND', ...ownErrors],
    async handler({ params: { identityId }, graph, now, newId }) {
      type Changed = {
        standing: Standing;
        identity: Identity | null;
        name: string;
        isOwn: boolean;
        isChanged: boolean;
      };
      const restartIds = createRepeatableIds(newId);
      return graph.atomically(async (tx) => {
        const id = restartIds();
        const params = { identityId, isBound: action === 'bind', now, permittedRoles };
        const changed = await tx.write<Changed>('identity/set_bound', params, 'IDENTITY_BOUND');
        if (!changed) return fail('UNAUTHENTICATED');
        permit(changed.standing, permission);
        const { identity, name, isOwn, isChanged } = changed;
        if (!identity) return failNotFoundOrForbidden(tx, 'IDENTITY_NOT_FOUND', identityId);
        if (!isChanged) return identity;
        const { userId, issuer, subject } = identity;
        const facts = { userId, ...toAuditValues([{ field: 'subject', after: hashSubject(issuer, subject) }]) };
        await tx.write('audit/record', { entries: [{ id: id(), action: `identity.${action}`, facts }], now });
        const change = { userId, name, isOwn, changes: [`${action === 'bind' ? 'bound' : 'unbound'}` as const] };
        await followKeyChanges(tx, [change], { by: 'admin', now, newId: id, eventId: id() });
        return identity;
      });
    },
  });
const unbind = declareBinding('unbind', {
  summary: 'End that a subject signs in as its user.',
  description: 'Nothing happens if it is unbound already.',
  effects:
    'Within two seconds its tokens are refused, until it means somebody else or an admin binds it. Another subject of the issuer ' +
    'may be bound to the user, after another admin has approved it. The user, the admins and the People Team are told.',
});
const bind = declareBinding(
  'bind',
  {
    summary: 'Let a subject sign in as its user again.',
    description: 'Nothing happens if it is bound already.',
    effects: 'Its tokens are let in as before it was unbound. The user, the admins and the People Team are told.',
  },
  ['IDENTITY_BOUND'],
);

export const identities = [
  postProvider,
  listProviders,
  readProvider,
  patchProvider,
  removeProvider,
  listRefusals,
  listIdentities,
  unbind,
  bind,
];
