// What generators of clients need of the OpenAPI document, beyond what linters ask: one plain type for each value, names that
// no language takes for others, and no list of values that is closed while the service may add to it.
import { expect } from 'chai';
import { errorCodes, getStatus } from '../../../src/platform/errors.ts';
import { buildOpenApi } from '../../../src/platform/http/openapi/openapi.ts';
import { writeReleases } from '../../../src/app/pages/changes.ts';
import { changeTypeNames } from '../../../src/platform/schema/changes.ts';
import { planStatuses } from '../../../src/platform/schema/plan-values.ts';
import { roles } from '../../../src/platform/permissions.ts';
import { sections } from '../../../src/app/sections.ts';

type Json = Record<string, unknown>;
type Parameter = { $ref?: string; name: string; required: boolean; schema: Json };
type Operation = { operationId: string; tags: string[]; parameters?: Parameter[]; responses: Json };

const document = buildOpenApi(sections, '/v1') as {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; parameters: Record<string, Parameter>; responses: Record<string, Json> };
};
const { schemas, parameters: shared } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every object below a value with its path; examples are no part of the description. */
function listParts(value: unknown, path: string): [path: string, part: Json][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).filter(([key]) => !['example', 'examples'].includes(key));
  return [[path, value as Json], ...inner.flatMap(([key, part]) => listParts(part, `${path}/${key}`))];
}

/** The same, and what it refers to, each schema once. */
function listReferred(value: unknown, path: string, seen = new Set<string>()): [path: string, part: Json][] {
  return listParts(value, path).flatMap(([at, part]) => {
    const ref = part['$ref'];
    const name = typeof ref === 'string' ? ref.split('/') : [];
    if (name.length === 0) return [[at, part] as [string, Json]];
    const key = name.slice(-2).join('/');
    if (seen.has(key)) return [];
    seen.add(key);
    const { components } = document as unknown as { components: Record<string, Json> };
    return listReferred(components[name.at(-2) ?? '']?.[name.at(-1) ?? ''], key, seen);
  });
}

const everything = listParts(document, '');
const having = (keyword: string): string[] => everything.filter(([, part]) => keyword in part).map(([path]) => path);

