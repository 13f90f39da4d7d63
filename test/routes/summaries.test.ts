// Summaries: once a week, read and answered from above, by nobody else.
import { expect } from 'chai';
import { company, type Company } from '../support/company.ts';
import { service } from '../support/service.ts';

describe('POST /summaries', () => {
  const api = service();
  let acme: Company;
  before(async () => {
    acme = await company(
      api,
      `
      Ada
        Bob [Sales]
          Cy [Sales]
    `,
    );
  });
  it('creates a summary of the week', async () => {
    const made = await acme.as('Cy').post('/summaries', {
      weekStart: '2026-11-20',
      scores: { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 },
      proud: 'a & b < c',
      obstacles: '',
      learned: 'x',
      important: 'y',
    });
    expect(made.status).to.equal(201);
    expect(made.body).to.include({ weekStart: '2026-11-16', proud: 'a & b < c' });
    const read = await acme.as('Ada').get(`/summaries/${String(made.body['id'])}`);
    expect(read.status).to.equal(200);
    expect(read.body).to.deep.equal(made.body);
    const chain = await acme.as('Ada').get(`/org/users/${acme.id('Ada')}/chain`);
    expect(chain.body).to.have.length(2);
    const moved = await acme
      .as('Ada')
      .put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Ada') });
    expect(moved.body).to.include({ code: 'FORBIDDEN' });
  });
});
