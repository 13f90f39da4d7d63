// What it costs those who are nobody's partner that others may be: a read about an owner reads no more of the database.
import { expect } from 'chai';
import { getQuery, type Query } from '../../../src/platform/graph/queries/query-files.ts';
import { company } from '../../support/company.ts';
import { profiler } from '../../support/profiler.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const { profile } = profiler(api);
const both = ':DEPUTY_FOR|PARTNER_OF]';

describe('a read by somebody who is nobody’s partner', () => {
  it('has the database hits that it had before there were partners', async () => {
    const acme = await company(api, 'Top (admin)\n  Ada\n    Bob\n      Cy\n  Eve\nPia (people_team)');
    const { body } = await acme.as('Cy').post<{ id: string }>('/summaries', aSummary());
    const tenant = { id: acme.tenantId, ids: {} } as Parameters<typeof profile>[1];
    const reads: [name: Query['name'], about: object][] = [
      ['summaries/read', { summaryId: body.id }],
      ['people/read', { userId: acme.id('Cy') }],
      ['goals/board', { userId: acme.id('Cy') }],
    ];
    for (const [name, about] of reads) {
      const query = getQuery(name);
      expect(query.statement).to.include(both);
      const before = {
        ...query,
        statement: query.statement.replaceAll(both, ':DEPUTY_FOR]'),
      };
      expect(before.statement).to.not.equal(query.statement);
      for (const who of ['Cy', 'Bob', 'Ada', 'Top', 'Eve', 'Pia']) {
        const asked = { ...about, callerId: acme.id(who), now: friday };
        const { hits } = await profile(query, tenant, asked);
        expect(hits, `${name} by ${who}`).to.equal((await profile(before, tenant, asked)).hits);
        expect(hits).to.be.above(5);
      }
    }
  });
});
