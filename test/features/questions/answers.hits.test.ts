// Answers stand beside the summary: reading and submitting one reads no more of the database because of them.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { company } from '../../support/company.ts';
import { profiler } from '../../support/profiler.ts';
import { aQuestion, aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const { profile } = profiler(api);
const weeks = ['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28'];

describe('a summary of somebody who has answered questions', () => {
  it('is read and submitted with the database hits of somebody who has not', async () => {
    const acme = await company(api, 'Ada (admin)\n  Bob\n  Cy');
    const ids: string[] = [];
    for (const text of ['How?', 'What?', 'Why?', 'When?', 'Who?']) {
      const question = aQuestion({ text: { en: text }, from: weeks[0] });
      ids.push(String((await acme.as('Ada').post('/questions', question)).body['id']));
    }
    const answers = ids.map((questionId) => ({ questionId, text: 'Well.' }));
    for (const week of weeks)
      expect((await acme.as('Bob').put(`/me/answers/${week}`, { answers })).status).to.equal(200);

    const tenant = { id: acme.tenantId, ids: {} } as Parameters<typeof profile>[1];
    const label = `T_${acme.tenantId.replaceAll('-', '')}`;
    const hitsOf = async (who: string): Promise<Record<'read' | 'submit', number>> => {
      const caller = { callerId: acme.id(who), now: friday, learned: null, important: null, tenantLabel: label };
      const { body } = await acme.as(who).post('/summaries', aSummary());
      const submitted = { ...aSummary({ weekStart: '2026-08-31' }), summaryId: randomUUID(), eventId: randomUUID() };
      const read = await profile(getQuery('summaries/read'), tenant, { ...caller, summaryId: body['id'] });
      const submit = await profile(getQuery('summaries/submit'), tenant, { ...caller, ...submitted });
      return { read: read.hits, submit: submit.hits };
    };
    await hitsOf('Ada'); // the first one of a tenant creates more
    const without = await hitsOf('Cy');
    expect(without.read).to.be.above(10);
    expect(await hitsOf('Bob')).to.deep.equal(without);
  });
});
