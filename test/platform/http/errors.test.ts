// What a refusal says: every fault with its place, in sentences or as problem details, and why a token is not accepted.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { JWK } from 'jose';
import { sharedCompany } from '../../support/company.ts';
import { claimsOf, seconds, signed } from '../../support/jwks.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { expectRefusal, send, type Sent } from './wire.ts';

const api = service();
const problemType = 'application/problem+json';
const acme = sharedCompany(api, 'Ada (admin)\n  Bob');
type Problem = Record<string, unknown> & { detail: string; errors?: Record<string, string>[] };
async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Sent> {
  const authorization = `Bearer ${await acme.token('Bob')}`;
  const all = { authorization, 'content-type': 'application/json', ...headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(api.url, `/v1${path}`, { method: 'POST', headers: all, body: text });
}
const readProblem = ({ text }: Sent): Problem => JSON.parse(text) as Problem;

/** A summary with five faults: a missing, an unknown and three invalid fields. */
const fiveFaults = () => {
  const scores = { qualityOfWork: 6, personalWellbeing: 'x', professionalWellbeing: 5, 'mood/~now': 1 };
  const form = aSummary({ weekStart: '2026-02-30', scores });
  delete form['learned'];
  return form;
};

describe('a body with five faults', () => {
  it('gets all five in one answer, in sentences', async () => {
    const message = expectRefusal(await post('/summaries', fiveFaults()), 400, 'VALIDATION_ERROR');
    expect(message).to.equal(
      'body must have the field learned. weekStart must be a calendar date, YYYY-MM-DD, from 1900 to 2199. ' +
        'scores has an unknown field: "mood/~now". scores.qualityOfWork must be <= 5. ' +
        'scores.personalWellbeing must be integer.',
    );
  });
  it('gets five JSON Pointers where Accept names problem details', async () => {
    const answer = await post('/summaries', fiveFaults(), { accept: problemType });
    const { errors, detail, ...rest } = readProblem(answer);
    expect(answer.status).to.equal(400);
    expect(answer.headers['content-type']).to.equal(problemType);
    expect(errors?.map(({ pointer }) => pointer)).to.have.members([
      '/learned',
      '/weekStart',
      '/scores/mood~1~0now',
      '/scores/qualityOfWork',
      '/scores/personalWellbeing',
    ]);
    expect(errors?.map(({ message }) => message).join(' ')).to.equal(detail);
    expect(rest).to.deep.equal({
      type: '/docs/errors#VALIDATION_ERROR',
      title: 'The request is invalid.',
      status: 400,
      code: 'VALIDATION_ERROR',
      instance: `urn:x-request-id:${String(answer.headers['x-request-id'])}`,
    });
  });
});

describe('faults in path, query and body', () => {
  it('are named together, and parameters by their name', async () => {
    const path = '/summaries/no-uuid/response?week=1&week=2&page=1';
    const { errors } = readProblem(await post(path, { body: 1 }, { accept: problemType }));
    expect(errors).to.deep.equal([
      { parameter: 'summaryId', message: 'summaryId must be a UUID.' },
      { parameter: 'page', message: 'query has an unknown field: "page".' },
      { parameter: 'week', message: 'query has a parameter more than once: "week".' },
      { pointer: '/body', message: 'body must be string.' },
    ]);
  });
  it('are named together with a body that is no JSON', async () => {
    const message = expectRefusal(await post('/goals?page=1', '{'), 400, 'VALIDATION_ERROR');
    expect(message).to.equal('query has an unknown field: "page". The body is not valid JSON.');
  });
  it('are named up to fifty, in a body of 64 KB with thousands', async () => {
    const memberUserIds = Array.from({ length: 30_000 }, () => 1);
    const answer = await post('/mvp/nominations/team', { memberUserIds }, { accept: problemType });
    const { errors, detail } = readProblem(answer);
    expect([answer.status, errors?.length]).to.deep.equal([400, 50]);
    expect(detail)
      .to.match(/ There are more faults\.$/)
      .and.have.length.below(5_000);
  });
  it('are named by a shortened name if it is long', async () => {
    const message = expectRefusal(await post('/goals', aGoal({ ['x'.repeat(50_000)]: 1 })), 400, 'VALIDATION_ERROR');
    expect(message).to.equal(`body has an unknown field: "${'x'.repeat(100)}…".`);
  });
});

describe('problem details', () => {
  const wanted: [accept: string, isProblem: boolean][] = [
    ['application/json, application/problem+json', true],
    ['Application/Problem+JSON;q=0.5, */*', true],
    ['*/*', false],
    ['application/*', false],
    ['application/problem+json;q=0, application/json', false],
    ['application/problem+json-seq, application/problem+xml', false],
  ];
  for (const [accept, isProblem] of wanted) {
    it(`are ${isProblem ? '' : 'not '}sent for Accept: ${accept}`, async () => {
      const answer = await send(api.url, '/v1/nowhere', { headers: { accept } });
      expect(answer.status).to.equal(404);
      expect(answer.headers['vary']).to.match(/\bAccept\b/);
      if (!isProblem) return void expectRefusal(answer, 404, 'NOT_FOUND');
      expect(readProblem(answer)).to.include({ code: 'NOT_FOUND', type: '/docs/errors#NOT_FOUND', status: 404 });
      expect(readProblem(answer)).to.not.have.property('errors');
    });
  }
});

describe('WWW-Authenticate', () => {
  const key = () => JSON.parse(readFileSync(api.config.TOKEN_KEY_FILE ?? '', 'utf8')) as JWK;
  const claims = () => claimsOf(api.config, acme.id('Bob'), acme.tenantId);
  const invalid = 'Bearer error="invalid_token"';
  const cases: [what: string, authorization: () => string | undefined, challenge: string][] = [
    ['no credentials', () => undefined, 'Bearer'],
    ['another scheme', () => 'Basic YTpi', 'Bearer'],
    ['a token that is none', () => 'Bearer x.y.z', invalid],
    ['a token that is not signed by us', () => `Bearer ${signed(key(), claims()).slice(0, -9)}`, invalid],
    ['a token of an unknown user', () => `Bearer ${signed(key(), { ...claims(), sub: crypto.randomUUID() })}`, invalid],
    [
      'an expired token',
      () => `Bearer ${signed(key(), { ...claims(), exp: seconds(-60) })}`,
      `${invalid}, error_description="The access token expired"`,
    ],
    [
      'an expired token that is not signed by us',
      () => `Bearer ${signed(key(), { ...claims(), exp: seconds(-60) }).slice(0, -9)}`,
      invalid,
    ],
  ];
  for (const [what, authorization, challenge] of cases) {
    it(`tells ${what}: ${challenge}`, async () => {
      const value = authorization();
      const answer = await send(api.url, '/v1/goals/board', value ? { headers: { authorization: value } } : {});
      expectRefusal(answer, 401, 'UNAUTHENTICATED');
      const separator = challenge === 'Bearer' ? ' ' : ', ';
      const metadata = `${api.url}/.well-known/oauth-protected-resource`;
      expect(answer.headers['www-authenticate']).to.equal(`${challenge}${separator}resource_metadata="${metadata}"`);
    });
  }
});
