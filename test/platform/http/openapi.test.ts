// The OpenAPI document says what the service does, no more and no less, and is shown without help from outside.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { errorCodes, getStatus } from '../../../src/platform/errors.ts';
import { listErrorCodes } from '../../../src/platform/http/declaration/error-codes.ts';
import { download } from '../../../src/app/pages/client-recipe.ts';
import { generatedClients, ownClient } from '../../../src/app/pages/clients.ts';
import { releases } from '../../../src/app/pages/releases.ts';
import { screens } from '../../../src/app/pages/screens.ts';
import { readVersion } from '../../../src/platform/lib/project-folder.ts';
import { changeTypeNames } from '../../../src/platform/schema/changes.ts';
import { notificationTypes } from '../../../src/features/notifications/registry.ts';
import { sections } from '../../../src/app/sections.ts';
import { settingNames } from '../../../src/platform/settings/settings.ts';
import { company, userToken } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { expectRefusal, send } from './wire.ts';

type Schema = Record<string, unknown>;
type Content = { 'application/json'?: { schema: Schema } };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  servers?: { url: string }[];
  parameters?: { $ref?: string; name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response>;
};
type Response = { $ref?: string; description: string; headers?: Record<string, object>; content?: Content };
type Document = {
  openapi: string;
  servers: { url: string }[];
  security: object[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, object>;
  };
};

const api = service();
/** The same endpoints declared in the opposite order, in which parameters come before literal segments. */
const reversed = service(
  () => ({}),
  sections.toReversed().map((section) => ({ ...section, endpoints: section.endpoints.toReversed() })),
);
const endpoints = sections.flatMap((section) => section.endpoints);
let document: Document;
let operations: [name: string, operation: Operation][];
before(async () => {
  document = (await send(api.url, '/openapi.json')).body as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});

/** A validator that knows the document's components and no formats but those of JSON Schema. */
function validator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv, ['date', 'date-time', 'uri', 'uri-reference', 'uuid']);
  ajv.addFormat('binary', true);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema({ ...referring(schema), $id: `component:${name}` });
  }
  return ajv;
}
function referring(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'component:')) as Schema;
}
function resolve(response: Response | undefined): Response {
  const name = response?.$ref?.split('/').at(-1);
  return (name === undefined ? response : document.components.responses[name]) ?? { description: '' };
}
/** Every value in the document that stands under this key. */
function found(key: string, value: unknown = document): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => [
    ...(name === key ? [part] : []),
    ...found(key, part),
  ]);
}

