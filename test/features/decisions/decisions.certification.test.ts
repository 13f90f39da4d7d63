// The certification scenario of the AuthZEN Authorization API 1.0: every case of the Core levels and of Discovery.
// Alice owns two summaries, Bob is her manager; a summary is a record, reading and editing it are read and write.
import { expect } from 'chai';
import { send, type Sent } from '../../platform/http/wire.ts';
import { sharedCompany } from '../../support/company.ts';
import { decisionClient, type AskDecision } from '../../support/decisions.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = sharedCompany(api, 'Bob\n  Alice');
let ask: AskDecision;
/** The names of the scenario and ours. */
let names: [theirs: string, ours: string][];
before(async () => {
  const one = aSummary();
  const two = aSummary({ weekStart: '2026-11-09' });
  const made = [await acme.as('Alice').post('/summaries', one), await acme.as('Alice').post('/summaries', two)];
  names = [
    ...['alice', 'bob'].map((name): [string, string] => [name, acme.id(name === 'bob' ? 'Bob' : 'Alice')]),
    ...made.map(({ body }, index): [string, string] => [`record-${index + 1}`, String(body['id'])]),
    ...([
      ['record', 'summary'],
      ['read', 'summary:read'],
      ['write', 'summary:edit'],
    ] as [string, string][]),
  ];
  const client = decisionClient(api, acme);
  ask = async (path, body, wire) => {
    const text = typeof body === 'string' ? body : translate(JSON.stringify(body), names);
    const answer = await client(path, text, wire);
    const back = names.map(([theirs, ours]): [string, string] => [ours, theirs]);
    return { ...answer, body: answer.text && JSON.parse(translate(answer.text, back)) };
  };
});

const translate = (text: string, words: [string, string][]): string =>
  words.reduce((sofar, [from, to]) => sofar.replaceAll(`"${from}"`, `"${to}"`), text);

const alice = { type: 'user', id: 'alice' };
const bob = { type: 'user', id: 'bob' };
const record1 = { type: 'record', id: 'record-1' };
const record2 = { type: 'record', id: 'record-2' };
const read = { name: 'read' };
const write = { name: 'write' };
const context = { time: '2025-06-27T18:03-07:00', ip: '192.168.1.1' };
const question = { subject: alice, action: read, resource: record1 };

const decisionOf = ({ status, headers, body }: Sent): boolean => {
  expect(status).to.equal(200);
  expect(headers['content-type']).to.match(/^application\/json/);
  const { decision } = body as { decision: unknown };
  expect(decision).to.be.a('boolean');
  return decision as boolean;
};
const decisionsOf = ({ status, body }: Sent): boolean[] => {
  expect(status).to.equal(200);
  expect(body).to.have.all.keys('evaluations');
  return (body as { evaluations: { decision: boolean }[] }).evaluations.map(({ decision }) => {
    expect(decision).to.be.a('boolean');
    return decision;
  });
};
const resultsOf = ({ status, body }: Sent): unknown[] => {
  expect(status).to.equal(200);
  expect(body).to.have.property('page').that.is.an('object');
  expect((body as { page: object }).page)
    .to.have.property('next_token')
    .that.is.a('string');
  return (body as { results: unknown[] }).results;
};

