// What an assistant sends that no client of the endpoint could send, and what its calls leave behind.
import { expect } from 'chai';
import { servedSections } from '../../../src/app/sections.ts';
import { ApiError } from '../../../src/platform/errors.ts';
import { createTools } from '../../../src/features/assistants/tools.ts';
import { assistantOf, letAssistants, type ToolAnswer } from '../../support/assistants.ts';
import { company, tokenOf, type Company } from '../../support/company.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

let figures: () => Promise<string>;
let isDown = false;
const api = service(({ metrics, graph }) => {
  figures = () => metrics.text();
  const fail = (): never => {
    throw new ApiError('DATABASE_UNAVAILABLE');
  };
  const down = { maybe: fail, one: fail, write: fail, atomically: fail, list: fail, scan: fail } as never;
  return { graph: { ...graph, bind: (bound) => (isDown ? down : graph.bind(bound)) } };
});
const tools = createTools(servedSections.flatMap(({ endpoints }) => endpoints));
const scope = 'checkin:write';
let acme: Company;
beforeEach(async () => {
  acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n  Max (people_team)');
});
const outcome = ({ isError, value }: ToolAnswer): unknown => (isError ? value['code'] : 'answered');
/** Calls a tool with a text of JSON, which may have what no object literal has. */
async function sendText(who: string, name: string, args: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${api.url}/mcp/${acme.tenantId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(api, { sub: acme.id(who), tenant: acme.tenantId, scope })}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name},"arguments":${args}}}`,
  });
  return { status: response.status, ...((await response.json()) as object) };
}
const summaryOf = async (who: string): Promise<string> =>
  (await acme.as(who).post<{ id: string }>('/summaries', aSummary())).body.id;
const entriesOf = async (): Promise<unknown[]> =>
  acme.statement(
    "MATCH (e:AuditEntry {tenantId: $tenantId}) WHERE e.action STARTS WITH 'summar' OR e.action = 'assistant.change' RETURN e.action AS action, e.tool AS tool",
  );

describe('a call that is refused', () => {
  it('leaves no audit entry of a read, and no use, while assistants are off or at the address of another company', async () => {
    const summaryId = await summaryOf('Cy');
    const max = assistantOf(api, acme, 'Max');
    const elsewhere = assistantOf(api, acme, 'Max', { slug: 'nobody-has-it' });
    const refusals = async (): Promise<unknown> => [
      outcome(await max.call('getSummary', { summaryId })),
      outcome(await max.call('listSummaries', { author: acme.id('Cy') })),
      (await elsewhere.send('tools/call', { name: 'getSummary', arguments: { summaryId } })).status,
    ];
    expect(await refusals()).to.deep.equal(['ASSISTANTS_OFF', 'ASSISTANTS_OFF', 401]);
    // the same read by the person: what was read before has had its time
    expect((await acme.as('Max').get(`/summaries/${summaryId}`)).status).to.equal(200);
    expect(await entriesOf()).to.deep.equal([{ action: 'summary.read', tool: null }]);
    expect((await acme.as('Max').get('/me/assistants')).body).to.deep.equal({ items: [] });
    await letAssistants(acme, 'Ada', 'read');
    await max.call('getSummary', { summaryId });
    expect(await entriesOf()).to.deep.include({ action: 'summary.read', tool: 'getSummary' });
  });

  it('is counted as refused', async () => {
    const count = async (): Promise<number> =>
      Number(/assistant_calls_total\{tool="getHome",outcome="refused"\} (\d+)/.exec(await figures())?.[1] ?? 0);
    const before = await count();
    await assistantOf(api, acme, 'Bob').call('getHome');
    expect(await count()).to.equal(before + 1);
    await assistantOf(api, acme, 'Bob').send('tools/call', { name: 'noSuchTool' });
    expect(await figures()).not.to.include('noSuchTool');
  });
});

describe('arguments', () => {
  beforeEach(() => letAssistants(acme, 'Ada', 'write'));

  it('reach no other address than that of the endpoint', async () => {
    const inPath = tools.filter(({ declared }) => declared.path.includes('{'));
    expect(inPath.length).to.be.above(6);
    const odd = ['.', '..', '%2e%2e', '../me', 'a/b', '?limit=1', '#', '\\..\\', '\0', '\ud800', '', ' '];
    const values: unknown[] = [...odd, 7, true, null, {}, ['..'], { toString: '..' }];
    const bodies: Record<string, object> = {
      updateSummary: aSummary(),
      respondToSummary: { body: 'x' },
      updateGoal: { title: 'x' },
      moveGoal: { targetWeek: 'next' },
      saveSummaryDraft: { proud: 'x' },
    };
    const ada = assistantOf(api, acme, 'Ada', { scope });
    for (const tool of inPath)
      for (const value of values) {
        const [, place = ''] = /\{(\w+)\}/.exec(tool.declared.path) ?? [];
        const answer = await ada.call(tool.name, { ...bodies[tool.name], [place]: value });
        expect(outcome(answer), `${tool.name} ${JSON.stringify(value)}`).to.equal('VALIDATION_ERROR');
      }
  });

  it('have no names of the language, and no halves of characters', async () => {
    const isAnswer = ({ status, result }: Record<string, unknown>): unknown => [
      status,
      (result as { structuredContent?: { code?: string } } | undefined)?.structuredContent?.code,
    ];
    const goal = '"title":"x","type":"personal","targetWeek":"this"';
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])
      for (const [tool, others] of [
        ['getMe', ''],
        ['listUsers', '"limit":3,'],
        ['createGoal', `${goal},`],
      ] as const)
        expect(
          isAnswer(await sendText('Ada', `"${tool}"`, `{${others}"${name}":{"limit":1}}`)),
          `${tool} ${name}`,
        ).to.deep.equal([200, 'VALIDATION_ERROR']);
    expect(isAnswer(await sendText('Ada', '"listUsers"', '{"search":"\\ud800"}'))).to.deep.equal([
      200,
      'VALIDATION_ERROR',
    ]);
    expect((await acme.as('Ada').get('/goals')).body['items']).to.deep.equal([]);
  });

  it('and names of tools may be anything', async () => {
    for (const name of ['{"toString":1,"valueOf":1}', '["createGoal"]', 'null', '7', '"\\ud800"', '"__proto__"']) {
      const { status, error } = await sendText('Ada', name, '{}');
      expect([name, status]).to.deep.equal([name, 200]);
      expect(error, name).to.have.property('code');
    }
  });

  it('have no long echo', async () => {
    const long = 'x'.repeat(50_000);
    const ada = assistantOf(api, acme, 'Ada', { scope });
    const calls: [string, object][] = [
      ['getMe', { [long]: 1 }],
      ['listUsers', { search: long }],
      ['listUsers', { cursor: long }],
      ['getUser', { userId: long }],
      ['createGoal', { ...aGoal(), [long]: 1 }],
      ['createGoal', { ...aGoal(), type: long }],
      ['createGoal', { ...aGoal(), idempotencyKey: long }],
      ['getOrgChart', { part: long }],
      ['createGoal', Object.fromEntries(Array.from({ length: 4_000 }, (_none, at) => [`n${at}`, 1]))],
    ];
    for (const [name, args] of calls) expect((await ada.call(name, args)).isError, name).to.equal(true);
  });
});

describe('a change', () => {
  beforeEach(() => letAssistants(acme, 'Ada', 'write'));

  it('is answered as made also if its answer is too large', async () => {
    const cy = assistantOf(api, acme, 'Cy', { scope });
    const large = '€'.repeat(4_000);
    const args = aSummary({ proud: large, obstacles: large, learned: large, important: large });
    const made = await cy.call('submitSummary', { ...args, idempotencyKey: 'once' });
    expect(made.isError).to.equal(false);
    const { items } = (await acme.as('Cy').get<{ items: { id: string }[] }>('/summaries?author=me')).body;
    expect(items.map(({ id }) => id)).to.deep.equal([made.value['id']]);
    expect(made.value['link']).to.match(new RegExp(`/summaries/${items[0]?.id}$`));
    expect(made.value['message']).to.be.a('string');
    expect((await cy.call('submitSummary', { ...args, idempotencyKey: 'once' })).value).to.deep.equal(made.value);
    expect(outcome(await cy.call('getSummary', { summaryId: items[0]?.id }))).to.equal('ANSWER_TOO_LARGE');
  });

  it('has one key with the same change by HTTP, and not with another one', async () => {
    const cy = assistantOf(api, acme, 'Cy', { scope });
    const goal = aGoal();
    const byHttp = await acme.as('Cy').post<object>('/goals', goal, { 'idempotency-key': 'shared' });
    expect(byHttp.status).to.equal(201);
    const repeated = await cy.call('createGoal', { ...goal, idempotencyKey: 'shared' });
    expect(repeated.value).to.deep.include(byHttp.body);
    const other = await cy.call('submitSummary', { ...aSummary(), idempotencyKey: 'shared' });
    expect(outcome(other)).to.equal('IDEMPOTENCY_KEY_REUSED');
    for (const idempotencyKey of ['', 'ü', 'a\nb', 'x'.repeat(256), 7, null, ['a'], {}])
      expect(
        outcome(await cy.call('createGoal', { ...goal, idempotencyKey })),
        JSON.stringify(idempotencyKey),
      ).to.equal('VALIDATION_ERROR');
    expect((await acme.as('Cy').get('/goals')).body['items']).to.have.length(1);
  });
});

describe('a token', () => {
  it('may say anything of its client and its scopes', async () => {
    await letAssistants(acme, 'Ada', 'write');
    const call = async (claims: object, name: string, args: object): Promise<unknown> => {
      const token = await tokenOf(api, { sub: acme.id('Cy'), tenant: acme.tenantId, ...claims });
      const { status, body } = await assistantOf(api, acme, '', { token }).send('tools/call', {
        name,
        arguments: args,
      });
      return [status, (body['result'] as { isError?: boolean } | undefined)?.isError ?? false];
    };
    for (const client of [{}, [], 7, null, '', 'a b', 'a\u0000', 'x'.repeat(300), '\u202e', { toString: 1 }])
      expect(await call({ azp: client }, 'getMe', {}), JSON.stringify(client)).to.deep.equal([200, false]);
    expect((await acme.as('Cy').get('/me/assistants')).body['items']).to.have.length(1);
    const odd: unknown[] = [{ toString: 1, valueOf: 1 }, [scope], { scope }, null, 7, 'openid checkin:write'];
    for (const value of [odd, { scope }, 7, null])
      for (const claim of ['scope', 'scp'])
        expect(await call({ [claim]: value }, 'createGoal', aGoal()), JSON.stringify(value)).to.deep.equal([
          403,
          false,
        ]);
    for (const claims of [{ scope: [...odd, scope] }, { scp: [scope] }, { scp: `a ${scope}` }])
      expect(await call(claims, 'createGoal', aGoal()), JSON.stringify(claims)).to.deep.equal([200, false]);
  });
});

describe('a part', () => {
  it('belongs to its answer', async () => {
    const many = Array.from({ length: 250 }, (_none, at) => `    Person ${at}`).join('\n');
    acme = await company(api, `Ada (admin)\n  Bob\n${many}\n  Max (people_team)`);
    await letAssistants(acme, 'Ada', 'read');
    const bob = assistantOf(api, acme, 'Bob');
    const args = { rootId: acme.id('Bob') };
    const { value } = await bob.call('getOrgChart', args);
    const part = value['nextPart'];
    expect(part).to.be.a('string');
    expect(outcome(await bob.call('getOrgChart', { ...args, part }))).to.equal('answered');
    const foreign = [
      await assistantOf(api, acme, 'Ada').call('getOrgChart', { part }),
      await bob.call('getWeeklyDigest', { part }),
    ];
    for (const answer of foreign) expect(outcome(answer)).to.be.oneOf(['INVALID_CURSOR', 'VALIDATION_ERROR']);
  });
});

describe('many calls', () => {
  it('at once of one person are all answered or told to come later, and leave one note', async () => {
    await letAssistants(acme, 'Ada', 'read');
    const bob = assistantOf(api, acme, 'Bob');
    const answers = await Promise.all(Array.from({ length: 100 }, () => bob.call('listUsers')));
    for (const answer of answers) expect(outcome(answer)).to.be.oneOf(['answered', 'OVERLOADED', 'RATE_LIMITED']);
    expect(answers.filter(({ isError }) => !isError).length).to.be.above(50);
    expect((await acme.as('Bob').get('/me/assistants')).body['items']).to.have.length(1);
  });

  it('whose clients leave, or whose answers are too large to be read, leave nothing behind', async () => {
    const many = Array.from({ length: 7_000 }, (_none, at) => `  Person ${at}`).join('\n');
    const large = await company(api, `Ada (admin)\n${many}`);
    await letAssistants(large, 'Ada', 'read');
    const ada = assistantOf(api, large, 'Ada');
    for (let call = 0; call < 8; call += 1)
      expect(outcome(await ada.call('getOrgChart')), `call ${call}`).to.equal('ANSWER_TOO_LARGE');
    const token = await large.token('Ada');
    const leave = async (): Promise<unknown> => {
      const left = new AbortController();
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getOrgChart', arguments: {} } };
      const sent = fetch(`${api.url}/mcp/${large.tenantId}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(call),
        signal: left.signal,
      }).catch((error: unknown) => error);
      setTimeout(() => left.abort(), 40);
      return sent;
    };
    api.logged.length = 0;
    await Promise.all(Array.from({ length: 12 }, leave));
    // those whose clients have left still get their turn, as by HTTP; then every place is free
    const ask = async (): Promise<unknown> => outcome(await ada.call('getOrgChart'));
    await until(ask, (seen) => seen === 'ANSWER_TOO_LARGE');
    const at = await Promise.all(Array.from({ length: 4 }, () => ada.call('getOrgChart')));
    expect(at.map(outcome)).to.deep.equal(Array.from({ length: 4 }, () => 'ANSWER_TOO_LARGE'));
    expect(api.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).to.deep.equal([]);
  });
});