describe('GET /openapi.json', () => {
  it('needs no token, and says where and how to call', async () => {
    const { status, headers } = await send(api.url, '/openapi.json');
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(document.openapi).to.equal('3.1.0');
    expect(document.security[0]).to.deep.equal({ bearer: [] });
    expect(document.servers.map(({ url }) => url)).to.deep.equal(['/v1']);
    const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
    expect(document.components.securitySchemes['bearer']).to.include(bearer);
  });

  it('has an operation for each endpoint and no other', () => {
    const declared = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(([name]) => name)).to.have.members(declared);
    expect(new Set(declared)).to.have.length(declared.length);
    expect(new Set(operations.map(([, { operationId }]) => operationId))).to.have.length(declared.length);
  });

  it('has the methods that the service answers at each path, and no path that it does not know', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const documented = Object.keys(methods).flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method]));
      const allowed = documented.map((name) => name.toUpperCase());
      const prefix = Object.values(methods).some(({ servers }) => servers) ? '' : '/v1';
      const asked = `${prefix}${path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')}`;
      for (const { url } of [api, reversed]) {
        const { headers } = await send(url, asked, { method: 'OPTIONS' });
        expect(headers['allow']?.split(', '), `OPTIONS ${path}`).to.have.members(allowed);
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allowed.includes(one))) {
          const answer = await send(url, asked, { method });
          expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
          expect(answer.headers['allow']?.split(', '), `${method} ${path}`).to.have.members(allowed);
        }
      }
    }
  });

  it('names another server for the paths that are not below the version prefix', () => {
    for (const [name, { servers = [] }] of operations) {
      const isOutside = name.startsWith('POST /access/v1/');
      expect(
        servers.map(({ url }) => url),
        name,
      ).to.deep.equal(isOutside ? ['/'] : []);
    }
  });

  it('says of each 401, 405, 429 and 503 which header comes with it', () => {
    const headers = { 401: 'WWW-Authenticate', 405: 'Allow', 429: 'Retry-After', 503: 'Retry-After' };
    for (const [name, { responses }] of operations) {
      for (const [status, header] of Object.entries(headers)) {
        expect(resolve(responses[status]).headers, `${name} ${status}`).to.have.all.keys('X-Request-Id', header);
      }
      expect(responses, name).to.include.keys('405', '408', '429', '431');
    }
  });

  it('says of each 409 that names a thing where its address is', () => {
    const named = operations.filter(([, { responses }]) => responses['409']?.headers?.['Location']);
    expect(named.map(([name]) => name)).to.have.members([
      'POST /admin/users',
      'PATCH /admin/users/{userId}',
      'POST /summaries',
      'PATCH /summaries/{summaryId}',
      'POST /summaries/{summaryId}/response',
      'PUT /summary-drafts/{weekStart}',
      'POST /goals/{goalId}/copy',
    ]);
  });

  it('describes the headers that make changes safe to repeat and resources comparable', () => {
    const described = (name: string): unknown[] => {
      const { parameters = [], responses } = Object.fromEntries(operations)[name] as Operation;
      const [success = ''] = Object.keys(responses);
      const prefix = '#/components/parameters/';
      return [
        parameters.flatMap(({ $ref = '' }) => ($ref ? [$ref.slice(prefix.length)] : [])),
        Object.keys(responses[success]?.headers ?? {}).sort(),
        '304' in responses,
        ['409', '412', '422'].filter((status) => responses[status]?.description.match(/IDEMPOTENCY|PRECONDITION/)),
      ];
    };
    const replayed = 'Idempotency-Replayed';
    const key = 'Idempotency-Key';
    const id = 'X-Request-Id';
    expect(described('GET /me')).to.deep.equal([['If-None-Match'], ['ETag', id], true, []]);
    const summary = [['If-None-Match'], ['ETag', 'Last-Modified', id], true, []];
    expect(described('GET /summaries/{summaryId}')).to.deep.equal(summary);
    expect(described('GET /goals')).to.deep.equal([[], ['Link', id], false, []]);
    expect(described('GET /users/{userId}/insights')).to.deep.equal([[], [id], false, []]);
    const created = ['ETag', replayed, 'Location', id];
    expect(described('POST /goals')).to.deep.equal([[key], created, false, ['409', '422']]);
    const edit = [[key, 'If-Match'], ['ETag', replayed, id], false, ['409', '412', '422']];
    expect(described('PATCH /goals/{goalId}')).to.deep.equal(edit);
    expect(described('POST /access/v1/evaluation'), 'a POST that only asks').to.deep.equal([[], [id], false, []]);
    const move = [[key, 'If-Match'], [replayed, id], false, ['409', '412', '422']];
    expect(described('PUT /admin/org-chart/users/{userId}/manager')).to.deep.equal(move);
  });

  it('gives every operation each error it may answer, as {code, message} with the codes of the status', () => {
    for (const endpoint of endpoints) {
      const { method, path } = endpoint;
      const operation = document.paths[path]?.[method.toLowerCase()];
      for (const code of listErrorCodes(endpoint)) {
        const response = resolve(operation?.responses[getStatus(code)]);
        expect(response.description, `${method} ${path}`).to.include(`\`${code}\``);
        expect(response.content).to.have.all.keys('application/json', 'application/problem+json');
        const { $ref } = response.content?.['application/json']?.schema as { $ref: string };
        const { properties, required } = document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema;
        const described = (properties as Record<string, Schema>)['code'];
        expect(described).to.have.property('type', 'string');
        expect(described?.['description']).to.include(`\`${code}\``);
        expect([Object.keys(properties as Schema), required]).to.deep.equal([
          ['code', 'message'],
          ['code', 'message'],
        ]);
      }
    }
  });

  it('is JSON Schema 2020-12 that compiles strictly, with formats that everyone knows', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).to.include.members(['UserRef', 'Summary', 'Scores', 'ManagerResponse', 'BoardColumn', 'Channel']);
    const { components } = document;
    const known = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    for (const ref of found('$ref')) expect(known).to.include(ref);
    expect(['uuid', 'date', 'date-time', 'uri', 'uri-reference', 'binary']).to.include.members(found('format'));
    const ajv = validator();
    for (const schema of found('schema')) expect(ajv.compile(referring(schema as Schema))).to.be.a('function');
  });

  it('describes the answers as they are', async () => {
    const acme = await company(api, 'Ada [Board]\n  Cy [Sales]');
    const made = await acme.as('Cy').post('/summaries', aSummary());
    const check = validator().compile({ $ref: 'component:Summary' });
    expect(check(made.body), JSON.stringify(check.errors)).to.equal(true);
    expect(check({ ...made.body, weekStart: '2026-02-30' })).to.equal(false);
    expect(check({ ...made.body, surprise: 1 })).to.equal(true); // clients accept fields that are added later
    const input = validator().compile({ $ref: 'component:SummaryInput' });
    expect(input(aSummary())).to.equal(true);
    expect(input(aSummary({ scores: { qualityOfWork: 6 } }))).to.equal(false);
    expect(input({ ...aSummary(), surprise: 1 })).to.equal(false);
  });
});

