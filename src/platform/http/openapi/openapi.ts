// Builds the OpenAPI 3.1 document from the declarations of the endpoints.
import type { TObject } from '@sinclair/typebox';
import {
  describeNotModified,
  describeRequestHeaders,
  headerParameters,
  listHeaderComponents,
} from './describe-headers.ts';
import type { Endpoint } from '../endpoint.ts';
import { csvType } from '../../lib/list-format.ts';
import { nameHolders, type AnyPermission } from '../../permissions.ts';
import { sayDeprecation } from '../../schema/deprecation.ts';
import { listBodyTypes } from '../request/parser.ts';
import { buildSuccessHeaders, createErrorWriter } from './responses.ts';
import { describeCallbacks } from './callbacks.ts';
import { buildExample, createSchemaWriter, omit, type SchemaWriter } from './schemas.ts';

/** The endpoints under one heading of the interface. */
export type Section = {
  heading: string;
  description: string;
  endpoints: readonly Endpoint[];
  /** Instead of the version prefix: '' for paths that another specification names. */
  prefix?: '';
  /** False if it describes itself in another way. */
  isDocumented?: boolean;
};

/** General information for clients, in Markdown; `/docs` shows it first. */
const description = [
  'Weekly check-ins along a reporting line. Employees submit weekly summaries, goals and nominations; the managers above ' +
    'them read and respond.',
  '**Authentication.** Send `Authorization: Bearer <token>`: an access token or ID token of your identity provider, or the opaque ' +
    'token of a service. Roles and reporting lines are read from the database with every request.',
  '**Where a token comes from.** `/.well-known/oauth-protected-resource/mcp/<slug>` names your identity provider; who ' +
    'operates it knows the client to use. `/v1/sign-in/<slug>` names the client and the scopes with which a page signs people in. On a developer’s ' +
    'machine, `npm start` prints tokens of the demo people, and `npm run -s checkin -- token <e-mail> --tenant <slug>` prints another.',
  '**Errors.** Every error is `{code, message}`; a code never changes meaning. The message of a 400 names every fault. If ' +
    '`Accept` names `application/problem+json`, an error is problem details (RFC 9457), with a JSON Pointer to each field ' +
    'that has a fault. Checks run in this order: credentials (401), ' +
    'shape (400), found and permitted (404, 403), state (409, 422). A 429 or 503 has a `Retry-After` header. Where requests ' +
    'are limited, `RateLimit-Policy` and `RateLimit` tell the limits of caller and tenant and what is left of them. ' +
    'Quote `X-Request-Id` when you report a problem.',
  '**Retries.** Send a change with an `Idempotency-Key` of your choice: repeated within 24 hours, it gets the first answer again ' +
    'and is made once. **Concurrent edits.** Send the `ETag` of what you read as `If-Match`: the change is refused with 412 if the ' +
    'resource has changed. `If-None-Match` saves a response that you have. Every read is current.',
  '**Screens.** [/docs/screens](/docs/screens) lists the calls of each screen of a front end. ' +
    '[/docs/clients](/docs/clients) says how to make a typed client in several languages. [/docs/changes](/docs/changes) says what each release changed.',
  '**Web pages** of other origins may call the API if an operator has listed their origin in `CORS_ORIGINS`; others are refused with ' +
    '400. `npm start` allows pages of localhost.',
  '**Weeks** are ISO weeks in the tenant’s time zone. `weekStart` and `period` accept any day of the week and are returned ' +
    'as its Monday.',
  '**Requests.** Unknown fields and query parameters are refused. Dates are from 1900 to 2199. Timestamps are UTC with three ' +
    'decimals. A PATCH takes `application/json` or `application/merge-patch+json` (RFC 7396). What is absent stays. Null gives a field what it ' +
    'has when it is left out at the creation: nothing, or its default.',
  '**What may be added.** Responses get further fields, and further values where the description of a field lists those of today: ' +
    'error codes, statuses, types, roles, reasons. Ignore what you do not know.',
].join('\n\n');

/** @param publicUrl where clients reach the API; without it, the document names a path */
export function buildOpenApi(sections: readonly Section[], prefix: string, publicUrl = ''): object {
  const { components, writeSchema } = createSchemaWriter(
    sections.flatMap(({ endpoints }) => endpoints.map(({ response }) => response)),
  );
  const { schemas: errorSchemas, responses, writeErrors } = createErrorWriter(writeSchema);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { heading, endpoints, prefix: ownPrefix } of sections) {
    const servers =
      ownPrefix === undefined ? {} : { servers: [{ url: publicUrl || '/', description: 'This service' }] };
    for (const declared of endpoints) {
      const operations = (paths[declared.path] ??= {});
      const operation = { tags: [heading], ...servers, ...buildOperation(declared, writeSchema) };
      const errors = writeErrors(declared);
      operations[declared.method.toLowerCase()] = { ...operation, responses: { ...operation.responses, ...errors } };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Team Check-in Service',
      version: '1',
      description,
      contact: { name: 'The operators of this service', ...(publicUrl && { url: `${publicUrl}/docs` }) },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: `${publicUrl}${prefix}`, description: 'This service' }],
    security: [{ bearer: [] }],
    tags: sections.map(({ heading, description: text }) => ({ name: heading, description: text })),
    paths,
    components: {
      schemas: { ...components, ...errorSchemas },
      responses,
      parameters: headerParameters,
      headers: listHeaderComponents(sections.flatMap(({ endpoints }) => endpoints)),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of a user or a service, without the word Bearer',
        },
      },
    },
  };
}

