// Nothing is deprecated today, so a declaration of this test is: what the answers, the document, the page, the command line, generated
// clients and assistants then say.
import { lintFromString, createConfig } from '@redocly/openapi-core';
import { Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import openapiTS, { astToString } from 'openapi-typescript';
import { parseItem } from 'structured-headers';
import { sections } from '../../../src/app/sections.ts';
import { createTools } from '../../../src/features/assistants/tools.ts';
import type { Graph } from '../../../src/platform/graph/client.ts';
import { defineEndpoint } from '../../../src/platform/http/declaration/define-endpoint.ts';
import { buildOpenApi, type Section } from '../../../src/platform/http/openapi/openapi.ts';
import { deprecatedField } from '../../../src/platform/schema/deprecation.ts';
import { field, namedObject, optionalField, strictObject, withName } from '../../../src/platform/schema/values.ts';
import { sharedCompany } from '../../support/company.ts';
import { readLinks, targetOf } from '../../support/links.ts';
import { service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';
import { send } from './wire.ts';

const deprecated = { since: '2026-12-01', sunset: '2027-12-01', instead: '`GET /weather`' };
const oldColour = deprecatedField(optionalField(Type.String(), 'Colour of the sky', 'blue'), {
  ...deprecated,
  instead: 'light',
});
const Weather = namedObject('Weather', {
  light: field(Type.String(), 'Light of the sky', 'bright'),
  colour: oldColour,
  cloud: deprecatedField(optionalField(withName('Cloud', Type.String()), 'A cloud', 'cirrus'), deprecated),
});
const usual = {
  method: 'GET',
  summary: 'Get the weather.',
  response: Weather,
  handler: ({ graph }: { graph: Pick<Graph, 'one'> }) => graph.one('access/caller').then(() => ({ light: 'bright' })),
} as const;
const section: Section = {
  heading: 'Weather',
  description: 'The sky.',
  endpoints: [
    defineEndpoint({
      ...usual,
      path: '/sky',
      operationId: 'getSky',
      tool: { link: '/sky' },
      query: Type.Object(
        { at: deprecatedField(optionalField(Type.String({ maxLength: 9 }), 'Where', 'here'), deprecated) },
        strictObject,
      ),
      deprecated,
    }),
    defineEndpoint({ ...usual, path: '/weather', operationId: 'getWeather' }),
  ],
};
const api = service(() => ({}), [section]);
const acme = sharedCompany(api, 'Ada (admin)');
const { run } = shell();
type Operation = { deprecated?: boolean; description: string; parameters?: { schema: object }[] };
type Document = {
  paths: Record<string, { get: Operation }>;
  components: { headers: object; schemas: Record<string, { properties: Record<string, object> }> };
};
const document = buildOpenApi([section], '/v1', 'https://check-in.test') as Document;
const said = 'Deprecated since 2026-12-01, and gone on 2027-12-01. Use `GET /weather`.';

describe('a deprecated call', () => {
  it('says in each answer since when, until when and where more stands', async () => {
    const authorization = `Bearer ${await acme.token('Ada')}`;
    const answers = [
      await send(api.url, '/v1/sky', { headers: { authorization } }),
      await send(api.url, '/v1/sky?nothing=1', { headers: { authorization } }),
      await send(api.url, '/v1/sky'),
      await send(api.url, '/v1/sky', { method: 'HEAD', headers: { authorization } }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 400, 401, 200]);
    for (const { headers } of answers) {
      const [since, parameters] = parseItem(String(headers['deprecation'])) as [Date, ReadonlyMap<string, unknown>];
      expect(since).to.be.an.instanceOf(Date);
      expect(since.toISOString()).to.equal('2026-12-01T00:00:00.000Z');
      expect(parameters.size).to.equal(0);
      expect(headers['sunset']).to.equal('Wed, 01 Dec 2027 00:00:00 GMT');
      const links = readLinks(headers['link']);
      for (const rel of ['deprecation', 'sunset']) expect(targetOf(links, rel)).to.equal('/docs/changes#getSky');
    }
  });

  it('has its place on the page of changes, and no other call has', async () => {
    const { text } = await send(api.url, '/docs/changes');
    expect(text).to.include(
      `<li id="getSky"><code>GET /sky</code>: ${said.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</li>`,
    );
    expect(text.match(/<li id=/g)).to.have.length(1);
  });

  it('makes the command line warn on stderr, and print the answer all the same', async () => {
    const env = { CHECKIN_API: api.url, CHECKIN_TOKEN: await acme.token('Ada') };
    const { code, out, err } = await run(['api', '/sky'], env);
    expect([code, JSON.parse(out)]).to.deep.equal([0, { light: 'bright' }]);
    expect(err).to.equal(
      `Warning: this call is deprecated since 2026-12-01, and ends on 2027-12-01: ${api.url}/docs/changes#getSky\n`,
    );
    const other = await run(['api', '/weather'], env);
    expect([other.code, other.err]).to.deep.equal([0, '']);
  });

  it('is marked in the document, and so are its fields', () => {
    const { get } = document.paths['/sky'] as { get: Operation };
    expect(get.deprecated).to.equal(true);
    expect(get.description).to.include(`**${said}**`);
    const [at] = get.parameters ?? [];
    expect(at).to.include({ deprecated: true, description: `Where. ${said}` });
    expect(at?.schema).to.not.have.property('deprecated');
    const { properties } = document.components.schemas['Weather'] ?? { properties: {} };
    expect(properties['colour']).to.include({ deprecated: true });
    expect(properties['cloud']).to.include({ deprecated: true, description: `A cloud. ${said}` });
    expect(document.components.schemas['Cloud']).to.not.have.property('deprecated');
    expect(properties['light']).to.not.have.property('deprecated');
    expect(document.paths['/weather']?.get).to.not.have.property('deprecated');
  });

  it('is accepted by the linters of the document', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    // a document without a change has components for changes that nothing uses
    expect(problems.map(({ ruleId }) => ruleId).filter((rule) => rule !== 'no-unused-components')).to.deep.equal([]);
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [oas as RulesetDefinition] });
    const results = await spectral.run(JSON.parse(source) as Record<string, unknown>);
    expect(results.map(({ code }) => code).filter((code) => code !== 'oas3-unused-component')).to.deep.equal([]);
  });

  it('is marked in a generated client', async () => {
    const types = astToString(await openapiTS(JSON.stringify(document)));
    // the call, its parameter, and two fields of its answer
    expect(types.match(/@deprecated/g)).to.have.length(4);
    expect(types).to.match(/@deprecated(?:(?!\*\/)[\s\S])*\*\/\s*get: operations\["getSky"\]/);
  });

  it('is said by the tool of an assistant', () => {
    const [tool] = createTools(section.endpoints);
    expect(tool?.definition.description).to.include(said);
  });
});

describe('a deprecation', () => {
  it('that ends before it begins, or names no day, is no declaration', () => {
    for (const wrong of [{ sunset: '2026-11-30' }, { since: '2026-13-01' }, { sunset: 'soon' }, { since: '' }])
      expect(() =>
        defineEndpoint({ ...usual, path: '/x', operationId: 'getX', deprecated: { ...deprecated, ...wrong } }),
      ).to.throw(/^A deprecation has two days/);
  });

  it('is of nothing today, and the document has no trace of one', async () => {
    expect(JSON.stringify(buildOpenApi(sections, '/v1'))).to.not.match(/"deprecated":|"Sunset"|"Deprecation"/);
    const { headers } = await send(api.url, '/v1/weather');
    expect(headers).to.not.have.any.keys('deprecation', 'sunset', 'link');
  });
});
