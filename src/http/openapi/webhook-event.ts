// The `webhooks` of the OpenAPI document: the request that receivers of webhooks get.
import { WebhookEvent } from '../../model/index.ts';
import { buildExample, type SchemaWriter } from './schemas.ts';

const text = (name: string, description: string, example: string): object => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
});

/** @param tag the heading of the endpoints that manage webhooks */
export function describeWebhookEvent(writeSchema: SchemaWriter, tag: string): object {
  return {
    change: {
      post: {
        tags: [tag],
        operationId: 'receiveChange',
        summary: 'A change, as it is sent to a webhook.',
        description:
          'By Standard Webhooks 1.0.0: verify the signature with a library and the secret of the webhook. Events of one subject come ' +
          'in order; one may come again with the same webhook-id.',
        security: [],
        parameters: [
          text('webhook-id', 'Id of the change', '7c9e6679-7425-40de-944b-000000000081'),
          text('webhook-timestamp', 'Time of sending, in seconds since 1970', '1795168800'),
          text(
            'webhook-signature',
            'Signatures, separated by spaces',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          ),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: writeSchema(WebhookEvent, 'response'), example: buildExample(WebhookEvent) },
          },
        },
        responses: {
          '2XX': { description: 'The event was received, and is not sent again' },
          410: { description: 'The webhook is disabled' },
          default: { description: 'The event is sent again later' },
        },
      },
    },
  };
}