/** Adds where tokens come from to the document. */
export function addIdentityProvider(document: object, issuer: string): object {
  const { components, ...rest } = document as { components: { securitySchemes: object } };
  const openIdConnect = {
    type: 'openIdConnect',
    openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    description: 'The identity provider whose tokens are let in',
  };
  const securitySchemes = { ...components.securitySchemes, openIdConnect };
  return { ...rest, security: [{ bearer: [] }, { openIdConnect: [] }], components: { ...components, securitySchemes } };
}

function buildOperation(declared: Endpoint, writeSchema: SchemaWriter) {
  const parameters = [
    ...buildParameters('path', declared.params, writeSchema),
    ...buildParameters('query', declared.query, writeSchema),
    ...describeRequestHeaders(declared),
  ];
  return {
    operationId: declared.operationId,
    ...(declared.deprecated && { deprecated: true }),
    summary: declared.summary,
    description: describe(declared),
    ...(parameters.length > 0 && { parameters }),
    ...buildRequestBody(declared, writeSchema),
    responses: {
      [declared.success]: {
        description: successDescriptions[declared.success],
        headers: buildSuccessHeaders(declared),
        ...(declared.success !== 204 && { content: buildContent(declared, writeSchema) }),
      },
      ...describeNotModified(declared),
    },
    ...(declared.sendsLater && { callbacks: describeCallbacks(declared.sendsLater, writeSchema) }),
  };
}

const successDescriptions = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; the work is done in the background',
  204: 'Done; there is nothing to return',
};

const nameWithHolders = (name: AnyPermission): string => `${nameHolders(name)} (\`${name}\`)`;

/** What to know, who may call it, who gets parts of the answer, its entry in the audit log, what it changes. */
function describe({
  deprecated,
  description: text,
  effects,
  audit,
  permission,
  alsoDecides = [],
  callers = ['user'],
}: Endpoint): string {
  const holders = callers.map((caller) => {
    if (caller !== 'user') return `Services with the scope \`${caller}\`.`;
    return permission ? nameWithHolders(permission) : 'Any user.';
  });
  const entry = typeof audit === 'string' ? `\`${audit}\`${effects ? '.' : ', by a role with tenant scope.'}` : '';
  return [
    deprecated && `**${sayDeprecation(deprecated)}**`,
    text,
    `**Callers:** ${holders.join(' ')}`,
    alsoDecides.length > 0 && `**Part of it only for:** ${alsoDecides.map(nameWithHolders).join(' ')}`,
    entry && `**Audit entry:** ${entry}`,
    `**Changes:** ${effects ?? 'Nothing.'}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function buildRequestBody(declared: Endpoint, writeSchema: SchemaWriter): object {
  const { body, bodyOptional, upload } = declared;
  if (body) {
    const media = { schema: writeSchema(body, 'request'), example: buildExample(body) };
    const content = Object.fromEntries(listBodyTypes(declared).map((type) => [type, media]));
    return { requestBody: { required: !bodyOptional, content } };
  }
  if (!upload) return {};
  const file = {
    type: 'string',
    format: 'binary',
    description: `A file of type ${upload.type}, at most ${upload.maxBytes / 1_000_000} MB`,
  };
  const schema = { type: 'object', properties: { file }, required: ['file'], additionalProperties: false };
  const encoding = { file: { contentType: upload.type } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } };
}

/** Optional parameters have no example: interactive documentation would send it. */
function buildParameters(place: 'path' | 'query', schema: TObject | undefined, writeSchema: SchemaWriter): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const written = writeSchema(property, 'request');
    const required = schema?.required?.includes(name) ?? false;
    const example = required ? { example: buildExample(property) } : {};
    return {
      name,
      in: place,
      required,
      description: written['description'],
      ...(written['deprecated'] === true && { deprecated: true }),
      schema: omit(written, 'description', 'examples', 'deprecated'),
      ...example,
    };
  });
}

function buildContent({ response, csv }: Endpoint, writeSchema: SchemaWriter): object {
  const text = { schema: { type: 'string', description: 'The rows as CSV, with a heading row' } };
  const media = { schema: writeSchema(response, 'response'), example: buildExample(response) };
  return { 'application/json': media, ...(csv && { [csvType]: text }) };
}