describe('AuthZEN, Basic Core', () => {
  const rules = [
    [alice, read, true],
    [alice, write, true],
    [bob, read, true],
    [bob, write, false],
  ] as const;
  for (const [subject, action, wanted] of rules) {
    it(`${wanted ? 'permits' : 'denies'} ${subject.id} to ${action.name} record-1, with and without context`, async () => {
      const asked = { subject, action, resource: record1 };
      expect(decisionOf(await ask('evaluation', asked))).to.equal(wanted);
      expect(decisionOf(await ask('evaluation', { ...asked, context }))).to.equal(wanted);
    });
  }

  it('ignores properties and unknown fields', async () => {
    const asked = {
      subject: { ...alice, properties: { department: 'Sales', role: 'manager' }, nickname: 1 },
      action: { ...read, properties: { method: 'GET' } },
      resource: { ...record1, properties: { status: 'active', owner: 'bob' } },
      foo: 'bar',
      futureField: { nested: true },
    };
    expect(decisionOf(await ask('evaluation', asked))).to.equal(true);
  });

  const wrong: [what: string, body: unknown][] = [
    ...['subject', 'action', 'resource'].map((name): [string, unknown] => [
      `without ${name}`,
      { ...question, [name]: undefined },
    ]),
    ['without the type of the subject', { ...question, subject: { id: 'alice' } }],
    ['without the id of the subject', { ...question, subject: { type: 'user' } }],
    ['without the name of the action', { ...question, action: {} }],
    ['without the type of the resource', { ...question, resource: { id: 'record-1' } }],
    ['without the id of the resource', { ...question, resource: { type: 'record' } }],
    ['whose subject is a string', { ...question, subject: 'alice' }],
    ['whose action has a number as its name', { ...question, action: { name: 123 } }],
    ['that is no JSON', '{"subject": '],
    ['that is no object', '[]'],
    ['that is empty', ''],
  ];
  for (const [what, body] of wrong) {
    it(`answers 400 to a request ${what}`, async () => {
      const { status, body: answer } = await ask('evaluation', body);
      expect([status, (answer as { code: string }).code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    });
  }

  it('answers 400 to a request of another content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      expect((await ask('evaluation', question, { headers: { 'content-type': type } })).status, type).to.equal(400);
    }
  });

  it('echoes X-Request-Id as it was sent, and needs none', async () => {
    for (const sent of [
      'bfe9eb29-ab87-4ca3-be83-a1d5d8305716',
      'x',
      'with spaces; and = signs, <b>',
      'y'.repeat(300),
    ]) {
      const { headers } = await ask('evaluation', question, { headers: { 'x-request-id': sent } });
      expect(headers['x-request-id']).to.equal(sent);
      const refused = await ask('evaluation', '{', { headers: { 'x-request-id': sent } });
      expect([refused.status, refused.headers['x-request-id']]).to.deep.equal([400, sent]);
    }
    expect((await ask('evaluation', question)).headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/);
  });

  it('answers the same request in the same way each time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('evaluation', question)));
    expect(new Set(answers.map(({ text }) => text))).to.have.length(1);
  });
});

describe('AuthZEN, Batch Core', () => {
  it('answers each evaluation with the defaults of the request', async () => {
    const evaluations = [{ resource: record1 }, { resource: record2 }];
    expect(decisionsOf(await ask('evaluations', { subject: alice, action: read, evaluations }))).to.deep.equal([
      true,
      true,
    ]);
  });

  it('answers in the order of the request', async () => {
    const evaluations = [{ action: read }, { action: write }];
    expect(decisionsOf(await ask('evaluations', { subject: bob, resource: record1, evaluations }))).to.deep.equal([
      true,
      false,
    ]);
  });

  it('needs no defaults', async () => {
    const evaluations = [question, { subject: bob, action: write, resource: record1 }];
    expect(decisionsOf(await ask('evaluations', { evaluations }))).to.deep.equal([true, false]);
  });

  it('takes a context for all and for one', async () => {
    const evaluations = [{ resource: record1 }, { resource: record2, context: { ...context, source: 'override' } }];
    const asked = { subject: alice, action: read, context, evaluations };
    expect(decisionsOf(await ask('evaluations', asked))).to.have.length(2);
  });

  it('denies an evaluation with a fault in its place', async () => {
    const options = { evaluations_semantic: 'execute_all' };
    const asked = { subject: alice, action: read, options, evaluations: [{ resource: record1 }, {}] };
    expect(decisionsOf(await ask('evaluations', asked))).to.deep.equal([true, false]);
  });

  it('is a single evaluation without evaluations', async () => {
    expect(decisionOf(await ask('evaluations', question))).to.equal(true);
    expect(decisionOf(await ask('evaluations', { ...question, evaluations: [] }))).to.equal(true);
    expect((await ask('evaluations', { ...question, resource: undefined })).status).to.equal(400);
  });
});

