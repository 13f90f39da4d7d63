// The report of the team, for who has more than a thousand people in sight: one level of them, which leads to the next.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { refusal, sharedCompany, type Answer } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

type Report = {
  isLevel?: boolean;
  rows: { week: string; name: string; submitted: boolean; below?: number; belowSubmitted?: number }[];
};

const api = service();
const acme = sharedCompany(
  api,
  `
  Ada (people_team)
    Mia (senior_manager)
      Bob
        Cy
      Gus †
        Dan
    Pia`,
);
const crowd = 1_000;
const lastWeek = '2026-11-09';

before(async () => {
  await acme.statement(
    `MATCH (cy:User {tenantId: $tenantId, id: $cy})
     UNWIND $ids AS id
     CREATE (u:User:$($label) {tenantId: $tenantId, id: id, email: id + '@a.example', name: id, sortName: id, roles: [], active: true,
       createdAt: cy.createdAt})
     CREATE (u)-[:REPORTS_TO {since: cy.createdAt}]->(cy)`,
    { cy: acme.id('Cy'), ids: Array.from({ length: crowd }, () => randomUUID()) },
  );
  await acme.as('Cy').post('/summaries', aSummary({ weekStart: lastWeek }));
});

after(() =>
  acme.statement('MATCH (n:User {tenantId: $tenantId}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 500 ROWS'),
);

const read = (who: string, managerId?: string): Promise<Answer<Report>> =>
  acme.as(who).get<Report>(`/reports/team${managerId === undefined ? '' : `?managerId=${managerId}`}`);
/** The people of a report, with the people below them, and how many of these submitted last week. */
async function listPeople(who: string, managerName?: string): Promise<unknown> {
  const { status, body } = await read(who, managerName && acme.id(managerName));
  expect(status).to.equal(200);
  const rows = body.rows.filter(({ week }) => week === lastWeek);
  return [
    body.isLevel ?? false,
    ...rows.map(({ name, below, belowSubmitted }) => [name, ...(below === undefined ? [] : [below, belowSubmitted])]),
  ];
}

describe('the team of somebody with more than a thousand people in sight', () => {
  it('is the highest of them, with the totals of everyone below', async () => {
    expect(await listPeople('Ada')).to.deep.equal([true, ['Ada', crowd + 5, 1]]);
    // Dan, whose manager has left, counts for the next manager above
    expect(await listPeople('Mia')).to.deep.equal([true, ['Bob', crowd + 1, 1], ['Dan', 0, 0]]);
    const { body } = await read('Mia');
    expect(body.rows).to.have.length(2 * 12);
    expect(body.rows.filter(({ belowSubmitted }) => belowSubmitted === 1)).to.have.length(1);
  });

  it('leads down to those who report to a manager', async () => {
    expect(await listPeople('Ada', 'Ada')).to.deep.equal([true, ['Mia', crowd + 3, 1], ['Pia', 0, 0]]);
    expect(await listPeople('Mia', 'Bob')).to.deep.equal([true, ['Cy', crowd, 0]]);
    expect((await read('Mia', acme.id('Cy'))).body.rows).to.have.length(crowd * 12);
    expect(await listPeople('Mia', 'Dan')).to.deep.equal([true]);
    const csv = await acme.as('Mia').get<string>('/reports/team', { accept: 'text/csv' });
    expect(csv.body.split('\n')[0]).to.match(/,Everyone below,Checked in below\r?$/);
  });

  it('is not about people whom the caller does not see', async () => {
    expect(await listPeople('Bob')).to.deep.equal([false, ['Cy']]);
    expect(await listPeople('Bob', 'Bob')).to.deep.equal([true, ['Cy']]);
    for (const [who, managerId] of [
      ['Bob', acme.id('Cy')],
      ['Bob', acme.id('Mia')],
      ['Mia', acme.id('Ada')],
      ['Ada', randomUUID()],
    ] as const)
      expect(refusal(await read(who, managerId)), who).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(refusal(await read('Dan', acme.id('Dan')))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await read('Ada', 'x'))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});
