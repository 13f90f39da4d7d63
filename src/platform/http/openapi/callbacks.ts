// The `callbacks` of an operation: requests that the service sends later. They stand at the operation that asks for them, not
// in the `webhooks` of the document, of which generators make a client: a module without paths, or a second one of its name.
import type { SentLater } from '../endpoint.ts';
import { buildExample, type SchemaWriter } from './schemas.ts';

const text = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** Describes what is sent to the `url` of the request. */
export function describeCallbacks(
  { name, operationId, summary, repeats, idOf, gone, body }: SentLater,
  writeSchema: SchemaWriter,
): object {
  const post = {
    operationId,
    summary,
    description: `By Standard Webhooks 1.0.0: verify the signature with a library and the secret of the address. ${repeats}`,
    security: [],
    parameters: [
      text('webhook-id', idOf, '7c9e6679-7425-40de-944b-000000000081'),
      text('webhook-timestamp', 'Time of sending, in seconds since 1970', '1795168800'),
      text('webhook-signature', 'Signatures, separated by spaces', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: writeSchema(body, 'response'), example: buildExample(body) } },
    },
    responses: {
      '2XX': { description: 'It was received, and is not sent again' },
      410: { description: gone },
      default: { description: 'It is sent again later' },
    },
  };
  return { [name]: { '{$request.body#/url}': { post } } };
}
