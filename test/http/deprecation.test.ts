// A declaration says that its endpoint is deprecated; clients read it in the headers and in the OpenAPI document.
import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { company } from '../support/company.ts';
import { service } from '../support/service.ts';
import { defineEndpoint } from '../../src/routes/endpoint.ts';
import { send } from './wire.ts';

const declare = (path: string, deprecated?: { since: string; sunset?: string }) =>
  defineEndpoint({
    method: 'GET',
    path,
    operationId: `get${path.slice(1)}`,
    summary: 'For this test.',
    success: 200,
    response: Type.Object({}),
    errors: [],
    ...(deprecated && { deprecated }),
    handler: async ({ graph }) => {
      await graph.one('access/caller');
      return {};
    },
  });
const api = service(
  () => ({}),
  [
    {
      heading: 'Test',
      description: 'For this test.',
      endpoints: [
        declare('/current'),
        declare('/old', { since: '2026-11-01' }),
        declare('/leaving', { since: '2026-11-01', sunset: '2027-05-01' }),
      ],
    },
  ],
);

describe('a deprecated endpoint', () => {
  const wanted: Record<string, object> = {
    '/current': { deprecation: undefined, sunset: undefined },
    '/old': { deprecation: '@1793491200', sunset: undefined },
    '/leaving': { deprecation: '@1793491200', sunset: 'Sat, 01 May 2027 00:00:00 GMT' },
  };
  for (const [path, expected] of Object.entries(wanted)) {
    it(`says so in the headers of each response: ${path}`, async () => {
      const acme = await company(api, 'Ada');
      const headers = { authorization: `Bearer ${await acme.token('Ada')}` };
      for (const query of ['', '?x=1']) {
        const answer = await send(api.url, `/v1${path}${query}`, { headers });
        expect(answer.status).to.equal(query ? 400 : 200);
        const { deprecation, sunset } = answer.headers;
        expect({ deprecation, sunset }).to.deep.equal(expected);
      }
    });
  }
  it('says so in the OpenAPI document, and others say nothing', async () => {
    const { body } = await send(api.url, '/openapi.json');
    const { paths } = body as { paths: Record<string, { get: Operation }> };
    const seen = Object.entries(paths).map(([path, { get }]) => [
      path,
      get.deprecated,
      Object.keys(get.responses['200']?.headers ?? {}),
    ]);
    expect(seen).to.deep.equal([
      ['/current', undefined, ['X-Request-Id', 'ETag']],
      ['/old', true, ['X-Request-Id', 'ETag', 'Deprecation']],
      ['/leaving', true, ['X-Request-Id', 'ETag', 'Deprecation', 'Sunset']],
    ]);
  });
});
type Operation = { deprecated?: boolean; responses: Record<string, { headers?: object }> };
