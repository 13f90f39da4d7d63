// Deputies: named for a time by a manager or an admin, they act in the manager's place in the line, and nowhere else.
import { expect } from 'chai';
import { company, type Answer, type Company } from '../support/company.ts';
import { aSummary } from '../support/samples.ts';
import { friday, service } from '../support/service.ts';

const api = service();
const drawing = `
  Ada [Board]
    Bob [Sales] (senior_manager)
      Cy [Sales]
        Dee [Sales]
        Eve [Sales]
      Fay [Sales]
    Gus [IT]
      Hal [IT]
    Ivy [IT] (admin)
    Old [IT] †
`;
let acme: Company;
beforeEach(async () => {
  api.clock.now = friday;
  acme = await company(api, drawing);
});

const pathOf = (manager: string, deputy: string): string => `/users/${acme.id(manager)}/deputies/${acme.id(deputy)}`;
const aTerm = (change = {}) => ({ from: '2026-11-20', to: '2026-11-27', rights: ['read', 'answer'], ...change });
const name = (manager: string, deputy: string, change = {}, by = manager): Promise<Answer<Record<string, unknown>>> =>
  acme.as(by).put(pathOf(manager, deputy), aTerm(change));
const summaryOf = async (who: string): Promise<string> =>
  `/summaries/${String((await acme.as(who).post('/summaries', aSummary())).body['id'])}`;
const statusOf = async (who: string, path: string): Promise<number> => (await acme.as(who).get(path)).status;

describe('a deputy', () => {
  it('reads and answers in the place of the manager, on their behalf', async () => {
    const path = await summaryOf('Dee');
    expect(await statusOf('Gus', path)).to.equal(403);
    expect((await name('Cy', 'Gus')).status).to.equal(200);
    expect(await statusOf('Gus', path)).to.equal(200);
    const { status, body } = await acme.as('Gus').post(`${path}/response`, { body: 'Well done.' });
    expect(status).to.equal(201);
    expect(body['manager']).to.include({ id: acme.id('Gus') });
    expect(body['onBehalfOf']).to.deep.equal({ id: acme.id('Cy'), name: 'Cy', team: 'Sales' });
    for (const reader of ['Dee', 'Cy', 'Gus']) {
      const read = await acme.as(reader).get<{ response: unknown }>(path);
      expect(read.body.response).to.deep.equal(body);
    }
  });
});
