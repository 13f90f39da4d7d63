// The assistants that have acted: all of them for admins, and their own for each person.
import type { Static } from '@sinclair/typebox';
import { rolesThatHold } from '../../platform/access/permissions.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, readPermittedPage } from '../../platform/http/declaration/list.ts';
import { AssistantUse, OwnAssistants } from './schema.ts';

const permittedRoles = rolesThatHold('identity:manage');

const listOwn = defineEndpoint({
  method: 'GET',
  path: '/me/assistants',
  operationId: 'listOwnAssistants',
  summary: 'List the assistants that have acted for the caller.',
  response: OwnAssistants,
  async handler({ graph }) {
    const { items } = await graph.one<Static<typeof OwnAssistants>>('assistants/list_own');
    return { items };
  },
});

const listAll = defineList({
  path: '/admin/assistants',
  operationId: 'listAssistants',
  summary: 'List the assistants that have acted for people of the company.',
  description: 'The latest first.',
  permission: 'identity:manage',
  item: AssistantUse,
  load: ({ graph }, page) =>
    readPermittedPage<AssistantUse>(graph, 'identity:manage', 'assistants/list', { ...page, permittedRoles }),
});

export const assistants = [listOwn, listAll];
