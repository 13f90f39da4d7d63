// Bodies of questions and answers: what may be left out, and the examples of the OpenAPI document, which are accepted.
import { expect } from 'chai';
import { freshCompany } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob');
type Body = Record<string, unknown>;
type Operation = { requestBody: { content: Record<string, { example: Body }> } };

const examplesOf = async (method: string, path: string): Promise<Body[]> => {
  const { paths } = (await (await fetch(`${api.url}/openapi.json`)).json()) as { paths: Record<string, Body> };
  const { requestBody } = paths[path]?.[method] as Operation;
  return Object.values(requestBody.content).map(({ example }) => example);
};

describe('the body of a question', () => {
  it('needs kind, text and audience alone: it is asked weekly, from this week of the tenant on', async () => {
    await api.graph.statement(`MATCH (t:Tenant {id: $id}) SET t.timezone = 'Pacific/Auckland'`, { id: acme.tenantId });
    api.clock.now = '2026-11-15T12:00:00.000Z'; // Monday in Auckland
    const input = { kind: 'text', text: { en: 'What blocks you?' }, audience: { type: 'tenant' } };
    const { status, body } = await acme.as('Ada').post<Body>('/questions', input);
    expect([status, body['message']]).to.deep.equal([201, undefined]);
    expect(body).to.deep.include({ ...input, frequency: 'weekly', isRequired: false, from: '2026-11-16' });
    const late = await acme.as('Ada').post<Body>('/questions', { ...input, to: '2026-11-08' });
    expect([late.status, late.body['message']]).to.deep.equal([400, 'to must not be before from.']);
  });

  it('has examples that are accepted, as has that of answers', async () => {
    const answers = await examplesOf('put', '/me/answers/{weekStart}');
    const questions = await examplesOf('post', '/questions');
    expect(answers).to.not.deep.equal([]);
    expect(questions).to.not.deep.equal([]);
    for (const example of questions) {
      const asked = await acme.as('Ada').post<Body>('/questions', example);
      expect([asked.status, asked.body['message']]).to.deep.equal([201, undefined]);
      for (const {
        answers: [answer = {}, ...more],
      } of answers as { answers: Body[] }[]) {
        const body = { answers: [{ ...answer, questionId: asked.body['id'] }, ...more] };
        const saved = await acme.as('Bob').put<Body>('/me/answers/2026-11-16', body);
        expect([saved.status, saved.body['message']]).to.deep.equal([200, undefined]);
      }
    }
  });
});
