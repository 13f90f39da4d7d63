// The tools as clients are shown them: few, small, of plain schemas, with texts of the declarations.
import { expect } from 'chai';
import { servedSections } from '../../../src/app/sections.ts';
import { createTools, keyArgument, partArgument } from '../../../src/features/assistants/tools.ts';

const endpoints = servedSections.flatMap((section) => section.endpoints);
const tools = createTools(endpoints);
/** A token of the usual models is about four bytes of English and JSON. */
const bytesOfToken = 4;

/** Every object in a value that stands where a schema stands. */
function* walk(value: unknown, at = ''): Generator<[at: string, schema: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>];
  for (const [key, part] of Object.entries(value)) yield* walk(part, `${at}/${key}`);
}

describe('the tools', () => {
  it('are about twenty-five, and their list has at most 8,000 tokens', () => {
    expect(tools.length).to.be.within(20, 32);
    const bytes = Buffer.byteLength(JSON.stringify(tools.map(({ definition }) => definition)));
    expect(bytes / bytesOfToken).to.be.at.most(8_000);
  });

  it('have the names of operations, which every client takes', () => {
    for (const { name } of tools) expect(name).to.match(/^[a-zA-Z]{3,40}$/);
    expect(new Set(tools.map(({ name }) => name)).size).to.equal(tools.length);
  });

  for (const { name, definition } of tools)
    it(`${name} has a schema that no client refuses`, () => {
      const { inputSchema } = definition;
      expect(inputSchema.type).to.equal('object');
      for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref', '$schema', '$defs'])
        expect(inputSchema).not.to.have.property(keyword);
      for (const [at, schema] of walk(inputSchema)) {
        for (const keyword of ['$ref', '$id', '$schema', 'definitions', 'usage', 'documented', 'open', 'lowercase'])
          expect(schema, at).not.to.have.property(keyword);
        if (Array.isArray(schema['type'])) expect(schema['type'], at).to.have.length(2);
      }
      const names = Object.keys(inputSchema.properties);
      expect(names).to.include.members(inputSchema.required);
      for (const [argument, schema] of Object.entries(inputSchema.properties))
        expect((schema as { description?: string }).description, argument).to.be.a('string');
    });

  for (const { name, declared, isChange, definition } of tools)
    it(`${name} says what its endpoint says`, () => {
      expect(definition.description).to.include(declared.summary);
      if (declared.effects) expect(definition.description).to.include(declared.effects);
      expect(definition.annotations.readOnlyHint).to.equal(!isChange);
      expect(isChange).to.equal(!(declared.method === 'GET' || declared.safe === true));
      expect(declared.callers ?? ['user']).to.include('user');
      expect(declared.upload).to.equal(undefined);
      expect(declared.secret).to.equal(undefined);
    });

  it('have no name twice among path, query, body and what calls add', () => {
    for (const { name, declared, isChange, hasCursor, rows } of tools) {
      const places = [declared.params, declared.query, declared.body].map((schema) =>
        Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}),
      );
      const added = [...(isChange ? [keyArgument] : []), ...(rows !== null && !hasCursor ? [partArgument] : [])];
      const names = [...places.flat(), ...added];
      expect(names, name).to.have.length(new Set(names).size);
    }
  });

  it('lead to where a person finds what they answer: a path that the API has', () => {
    const paths = endpoints
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}'));
    for (const { name, declared } of tools) {
      const links = [declared.tool?.link ?? []].flat();
      expect(links.length, name).to.be.above(0);
      for (const link of links)
        expect(paths, name).to.include(link.replace(/\?.*/, '').replaceAll(/\{[\w.]+\}/g, '{}'));
    }
  });

  it('have no power over others, and fetch no address', () => {
    const powers = /^(user|organisation|manager|identity|webhook|chat|profile):(manage|set|import)$|^deputy:|^access:/;
    for (const { name, declared, isChange } of tools) {
      expect(declared.permission ?? '', name).not.to.match(powers);
      if (declared.permission === 'plan:manage') expect(isChange, name).to.equal(false);
      expect(declared.path, name).not.to.match(/dispatch|webhook|chat|settings|roles?\b|erase|export|keys?\b/);
      expect(JSON.stringify(declared.body ?? {}), name).not.to.match(/"format":"(uri|link)/);
    }
  });
});
