// The `callbacks` of an operation: requests that the service sends later. They stand at the operation that asks for them, not
// in the `webhooks` of the document, of which generators make a client: a module without paths, or a second one of its name.
import type { TSchema } from '@sinclair/typebox';
import { buildExample, type SchemaWriter } from './schemas.ts';

const text = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** @param body what is sent to the `url` of the request */
export function describeCallbacks(body: TSchema, writeSchema: SchemaWriter): object {
  const post = {
    operationId: 'receiveChange',
    summary: 'A change, as it is sent to a webhook.',
    description:
      'By Standard Webhooks 1.0.0: verify the signature with a library and the secret of the webhook. Events of one subject come ' +
      'in order; one may come again with the same webhook-id.',
    security: [],
    parameters: [
      text('webhook-id', 'Id of the change', '7c9e6679-7425-40de-944b-000000000081'),
      text('webhook-timestamp', 'Time of sending, in seconds since 1970', '1795168800'),
      text('webhook-signature', 'Signatures, separated by spaces', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: writeSchema(body, 'response'), example: buildExample(body) } },
    },
    responses: {
      '2XX': { description: 'The event was received, and is not sent again' },
      410: { description: 'The webhook is disabled' },
      default: { description: 'The event is sent again later' },
    },
  };
  return { change: { '{$request.body#/url}': { post } } };
}
