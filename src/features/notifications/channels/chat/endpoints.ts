// The address of chat. Admins set it.
import { permit, type Standing } from '../../../../platform/access/permissions.ts';
import { failMissedWrite } from '../../../../platform/access/caller-graph.ts';
import { fail } from '../../../../platform/errors.ts';
import type { Graph } from '../../../../platform/graph/client.ts';
import { defineEndpointWith } from '../../../../platform/http/declaration/define-endpoint.ts';
import type { WebhooksContext } from '../../../webhooks/manage-webhooks.ts';
import { Chat, ChatChange, ChatMessage, ChatWithSecret } from './schema.ts';
import { setChatAddress } from './set-address.ts';

const defineEndpoint = defineEndpointWith<WebhooksContext>();

/** @throws {ApiError} FORBIDDEN */
async function readAddress(graph: Graph): Promise<Chat> {
  const { standing, chat } = await graph.one<{ standing: Standing; chat: Chat | null }>('notifications/chat');
  permit(standing, 'chat:manage');
  return chat ?? {};
}

const readChat = defineEndpoint({
  method: 'GET',
  path: '/admin/chat',
  operationId: 'getChat',
  summary: 'Get the address that receives the notifications of chat.',
  permission: 'chat:manage',
  response: Chat,
  handler: ({ graph }) => readAddress(graph),
});

const setChat = defineEndpoint({
  method: 'PUT',
  path: '/admin/chat',
  operationId: 'setChat',
  summary: 'Set the address that receives the notifications of chat.',
  description:
    'A flow of Teams or a workflow of Slack behind the address sends each message on to its recipient. The address gets another ' +
    'secret each time it is set; the one before signs no more. While roles need a second admin, who operates the service sets it.',
  effects:
    'From now on, chat is a default channel of every type, and each notification is sent to the address, signed with the secret of ' +
    'the response. With null, nothing is sent any more. The admins and the People Team are told.',
  audit: 'chat.update',
  permission: 'chat:manage',
  body: ChatChange,
  sendsLater: {
    name: 'message',
    operationId: 'receiveChatMessage',
    summary: 'A notification, as it is sent to chat.',
    repeats: 'A message may come after later ones, and again with the same webhook-id.',
    idOf: 'Id of the notification',
    gone: 'The message is not sent again',
    body: ChatMessage,
  },
  response: ChatWithSecret,
  secret: 'secret',
  errors: ['ROLE_APPROVAL'],
  resource: { read: readChat, lock: (graph) => graph.write('organisation/lock_tenant') },
  async handler({ body: { url }, graph, webhooks, now, newId }) {
    await readAddress(graph); // permits
    const changed = await setChatAddress(graph, url, webhooks, { now, newId, asOperator: false });
    if (!changed) return failMissedWrite(graph, 'FORBIDDEN');
    if (changed.isAlone)
      fail('ROLE_APPROVAL', 'While roles need a second admin, who operates the service sets the address of chat.');
    return url === null ? {} : { url, updatedAt: now, secret: changed.secret };
  },
});

export const chatEndpoints = [readChat, setChat];