describe('GET /docs', () => {
  const page = () => send(api.url, '/docs');

  it('is a page that needs nothing from another host', async () => {
    const { status, headers, text } = await page();
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal('text/html; charset=utf-8');
    const start = (await send(api.url, '/docs/start.js')).text;
    expect(text + start).to.not.match(/https?:|["'(]\/\/|@import/);
    expect(start).to.include("url: '/openapi.json'").and.include('validatorUrl: null');
    expect(start, 'a search box').to.include('filter: true');
    expect(start, 'the token stays out of the storage of the browser').to.not.include('persistAuthorization');
  });

  it('is made of files of this service: styles, scripts and a picture', async () => {
    const { text } = await page();
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files).to.have.length(4);
    const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', png: 'image/png' };
    for (const file of files) {
      const { status, headers, text: content } = await send(api.url, file);
      expect(status, file).to.equal(200);
      expect(headers['content-type'], file).to.include(types[file.split('.').at(-1) ?? '']);
      expect(headers['x-content-type-options']).to.equal('nosniff');
      expect(content).to.have.length.above(50);
    }
    expect((await send(api.url, '/docs/swagger-ui-bundle.js')).text).to.include('SwaggerUIBundle');
  });

  it('may run and load only what comes from here', async () => {
    const policy = (await page()).headers['content-security-policy'];
    const directives = Object.fromEntries(
      String(policy)
        .split(';')
        .map((one) => one.trim().split(/ (.*)/s) as [string, string]),
    );
    expect(directives).to.deep.include({ 'default-src': "'none'", 'script-src': "'self'", 'connect-src': "'self'" });
    expect(String(policy)).to.not.match(/https?:|\*|unsafe-eval/);
  });

  it('explains every error code at the place that the type of a problem names', async () => {
    const { status, text } = await send(api.url, '/docs/errors');
    expect(status).to.equal(200);
    for (const code of errorCodes) expect(text).to.include(`<dt id="${code}">${getStatus(code)} ${code}</dt>`);
  });

  it('is where / leads', async () => {
    const { status, headers } = await send(api.url, '/');
    expect([status, headers['location']]).to.deep.equal([302, '/docs']);
  });

  it('lists the screens of a front end: operations that exist, and at most three reads, of a person four', async () => {
    const { status, text } = await send(api.url, '/docs/screens');
    expect(status).to.equal(200);
    const paths = sections.flatMap(({ endpoints }) => endpoints.map(({ method, path }) => `${method} ${path}`));
    for (const { name, reads, changes = [] } of screens) {
      expect(reads.length, name).to.be.within(1, name === 'Person' ? 4 : 3);
      const calls = [...reads.map((path) => `GET ${path.replace(/\?.*/, '')}`), ...changes];
      expect(paths, name).to.include.members(calls);
      expect(text).to.include(`<th>${name}</th>`);
    }
  });

  it('has the lines that make each client, which the test of the clients runs', async () => {
    const { status, text } = await send(api.url, '/docs/clients');
    expect(status).to.equal(200);
    const shown = text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    expect(shown).to.include(`<pre><code>${download}</code></pre>`);
    expect(text).to.include('<code>npm run -s checkin -- token &lt;e-mail&gt; --tenant &lt;slug&gt;</code>');
    for (const { title, steps, first, needs } of [ownClient, ...generatedClients]) {
      expect(shown).to.match(new RegExp(`<h2 id="[a-z-]+">${title}</h2>`));
      expect(shown).to.include(`<pre><code>${steps.join('\n')}</code></pre>`);
      for (const name of needs) expect(shown).to.include(`<code>${name}</code>`);
      if (!first) continue;
      for (const lines of [first.code.trimEnd(), first.run])
        expect(shown).to.include(`<pre><code>${lines}</code></pre>`);
    }
    const anchors = [...text.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name);
    expect(anchors).to.deep.equal([...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, name]) => name));
  });

  it('says what each release changed, of this one first, by calls and codes that exist', async () => {
    const { status, text } = await send(api.url, '/docs/changes');
    expect(status).to.equal(200);
    expect(releases[0]?.version).to.equal(readVersion());
    const calls = sections.flatMap(({ endpoints }) => endpoints.map(({ method, path }) => `${method} ${path}`));
    const words = releases.flatMap(({ changes }) =>
      changes.flatMap((one) => [...one.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)),
    );
    const known: string[] = [
      ...calls,
      ...errorCodes,
      ...changeTypeNames,
      ...Object.keys(notificationTypes),
      ...settingNames,
    ];
    expect([...known, 'Idempotency-Key']).to.include.members(words);
    for (const word of words) expect(text).to.include(`<code>${word}</code>`);
  });

  it('gives out no other file', async () => {
    const token = await userToken(api, crypto.randomUUID(), crypto.randomUUID());
    for (const path of ['/docs/package.json', '/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/..%2f..']) {
      expect((await send(api.url, path, { headers: { authorization: `Bearer ${token}` } })).status, path).to.equal(404);
    }
  });
});
