// Builds the OpenAPI 3.1 document from the declarations of the endpoints.
import type { TSchema } from '@sinclair/typebox';
import { hasLocation, getMessage, getStatus, type ErrorCode } from '../errors.ts';
import { ErrorBody, Problem } from '../model/index.ts';
import { describeDeprecationHeaders } from './deprecation.ts';
import { listErrorCodes, type Endpoint } from './endpoint.ts';
import { problemType } from './problem.ts';

/** The endpoints under one heading of the interface. */
export type Section = { heading: string; endpoints: readonly Endpoint[] };

/** General information for clients, in Markdown; `/docs` shows it first. */
const description = [
  'Weekly check-ins along a reporting line. Employees submit weekly summaries, goals and nominations; the managers above ' +
    'them read and respond.',
  '**Authentication.** Send `Authorization: Bearer <JWT>`. The token has `sub` (the user id, or `service:<name>` with `scope`), ' +
    '`tenant`, `exp`, `iss` and `aud`. Roles and reporting lines are read from the database with every request.',
  '**Errors.** Every error is `{code, message}`; a code never changes meaning. The message of a 400 names every fault. If ' +
    '`Accept` names `application/problem+json`, an error is problem details (RFC 9457), with a JSON Pointer to each field ' +
    'that has a fault. Checks run in this order: credentials (401), ' +
    'shape (400), found and permitted (404, 403), state (409, 422). A 429 or 503 has a `Retry-After` header. ' +
    'Quote `X-Request-Id` when you report a problem.',
  '**Web pages** of other origins may call the API if an operator has listed their origin; others are refused.',
  '**Weeks** are ISO weeks in the tenant’s time zone. `weekStart` and `period` accept any day of the week and are returned ' +
    'as its Monday.',
  '**Requests.** Unknown fields and query parameters are refused. Timestamps are UTC with three decimals.',
].join('\n\n');

export function buildOpenApi(sections: readonly Section[], prefix: string): object {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { heading, endpoints } of sections) {
    for (const declared of endpoints) {
      const operations = (paths[declared.path] ??= {});
      operations[declared.method.toLowerCase()] = buildOperation(heading, declared, schemas);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Team Check-in Service', version: '1', description },
    servers: [{ url: prefix }],
    security: [{ bearer: [] }],
    tags: sections.map(({ heading }) => ({ name: heading })),
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const locationHeader = { Location: { schema: { type: 'string' } } };
const challengeHeader = {
  'WWW-Authenticate': {
    description:
      '`Bearer` without credentials; `error="invalid_token"` with a token that is not accepted, and a description of one ' +
      'that has expired (RFC 6750)',
    schema: { type: 'string' },
  },
};
const retryHeader = {
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
};

function buildErrorHeaders(status: number, codes: readonly ErrorCode[]): object {
  const headers = {
    ...(codes.some(hasLocation) && locationHeader),
    ...(status === 401 && challengeHeader),
    ...((status === 429 || status === 503) && retryHeader),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

function buildOperation(heading: string, declared: Endpoint, schemas: Record<string, unknown>): object {
  const codes = listErrorCodes(declared);
  const statuses = [...new Set(codes.map(getStatus))].sort((a, b) => a - b);
  const failures = statuses.map((status): [number, object] => {
    const matching = codes.filter((code) => getStatus(code) === status);
    return [
      status,
      {
        description: matching.map((code) => `\`${code}\`: ${getMessage(code)}`).join('\n\n'),
        ...buildErrorHeaders(status, matching),
        content: {
          ...buildJsonContent(ErrorBody, schemas),
          [problemType]: { schema: extractNamedSchemas(Problem, schemas) },
        },
      },
    ];
  });
  const successHeaders = {
    ...(declared.location && locationHeader),
    ...(declared.deprecated && describeDeprecationHeaders(declared.deprecated)),
  };
  return {
    tags: [heading],
    summary: declared.summary,
    ...(declared.deprecated && { deprecated: true }),
    operationId: createOperationId(declared),
    parameters: [...buildParameters('path', declared.params), ...buildParameters('query', declared.query)],
    ...buildRequestBody(declared, schemas),
    responses: {
      [declared.success]: {
        description: 'Done',
        ...(Object.keys(successHeaders).length > 0 && { headers: successHeaders }),
        content: buildJsonContent(declared.response, schemas),
      },
      ...Object.fromEntries(failures),
    },
  };
}

function buildRequestBody({ body, bodyOptional, upload }: Endpoint, schemas: Record<string, unknown>): object {
  if (body) return { requestBody: { required: !bodyOptional, content: buildJsonContent(body, schemas) } };
  if (!upload) return {};
  const file = { type: 'string', format: 'binary', contentMediaType: upload.type, maxLength: upload.maxBytes };
  const schema = { type: 'object', properties: { file }, required: ['file'], additionalProperties: false };
  const encoding = { file: { contentType: upload.type } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } };
}

function buildParameters(location: 'path' | 'query', schema?: Endpoint['params']): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: schema?.required?.includes(name) ?? false,
    schema: extractNamedSchemas(property, {}),
  }));
}

function buildJsonContent(schema: TSchema, schemas: Record<string, unknown>): object {
  return { 'application/json': { schema: extractNamedSchemas(schema, schemas) } };
}

/** Standard names of our own formats. */
const publicFormats: Record<string, string> = { 'calendar-date': 'date', link: 'uri-reference' };

/** Moves each named schema to `schemas` and refers to it. Removes keywords that only our validator knows. */
function extractNamedSchemas(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => extractNamedSchemas(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $id: name, ...rest } = value as Record<string, unknown>;
  const inner = Object.fromEntries(
    Object.entries(rest)
      .filter(([key, part]) => key !== 'lowercase' && !(key === 'format' && part === 'text'))
      .map(([key, part]) => [
        key,
        key === 'format' ? (publicFormats[String(part)] ?? part) : extractNamedSchemas(part, schemas),
      ]),
  );
  if (typeof name !== 'string') return inner;
  schemas[name] = inner;
  return { $ref: `#/components/schemas/${name}` };
}

function createOperationId({ method, path }: Endpoint): string {
  const words = path.split(/[/{}-]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}
