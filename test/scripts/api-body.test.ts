// The body that `checkin api -f` sends: the document of the API decides the types of fields.
import { expect } from 'chai';
import { buildBody, type Document, type Field } from '../../scripts/cli/api/body.ts';
import { toAddress, unversioned } from '../../scripts/cli/api/address.ts';
import { sections, servedSections } from '../../src/app/sections.ts';
import { healthPaths } from '../../src/platform/http/process/health.ts';
import { buildOpenApi } from '../../src/platform/http/openapi/openapi.ts';

const document = buildOpenApi(sections, '/v1') as Document;
const toField = (text: string): Field => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};
const build = (method: string, path: string, ...fields: string[]): string =>
  JSON.stringify(buildBody(fields.map(toField), document, method, path));

describe('the body of checkin api', () => {
  it('has numbers where the document does, and texts that look like numbers elsewhere', () => {
    expect(build('POST', '/summaries', 'weekStart=2026-11-16', 'scores.qualityOfWork=4', 'proud=12')).to.equal(
      '{"weekStart":"2026-11-16","scores":{"qualityOfWork":4},"proud":"12"}',
    );
    expect(build('PATCH', '/admin/settings', 'minimumGroup=6', 'name=7')).to.equal('{"minimumGroup":6,"name":"7"}');
  });

  it('has a list where the document does: of one item, of several, of none', () => {
    const dispatch = (...fields: string[]) => build('POST', '/notifications/dispatch', ...fields);
    expect(dispatch('recipientUserIds=a')).to.equal('{"recipientUserIds":["a"]}');
    expect(dispatch('recipientUserIds=a', 'payload.title=true', 'recipientUserIds=b')).to.equal(
      '{"recipientUserIds":["a","b"],"payload":{"title":"true"}}',
    );
    expect(build('POST', '/admin/users', 'roles=[]')).to.equal('{"roles":[]}');
    expect(build('POST', '/admin/users', 'roles=["admin"]')).to.equal('{"roles":["admin"]}');
  });

  it('has null, truth and JSON where the document allows them', () => {
    const schema = {
      properties: {
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        done: { type: 'boolean' },
        parts: { $ref: '#/components/schemas/Parts' },
        price: { type: ['number', 'null'] },
      },
    };
    const made: Document = {
      paths: { '/x/{id}': { put: { requestBody: { content: { 'application/json': { schema } } } } } },
      components: { schemas: { Parts: { type: 'object', additionalProperties: { type: 'integer' } } } },
    };
    const put = (...fields: string[]) => JSON.stringify(buildBody(fields.map(toField), made, 'PUT', '/x/1'));
    expect(put('note=null', 'done=true', 'parts.a=1', 'price=-1.5e3')).to.equal(
      '{"note":null,"done":true,"parts":{"a":1},"price":-1500}',
    );
    expect(put('done=yes', 'parts={"b":2}', 'price=null')).to.equal('{"done":"yes","parts":{"b":2},"price":null}');
    expect(put('parts={b', 'price=0x10')).to.equal('{"parts":"{b","price":"0x10"}');
  });

  it('has texts where the document says nothing, whatever their names are', () => {
    expect(build('POST', '/nowhere', '__proto__.x=1', 'constructor=2')).to.equal(
      '{"__proto__":{"x":"1"},"constructor":"2"}',
    );
  });

  it('is refused when fields contradict each other', () => {
    for (const fields of [
      ['proud=a', 'proud=b'],
      ['scores=1', 'scores.qualityOfWork=4'],
      ['scores.qualityOfWork=4', 'scores=1'],
      ['weekStart=null', 'weekStart.x=4'],
    ])
      expect(() => build('POST', '/summaries', ...fields)).to.throw(/^-f \S+ is given twice, or together with a field/);
  });
});

describe('the address of checkin api', () => {
  const at = (path: string): string => toAddress('http://127.0.0.1:3000', path).href;

  it('is below the version prefix, which a path may have or lack', () => {
    for (const path of ['me', '/me', '/v1/me', 'v1/me', '//me'])
      expect(at(path), path).to.equal('http://127.0.0.1:3000/v1/me');
    expect(at('/users?search=v1/x')).to.equal('http://127.0.0.1:3000/v1/users?search=v1/x');
    expect(toAddress('https://a.example/check-in', '/me').href).to.equal('https://a.example/check-in/v1/me');
  });

  it('stays at the API: nobody else gets the token', () => {
    for (const path of ['//evil.example/x', '\\\\evil.example/x', '/@evil.example', '/../../x', '?x=//evil.example'])
      expect(new URL(at(path)).host, path).to.equal('127.0.0.1:3000');
    for (const path of ['https://evil.example/x', 'file:///etc/passwd'])
      expect(() => at(path)).to.throw(/^give a path/);
  });

  it('is beside the version prefix for what is served there, and for nothing else', () => {
    for (const { prefix, endpoints } of servedSections)
      for (const { path } of endpoints) expect(unversioned.test(path.slice(1)), path).to.equal(prefix === '');
    for (const path of [
      ...healthPaths,
      '/openapi.json',
      '/docs',
      '/docs/changes',
      '/.well-known/authzen-configuration',
    ])
      expect(at(path)).to.equal(`http://127.0.0.1:3000${path}`);
  });
});