describe('a message', () => {
  const send = async (body: object | string, headers: Record<string, string> = {}): Promise<[number, unknown]> => {
    const response = await fetch(`${api.url}/mcp/${acme.tenantId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokenOf(api, { sub: acme.id('Cy'), tenant: acme.tenantId, scope })}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return [response.status, text === '' ? null : JSON.parse(text)];
  };
  const createGoal = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'createGoal', arguments: aGoal() } };
  const goals = async (): Promise<unknown[]> => (await acme.as('Cy').get<{ items: [] }>('/goals')).body.items;
  beforeEach(() => letAssistants(acme, 'Ada', 'write'));

  it('that expects no answer changes nothing, whatever its id and its revision', async () => {
    expect(await send(createGoal)).to.deep.equal([202, null]);
    for (const id of [null, {}, [], true])
      expect((await send({ ...createGoal, id }))[0], JSON.stringify(id)).to.equal(400);
    for (const version of ['1999-01-01', 'x', '9999-12-31'])
      expect((await send({ ...createGoal, id: 1 }, { 'mcp-protocol-version': version }))[0], version).to.equal(400);
    expect((await send({ ...createGoal, id: 1, jsonrpc: '1.0' }))[0]).to.equal(400);
    expect(await goals()).to.deep.equal([]);
  });

  it('of the newest revision is taken to the letter, too', async () => {
    const revision = '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const call = (name: string, args: string): string =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args},"_meta":${JSON.stringify(_meta)}}}`;
    const headers = { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': 'createGoal' };
    const codeOf = ([status, body]: [number, unknown]): unknown => [
      status,
      (body as { result?: { structuredContent: { code?: string } } }).result?.structuredContent.code,
    ];
    const args = JSON.stringify(aGoal());
    expect(codeOf(await send(call('createGoal', `{${args.slice(1, -1)},"__proto__":1}`), headers))).to.deep.equal([
      200,
      'VALIDATION_ERROR',
    ]);
    expect((await send(call('createGoal', args), { ...headers, 'mcp-name': 'getMe' }))[0]).to.equal(400);
    expect((await send(call('createGoal', args), { ...headers, 'mcp-method': 'tools/list' }))[0]).to.equal(400);
    expect(await goals()).to.deep.equal([]);
    expect(codeOf(await send(call('createGoal', args), headers))).to.deep.equal([200, undefined]);
    expect(await goals()).to.have.length(1);
  });

  it('is refused while the database does not answer, and changes nothing', async () => {
    isDown = true;
    try {
      for (const name of ['getMe', 'createGoal'])
        expect(await send({ ...createGoal, id: 1, params: { name, arguments: {} } })).to.deep.include.members([503]);
    } finally {
      isDown = false;
    }
    expect(await goals()).to.deep.equal([]);
  });

  it('may be asked by a page of an allowed origin alone', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status } = await fetch(`${api.url}/mcp/${acme.tenantId}`, { method });
      expect([method, status]).to.deep.equal([method, 405]);
    }
    const [status, body] = await send({ ...createGoal, id: 1 }, { origin: 'https://elsewhere.example' });
    expect([status, (body as { code?: string }).code]).to.deep.equal([400, 'ORIGIN_NOT_ALLOWED']);
    expect(await goals()).to.deep.equal([]);
  });
});
