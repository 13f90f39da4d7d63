// Assistants at the address of a company: who is let in, what the setting and the scope allow, what is recorded.
import { expect } from 'chai';
import { parseRateLimits } from '../../../src/platform/settings/rate-limits.ts';
import { assistantOf, letAssistants, type Message } from '../../support/assistants.ts';
import { company, tokenOf, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const limited = service(() => ({ rateLimits: parseRateLimits('caller=3/600') }));
let acme: Company;
beforeEach(async () => {
  acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n    Dee\n  Max (people_team)\n  Left †');
});
const scope = 'openid checkin:write';
const metadataOf = (slug: string): string => `${api.url}/.well-known/oauth-protected-resource/mcp/${slug}`;
const refused = ({ status, challenge, body }: Message): unknown => ({ status, challenge, code: body['code'] });

describe('the address of a company for assistants', () => {
  it('lets in the people of the company alone, and looks to all others as one that does not exist', async () => {
    await letAssistants(acme, 'Ada', 'read');
    const other = await company(api, 'Zoe (admin)');
    const tokens = {
      'of another company': await other.token('Zoe'),
      'of a service': await tokenOf(api, { sub: 'service:sync', tenant: acme.tenantId, scope: 'changes:read' }),
      'of somebody who has left': await acme.token('Left'),
      false: 'a.b.c',
      opaque: 'a'.repeat(43),
    };
    for (const [whose, token] of Object.entries(tokens))
      for (const slug of [acme.tenantId, 'nobody-has-it'])
        for (const method of ['initialize', 'tools/list', 'tools/call'])
          expect(
            refused(await assistantOf(api, acme, '', { slug, token }).send(method, { name: 'getMe' })),
            `${whose}, ${method}`,
          ).to.deep.equal({
            status: 401,
            challenge: `Bearer error="invalid_token", resource_metadata="${metadataOf(slug)}"`,
            code: 'UNAUTHENTICATED',
          });
    const own = refused(await assistantOf(api, acme, 'Bob', { slug: 'nobody-has-it' }).send('tools/list'));
    expect(own).to.include({ status: 401 });
  });

  it('names its metadata to who sends no token', async () => {
    const response = await fetch(`${api.url}/mcp/acme`, { method: 'POST', body: '{}' });
    expect(response.status).to.equal(401);
    expect(response.headers.get('www-authenticate')).to.equal(`Bearer resource_metadata="${metadataOf('acme')}"`);
    expect((await fetch(`${api.url}/mcp/acme`)).status).to.equal(405);
  });

  it('is off until an admin turns it on, and at once again', async () => {
    const bob = assistantOf(api, acme, 'Bob', { scope });
    const off = { isError: true, code: 'ASSISTANTS_OFF' };
    const see = async (name = 'getMe', args = {}): Promise<unknown> => {
      const { isError, value } = await bob.call(name, args);
      return { isError, ...(isError && { code: value['code'] }) };
    };
    expect(await bob.tools()).to.deep.equal([]);
    expect(await see()).to.deep.equal(off);
    await letAssistants(acme, 'Ada', 'read');
    expect(await see()).to.deep.equal({ isError: false });
    expect(await see('submitSummary', aSummary())).to.deep.equal({ isError: true, code: 'ASSISTANTS_READ_ONLY' });
    expect((await bob.tools()).map(({ name }) => name))
      .to.include('getMe')
      .and.not.to.include('submitSummary');
    await letAssistants(acme, 'Ada', 'write');
    expect((await bob.tools()).map(({ name }) => name)).to.include('submitSummary');
    expect(await see('submitSummary', aSummary())).to.deep.equal({ isError: false });
    await letAssistants(acme, 'Ada', 'off');
    expect(await see()).to.deep.equal(off);
    expect(await bob.tools()).to.deep.equal([]);
  });

  it('wants the scope for a change', async () => {
    await letAssistants(acme, 'Ada', 'write');
    for (const other of [undefined, 'openid', 'checkin:writer', 'write']) {
      const bob = assistantOf(api, acme, 'Bob', other === undefined ? {} : { scope: other });
      expect(refused(await bob.send('tools/call', { name: 'submitSummary', arguments: aSummary() }))).to.deep.equal({
        status: 403,
        challenge: `Bearer error="insufficient_scope", scope="checkin:write", resource_metadata="${metadataOf(acme.tenantId)}"`,
        code: 'INSUFFICIENT_SCOPE',
      });
      expect((await bob.call('getMe')).isError).to.equal(false);
    }
    expect((await acme.as('Bob').get('/summaries?author=me')).body['items']).to.deep.equal([]);
  });

  it('is told to the admins and the People Team when it changes', async () => {
    await letAssistants(acme, 'Ada', 'read');
    const { body } = await acme
      .as('Ada')
      .get<{ items: { action: string; values: object[] }[] }>('/audit?action=settings.update');
    expect(body.items[0]?.values).to.deep.equal([{ field: 'assistants', before: 'off', after: 'read' }]);
    const events = await acme.statement(
      "MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'org.rules_changed'}) RETURN e.payload AS payload",
    );
    expect(JSON.stringify(events)).to.include('assistants');
  });

  it('takes one message, and refuses what is none', async () => {
    await letAssistants(acme, 'Ada', 'read');
    const send = async (body: string, headers = {}): Promise<number> => {
      const response = await fetch(`${api.url}/mcp/${acme.tenantId}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await acme.token('Bob')}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body,
      });
      await response.text();
      return response.status;
    };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getMe' } };
    expect(await send(JSON.stringify(call))).to.equal(200);
    expect(await send(JSON.stringify([call, call]))).to.equal(400);
    for (const body of ['', '{', 'null', '7', '"x"', '{}', '{"jsonrpc":"2.0"}', '{"method":7}'])
      expect(await send(body), body).to.equal(400);
    expect(await send(JSON.stringify(call), { 'content-type': 'text/plain' })).to.equal(415);
    expect(await send(JSON.stringify({ ...call, more: 'x'.repeat(70_000) }))).to.equal(413);
    expect(await send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))).to.equal(202);
    expect(await send(JSON.stringify({ ...call, method: 'subscriptions/listen' }))).to.equal(404);
    for (const params of [
      undefined,
      {},
      { name: 7 },
      { name: 'eraseUser' },
      { name: 'constructor' },
      { name: 'getMe', arguments: 7 },
    ])
      expect(await send(JSON.stringify({ ...call, params })), JSON.stringify(params)).to.equal(200); // an error of JSON-RPC
  });
});

describe('a call of a tool', () => {
  beforeEach(() => letAssistants(acme, 'Ada', 'write'));

  it('leaves its client and its name in each audit entry', async () => {
    const token = async (who: string): Promise<string> =>
      tokenOf(api, { sub: acme.id(who), tenant: acme.tenantId, scope, client_id: 'claude' } as never);
    await acme.as('Cy').post('/summaries', aSummary());
    const max = assistantOf(api, acme, '', { token: await token('Max') });
    const cy = assistantOf(api, acme, '', { token: await token('Cy') });
    const { value } = await max.call('listSummaries', { author: acme.id('Cy') });
    const [summary] = value['items'] as { id: string }[];
    await max.call('getSummary', { summaryId: summary?.id });
    await cy.call('createGoal', { title: 'Ship', type: 'professional', targetWeek: 'this' });
    const { body } = await acme.as('Ada').get<{ items: Record<string, unknown>[] }>('/audit');
    const entries = body.items
      .filter(({ via }) => via !== undefined)
      .map(({ action, actorId, via, client, tool }) => ({ action, by: actorId, via, client, tool }));
    expect(entries).to.have.deep.members([
      { action: 'summaries.list', by: acme.id('Max'), via: 'mcp', client: 'claude', tool: 'listSummaries' },
      { action: 'summary.read', by: acme.id('Max'), via: 'mcp', client: 'claude', tool: 'getSummary' },
      { action: 'assistant.change', by: acme.id('Cy'), via: 'mcp', client: 'claude', tool: 'createGoal' },
    ]);
  });

  it('is seen by the person and by admins, and by nobody else', async () => {
    await assistantOf(api, acme, 'Cy').call('getMe');
    await assistantOf(api, acme, 'Bob').call('getMe');
    const seen = { client: 'unknown', firstAt: api.clock.now, lastAt: api.clock.now };
    expect((await acme.as('Cy').get('/me/assistants')).body).to.deep.equal({ items: [seen] });
    expect((await acme.as('Dee').get('/me/assistants')).body).to.deep.equal({ items: [] });
    const { body } = await acme.as('Ada').get<{ items: { user: { name: string } }[] }>('/admin/assistants');
    expect(body.items.map(({ user }) => user.name)).to.have.members(['Cy', 'Bob']);
    for (const who of ['Bob', 'Max', 'Cy']) expect((await acme.as(who).get('/admin/assistants')).status).to.equal(403);
    const other = await company(api, 'Zoe (admin)');
    expect((await other.as('Zoe').get('/admin/assistants')).body).to.deep.equal({ items: [] });
  });

  it('is repeated with its key without another change', async () => {
    const cy = assistantOf(api, acme, 'Cy', { scope });
    const args = { title: 'Ship', type: 'professional', targetWeek: 'this', idempotencyKey: 'once' };
    const [first, second] = [await cy.call('createGoal', args), await cy.call('createGoal', args)];
    expect([first.isError, second.value]).to.deep.equal([false, first.value]);
    expect((await acme.as('Cy').get('/goals')).body['items']).to.have.length(1);
  });

  it('names an argument that its endpoint does not have', async () => {
    for (const [name, args] of [
      ['getMe', { more: 1 }],
      ['createGoal', { title: 'x', type: 'personal', targetWeek: 'this', more: 1 }],
      ['listUsers', { part: 'x' }],
      ['getUser', {}],
      ['getUser', { userId: '' }],
      ['getUser', { userId: ['x'] }],
      ['getUser', { userId: '../me' }],
      ['getBoard', { week: {} }],
      ['getOrgChart', { part: 7 }],
    ] as const) {
      const { isError, value } = await assistantOf(api, acme, 'Cy', { scope }).call(name, args);
      expect([name, isError, value['code']]).to.deep.equal([name, true, 'VALIDATION_ERROR']);
    }
  });

  it('logs the tool, and nothing of what was asked or answered', async () => {
    await acme.as('Cy').post('/summaries', aSummary({ proud: 'SECRET-PROUD' }));
    api.logged.length = 0;
    const max = assistantOf(api, acme, 'Max');
    await max.call('listUsers', { search: 'SECRET-SEARCH' });
    await max.send('tools/call', { name: 'SECRET-TOOL' });
    await max.send('prompts/get', { name: 'prepare_a_talk', arguments: { person: 'SECRET-PERSON' } });
    const { value } = await max.call('listSummaries');
    await max.call('getSummary', { summaryId: (value['items'] as { id: string }[])[0]?.id });
    expect(api.logged.join('')).not.to.include('SECRET');
    expect(api.logged.join('')).to.include('"tool":"getSummary"');
  });

  it('counts as one request for the limits of its person', async () => {
    const own = await company(limited, 'Ada (admin)\n  Bob');
    await limited.graph.statement("MATCH (t:Tenant {id: $id}) SET t.assistants = 'read'", { id: own.tenantId });
    const bob = assistantOf(limited, own, 'Bob');
    for (let used = 1; used <= 3; used += 1) {
      const { status, headers } = await bob.send('tools/call', { name: 'getHome', arguments: {} });
      expect([status, headers.get('ratelimit')?.replace(/;t=.*/, '')]).to.deep.equal([200, `"caller";r=${3 - used}`]);
    }
    const { status, headers } = await bob.send('tools/call', { name: 'getHome', arguments: {} });
    expect([status, headers.has('retry-after')]).to.deep.equal([429, true]);
  });
});