describe('AuthZEN, Search Core', () => {
  const searches = {
    subject: { subject: { type: 'user' }, action: read, resource: record1 },
    resource: { subject: alice, action: read, resource: { type: 'record' } },
    action: { subject: alice, resource: record1 },
  };

  it('finds the subjects that may read a record, whatever the context and the id of the subject', async () => {
    const found = resultsOf(await ask('search/subject', searches.subject));
    expect(found).to.have.deep.members([alice, bob]);
    expect(resultsOf(await ask('search/subject', { ...searches.subject, context }))).to.deep.equal(found);
    expect(resultsOf(await ask('search/subject', { ...searches.subject, subject: alice }))).to.deep.equal(found);
  });

  it('finds the records that a subject may read, whatever the context and the id of the resource', async () => {
    const found = resultsOf(await ask('search/resource', searches.resource));
    expect(found).to.have.deep.members([record1, record2]);
    expect(resultsOf(await ask('search/resource', { ...searches.resource, context }))).to.deep.equal(found);
    expect(resultsOf(await ask('search/resource', { ...searches.resource, resource: record1 }))).to.deep.equal(found);
  });

  it('finds the actions of a subject on a record, whatever the context', async () => {
    const found = resultsOf(await ask('search/action', searches.action));
    expect(found).to.deep.equal([read, write]);
    expect(resultsOf(await ask('search/action', { ...searches.action, context }))).to.deep.equal(found);
  });

  it('continues with next_token, also without the limit, until it is empty', async () => {
    for (const [kind, body] of Object.entries(searches)) {
      const whole = resultsOf(await ask(`search/${kind}`, body));
      const first = await ask(`search/${kind}`, { ...body, page: { limit: 1 } });
      const { next_token: token } = (first.body as { page: { next_token: string } }).page;
      expect(token, kind).to.have.length.above(0);
      const second = await ask(`search/${kind}`, { ...body, page: { token } });
      expect([...resultsOf(first), ...resultsOf(second)]).to.deep.equal(whole);
      expect((second.body as { page: object }).page).to.deep.equal({ next_token: '' });
    }
  });

  it('finds nothing about what does not exist', async () => {
    const nobody = { type: 'user', id: 'nonexistent-user' };
    const nothing: [kind: string, body: object][] = [
      ['action', { subject: nobody, resource: record1 }],
      ['action', { subject: alice, resource: { type: 'spaceship', id: '1' } }],
      ['resource', { ...searches.resource, subject: nobody }],
      ['resource', { ...searches.resource, resource: { type: 'spaceship' } }],
      ['resource', { ...searches.resource, action: { name: 'launch' } }],
      ['subject', { ...searches.subject, subject: { type: 'spaceship' } }],
      ['subject', { ...searches.subject, resource: { type: 'record', id: 'record-3' } }],
      ['subject', { ...searches.subject, action: { name: 'launch' } }],
    ];
    for (const [kind, body] of nothing) {
      expect(resultsOf(await ask(`search/${kind}`, body)), JSON.stringify(body)).to.deep.equal([]);
    }
  });

  it('answers 400 to a search without a field that it needs', async () => {
    const wrong: [kind: string, body: object][] = [
      ['subject', { ...searches.subject, action: undefined }],
      ['resource', { ...searches.resource, subject: undefined }],
      ['action', { ...searches.action, resource: undefined }],
      ['subject', { ...searches.subject, resource: { type: 'record' } }],
      ['resource', { ...searches.resource, subject: { type: 'user' } }],
      ['action', { ...searches.action, subject: { type: 'user' } }],
    ];
    for (const [kind, body] of wrong) {
      expect((await ask(`search/${kind}`, body)).status, `${kind} ${JSON.stringify(body)}`).to.equal(400);
    }
  });
});

describe('AuthZEN, Discovery', () => {
  const publicUrl = 'https://check-in.test';
  const published = service(() => ({ publicUrl }));
  const path = '/.well-known/authzen-configuration';

  it('names the service and its endpoints, without a token', async () => {
    const { status, headers, body } = await send(published.url, path);
    expect(status).to.equal(200);
    expect(headers['content-type']).to.match(/^application\/json/);
    expect(body).to.deep.equal({
      policy_decision_point: publicUrl,
      access_evaluation_endpoint: `${publicUrl}/access/v1/evaluation`,
      access_evaluations_endpoint: `${publicUrl}/access/v1/evaluations`,
      search_subject_endpoint: `${publicUrl}/access/v1/search/subject`,
      search_resource_endpoint: `${publicUrl}/access/v1/search/resource`,
      search_action_endpoint: `${publicUrl}/access/v1/search/action`,
    });
  });

  it('names the address of the connection where none is configured, whatever the Host header says', async () => {
    const { body } = await send(api.url, path, { headers: { host: 'evil.example' } });
    const { policy_decision_point: base, ...endpoints } = body as Record<string, string>;
    expect(base).to.equal(api.url);
    for (const address of Object.values(endpoints)) {
      const { pathname, origin } = new URL(address);
      expect(origin).to.equal(api.url);
      expect((await send(api.url, pathname, { method: 'OPTIONS' })).headers['allow']).to.equal('POST');
    }
  });
});
