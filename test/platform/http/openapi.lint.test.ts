// The OpenAPI document passes the linters that others judge it by: Redocly (recommended-strict) and Spectral (spectral:oas).
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect } from 'chai';
import { buildOpenApi } from '../../../src/platform/http/openapi/openapi.ts';
import { sections } from '../../../src/app/sections.ts';

const write = (of: typeof sections): string => JSON.stringify(buildOpenApi(of, '/v1', 'https://check-in.test'));

async function lintWithRedocly(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

async function lintWithSpectral(text: string): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas as RulesetDefinition] });
  const results = await spectral.run(JSON.parse(text) as Record<string, unknown>);
  return results.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}

for (const [name, lint] of Object.entries({ Redocly: lintWithRedocly, Spectral: lintWithSpectral })) {
  describe(name, () => {
    it('finds nothing in the OpenAPI document', async () => {
      expect(await lint(write(sections))).to.deep.equal([]);
    });

    it('would find an operation without an id', async () => {
      const people = write(sections.slice(0, 1)).replace('"operationId":"getMe",', '');
      expect((await lint(people)).filter((found) => found.startsWith('operation-operationId:'))).to.have.length(1);
    });
  });
}