describe('the OpenAPI document, for generators of clients,', () => {
  it('has no annotation that makes another type of a text', () => {
    expect([...having('contentMediaType'), ...having('contentEncoding'), ...having('contentSchema')]).to.deep.equal([]);
  });

  it('has no operation but those of its paths, each under one tag, which the document describes', () => {
    expect(document).to.not.have.property('webhooks');
    const names = document.tags.map(({ name }) => name);
    for (const { operationId, tags } of operations) {
      expect(tags, operationId).to.have.length(1);
      expect(names).to.include(tags[0]);
    }
    const files = names.map((name) => name.toLowerCase().replaceAll(/\W/g, ''));
    expect(new Set(files)).to.have.length(names.length);
  });

  it('describes what a webhook and chat get at the operation that sets the address', () => {
    const callbacks = having('callbacks');
    expect(callbacks).to.have.members(['/paths//admin/webhooks/post', '/paths//admin/chat/put']);
    expect(JSON.stringify(document.paths['/admin/chat']?.['put'])).to.include('#/components/schemas/ChatMessage');
    expect(JSON.stringify(document.paths['/admin/webhooks']?.['post'])).to.include('#/components/schemas/WebhookEvent');
  });

  it('has patterns that every language reads alike: no bytes beyond ASCII, no lookaround, no named classes', () => {
    const patterns = everything.flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns.length).to.be.above(50);
    expect(patterns.filter((one) => /\\x[89a-f]|\(\?[=!<]|\\[pP]\{/i.test(one))).to.deep.equal([]);
  });

  it('requires no header in an answer that a proxy before the service may give', () => {
    const { headers } = document.components as unknown as { headers: Record<string, Json> };
    expect(headers['X-Request-Id']).to.not.have.property('required');
  });

  it('gives each parameter one plain type', () => {
    const all = [...operations.flatMap(({ parameters = [] }) => parameters), ...Object.values(shared)];
    const plain = ['string', 'integer', 'number', 'boolean', 'array'];
    const odd = all.flatMap(({ $ref, name, schema }) => {
      if ($ref !== undefined) return [];
      const one = typeof schema['$ref'] === 'string' ? schemas[schema['$ref'].split('/').at(-1) ?? ''] : schema;
      const hasShapes = ['anyOf', 'oneOf', 'allOf', 'const'].some((keyword) => keyword in (one ?? {}));
      return hasShapes || !plain.includes(String(one?.['type'])) ? [name] : [];
    });
    expect(all.length).to.be.above(100);
    expect(odd).to.deep.equal([]);
  });

  it('lets a client leave out every parameter that is not part of the path, but of three operations that need one', () => {
    const needed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ operationId, parameters = [] }) =>
        parameters
          .filter(({ name, required }) => required && !path.includes(`{${name}}`))
          .map(({ name }) => `${operationId} ${name}`),
      ),
    );
    expect(needed).to.deep.equal([
      'compareOrganisation from',
      'listNominations period',
      'getQuestionReport questionId',
    ]);
    expect(Object.values(shared).filter(({ required }) => required)).to.deep.equal([]);
  });

  it('has no schema of several parts, and no pattern for what a client parses', () => {
    expect(having('allOf').concat(having('oneOf'))).to.deep.equal([]);
    const parsed = everything.filter(
      ([, { format, pattern }]) => /^(date|date-time|uuid)$/.test(String(format)) && pattern,
    );
    expect(parsed.map(([path]) => path)).to.deep.equal([]);
    const unions = everything.filter(([, part]) => 'anyOf' in part);
    expect(unions.map(([path]) => path)).to.deep.equal([
      '/components/schemas/Difference/properties/before',
      '/components/schemas/Difference/properties/after',
      '/components/schemas/PreferenceChange/properties/language',
    ]);
  });

  it('has no schema named as a constructor, or as another one in other letters', () => {
    const names = Object.keys(schemas);
    expect(names.filter((name) => /^New[A-Z]/.test(name))).to.deep.equal([]);
    expect(new Set(names.map((name) => name.toLowerCase()))).to.have.length(names.length);
  });

  it('has closed lists of values in a response only if they cannot grow', () => {
    const closed = new Set(
      operations.flatMap(({ operationId, responses }) =>
        listReferred(responses, operationId)
          .filter(([, part]) => 'enum' in part)
          .map(([path]) => path),
      ),
    );
    // the words of the interface, directions, and the dimensions of the scores, each of which is a field of its own
    expect([...closed].sort()).to.deep.equal([
      'schemas/BoardColumn/properties/week',
      'schemas/GoalType',
      'schemas/NominationKind',
      'schemas/SightChange/properties/change',
      'schemas/TrendFlag/properties/dimension',
      'schemas/TrendFlag/properties/direction',
      'schemas/TrendScope',
    ]);
  });

  it('says in words which values there are today, of error codes those of each status', () => {
    const wordsOf = (name: string): string => String(schemas[name]?.['description']);
    const words = (values: readonly string[]): string =>
      `Today ${values.map((one) => `\`${one}\``).join(', ')}; others`;
    expect(wordsOf('ChangeType')).to.include(words(changeTypeNames));
    expect(wordsOf('OrgPlanStatus')).to.include(words(planStatuses));
    expect(wordsOf('Role')).to.include(words(roles));
    const { code } = schemas['ConflictError']?.['properties'] as Record<string, Json>;
    expect(code?.['description']).to.include(words(errorCodes.filter((one) => getStatus(one) === 409)));
    for (const word of ['error codes', 'statuses', 'types']) expect(writeReleases([])).to.include(word);
  });

  it('still says which values a request may have', () => {
    expect(schemas['RoleInput']?.['enum']).to.deep.equal(roles);
    expect(schemas['ChangeTypeInput']?.['enum']).to.deep.equal(changeTypeNames);
  });
});
