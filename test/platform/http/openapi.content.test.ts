// What every operation, parameter and field of the OpenAPI document has. A failure names what an endpoint still lacks.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { isRead } from '../../../src/platform/http/entity-tags.ts';
import { buildOpenApi } from '../../../src/platform/http/openapi/openapi.ts';
import { buildExample } from '../../../src/platform/http/openapi/schemas.ts';
import { compileValidator } from '../../../src/platform/schema/validation.ts';
import { nameHolders } from '../../../src/platform/permissions.ts';
import { sections } from '../../../src/app/sections.ts';

type Json = Record<string, unknown>;
type Media = { schema: Json; example?: unknown };
type Content = Record<string, Media>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { $ref?: string; name: string; in: string; description?: string; schema: Json; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content; headers: Json }>;
};
type Document = {
  info: Json;
  tags: Json[];
  servers: Json[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

const endpoints = sections.flatMap((section) => section.endpoints);
const document = buildOpenApi(sections, '/v1') as Document;
const { schemas } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const bodies = operations.flatMap(({ operationId, requestBody, responses }) => {
  const success = Object.entries(responses).find(([status]) => status < '300')?.[1];
  return [
    { name: `${operationId} request`, isRequest: true, media: requestBody?.content['application/json'] },
    { name: `${operationId} response`, isRequest: false, media: success?.content?.['application/json'] },
  ].flatMap(({ media, ...body }) => (media ? [{ ...body, media }] : []));
});

const resolve = (schema: Json): Json => schemas[String(schema['$ref']).split('/').at(-1) ?? ''] ?? schema;

/** Every schema below a value, with its path; those with a name once. */
function listSchemas(value: unknown, path: string): [path: string, schema: Json][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { properties = {}, items, additionalProperties, anyOf = [] } = value as Json;
  const parts: [string, unknown][] = [
    ...Object.entries(properties as Json).map(([name, part]): [string, unknown] => [`${path}.${name}`, part]),
    ...(anyOf as unknown[]).map((part): [string, unknown] => [`${path}|`, part]),
    [`${path}[]`, items],
    [`${path}.*`, additionalProperties],
  ];
  return [[path, value as Json], ...parts.flatMap(([inner, part]) => listSchemas(part, inner))];
}

/** Every schema that a body uses, also by reference. */
function listUsedSchemas(schema: Json, path: string, seen = new Set<string>()): [path: string, schema: Json][] {
  return listSchemas(schema, path).flatMap(([at, part]) => {
    const ref = part['$ref'] as string | undefined;
    if (ref === undefined) return [[at, part] as [string, Json]];
    if (seen.has(ref)) return [];
    seen.add(ref);
    return listUsedSchemas(resolve(part), ref, seen);
  });
}

const parameterSchemas = operations.flatMap(({ operationId, parameters = [] }) =>
  parameters.map(({ name, schema }): [string, Json] => [`${operationId} ${name}`, schema]),
);
const inlineSchemas = [
  ...Object.entries(schemas).flatMap(([name, schema]) => listSchemas(schema, name).slice(1)),
  ...bodies.flatMap(({ name, media }) => listSchemas(media.schema, name)),
  ...parameterSchemas.flatMap(([name, schema]) => listSchemas(schema, name)),
];

describe('what a client sends', () => {
  /** Formats whose values have a length. */
  const fixed = ['uuid', 'date', 'date-time', 'binary'];
  it('has a bound: every list, text and map of a request', () => {
    const sent = [
      ...bodies.flatMap(({ name, isRequest, media }) => (isRequest ? listUsedSchemas(media.schema, name) : [])),
      ...parameterSchemas.flatMap(([name, schema]) => listSchemas(schema, name)),
    ];
    const unbounded = sent.flatMap(([path, named]) => {
      const {
        type,
        enum: values,
        const: value,
        format,
        maxLength,
        maxItems,
        maxProperties,
        additionalProperties,
      } = named;
      const isFree = type === 'string' && (values ?? value) === undefined && !fixed.includes(String(format));
      const isMap = typeof additionalProperties === 'object' && maxProperties === undefined;
      return (isFree && maxLength === undefined) || (type === 'array' && maxItems === undefined) || isMap ? path : [];
    });
    expect(sent.length).to.be.above(100);
    expect(unbounded).to.deep.equal([]);
  });
});

describe('the OpenAPI document', () => {
  it('names the public address of the service, if it is configured', () => {
    const { servers } = buildOpenApi(sections, '/v1', 'https://check-in.test') as Document;
    expect(servers.map(({ url }) => url)).to.deep.equal(['https://check-in.test/v1']);
  });

  it('has operation ids of a verb and a noun, each once', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids)).to.have.length(ids.length);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)+$/.test(id))).to.deep.equal([]);
  });

  it('says who may call each operation and what it changes', () => {
    for (const { operationId, summary, description } of operations) {
      expect(summary, operationId).to.match(/\.$/);
      expect(description, operationId).to.match(/\*\*Callers:\*\* [A-Z].+\.[^]*\*\*Changes:\*\* [A-Z].+\.$/);
    }
    const silent = endpoints.filter((one) => isRead(one) === (one.effects !== undefined));
    expect(silent.map(({ operationId }) => `${operationId}: effects`)).to.deep.equal([]);
  });

  it('says who gets the part of an answer that a further permission decides', () => {
    const parts = endpoints.flatMap(({ operationId, alsoDecides = [] }) =>
      alsoDecides.map((permission) => ({ operationId, permission })),
    );
    expect(parts).to.deep.include({ operationId: 'getMotivators', permission: 'ai-insights:read' });
    for (const { operationId, permission } of parts) {
      const operation = operations.find((one) => one.operationId === operationId);
      const [, part = ''] = operation?.description.split('**Part of it only for:**') ?? [];
      expect(part, operationId).to.include(`${nameHolders(permission)} (\`${permission}\`)`);
    }
  });

  it('describes every parameter and every field', () => {
    const parameters = operations.flatMap(({ operationId, parameters: declared = [] }) =>
      declared.filter(({ $ref, description }) => !$ref && !description).map(({ name }) => `${operationId} ${name}`),
    );
    const fields = Object.entries(schemas).flatMap(([name, schema]) =>
      listSchemas(schema, name).filter(([path, part]) => /\.\w+$/.test(path) && !part['description']),
    );
    expect([...parameters, ...fields.map(([path]) => path)]).to.deep.equal([]);
  });

  it('has an example of every request, response and path, built from those of the fields', () => {
    const missing: string[] = [];
    for (const { operationId, params, body, response } of endpoints) {
      for (const [name, schema] of Object.entries({ params, body, response })) {
        if (schema) buildExample(schema, (path) => missing.push(`${operationId} ${name}${path}`));
      }
    }
    expect(missing).to.deep.equal([]);
  });

  it('has only examples that the service accepts or could send', () => {
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv, ['date', 'date-time', 'uri', 'uri-reference', 'uuid']);
    const refer = (schema: Json): Json =>
      JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'component:')) as Json;
    for (const [name, schema] of Object.entries(schemas)) ajv.addSchema({ ...refer(schema), $id: `component:${name}` });
    for (const { name, media } of bodies) {
      const check = ajv.compile(refer(media.schema));
      expect(check(media.example), `${name}: ${JSON.stringify(check.errors)}`).to.equal(true);
    }
    for (const { operationId, params, body, response } of endpoints) {
      for (const schema of [params, body, response]) {
        if (schema) expect(compileValidator(schema)(buildExample(schema)), operationId).to.equal(null);
      }
    }
  });

  it('names every body', () => {
    const unnamed = bodies.filter(({ media: { schema } }) => {
      const { items = schema } = schema;
      return !(items as Json)['$ref'];
    });
    expect(unnamed.map(({ name }) => name)).to.deep.equal([]);
  });

  it('spells out no object and no enumeration twice', () => {
    const places = new Map<string, string[]>();
    for (const [path, { properties, enum: words }] of inlineSchemas) {
      if (!words && Object.keys(properties ?? {}).length === 0) continue;
      const key = JSON.stringify([properties, words]);
      places.set(key, [...(places.get(key) ?? []), path]);
    }
    expect([...places.values()].filter((paths) => paths.length > 1)).to.deep.equal([]);
    expect(places.size).to.be.above(5);
  });

  it('refuses unknown fields in requests, but for access decisions, and allows them in responses', () => {
    const lenient = sections.flatMap(({ prefix, endpoints: own }) => (prefix === undefined ? [] : own));
    expect(lenient).to.have.length(5);
    const refuses = ({ name, isRequest }: (typeof bodies)[number]): boolean =>
      isRequest && !lenient.some(({ operationId }) => name === `${operationId} request`);
    for (const body of bodies) {
      const { name, media } = body;
      const isRequest = refuses(body);
      for (const [path, schema] of listUsedSchemas(media.schema, name)) {
        if (!schema['properties'] || Object.keys(schema['properties']).length === 0) continue;
        expect(schema['additionalProperties'], path).to.equal(isRequest ? false : undefined);
      }
    }
  });

  it('says which dates and texts a request may hold', () => {
    const { properties } = resolve({ $ref: '#/components/schemas/SummaryInput' });
    const { weekStart, learned } = properties as Record<string, Json>;
    const matches = (text: string, { pattern }: Json = {}) => new RegExp(String(pattern), 'u').test(text);
    expect(weekStart).to.include({ type: 'string', format: 'date' });
    expect(String(document.info['description'])).to.include('Dates are from 1900 to 2199.');
    expect([matches('A line\nand another.', learned), matches('\0', learned)]).to.deep.equal([true, false]);
    const goal = resolve({ $ref: '#/components/schemas/GoalInput' })['properties'] as Record<string, Json>;
    expect(['Run', ' a ', '', ' ', 'a\0'].map((text) => matches(text, goal['title']))).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ]);
    const person = resolve({ $ref: '#/components/schemas/UserInput' })['properties'] as Record<string, Json>;
    expect(['Ann', 'a\nb', '', '\n', 'a\tb', 'a\u0085'].map((text) => matches(text, person['name']))).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    const parameter = (id: string, name: string) =>
      operations.find(({ operationId }) => operationId === id)?.parameters?.find((one) => one.name === name)?.schema;
    const asOf = ['2026-11-16T10:00:00Z', '2026-11-16T10:00:00.5+01:00', '2026-11-16', '1900-01-01', '2199-12-31'];
    expect(asOf.map((text) => matches(text, parameter('getOrgChart', 'asOf')))).to.not.include(false);
    const noTimes = ['1899-12-31T10:00:00Z', '6260-12-19T08:52:15Z', '1899-12-31', '2200-01-01', '2026-13-01', 'now'];
    expect(noTimes.map((text) => matches(text, parameter('getOrgChart', 'asOf')))).to.not.include(true);
    const authors = ['me', '7c9e6679-7425-40de-944b-000000000081', 'you', 'me,me'];
    expect(authors.map((text) => matches(text, parameter('listSummaries', 'author')))).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
  });

  it('gives a file no length, which would count characters', () => {
    const upload = operations.find(({ operationId }) => operationId === 'importProfile');
    const { properties } = upload?.requestBody?.content['multipart/form-data']?.schema as { properties: Json };
    expect(properties['file']).to.have.all.keys('type', 'format', 'description');
  });
});
