// An organisation of more people than the API reads as a whole.
import { expect } from 'chai';
import { refusal, sharedCompany } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = sharedCompany(api, 'Ada (admin)');
const base = '/admin/organisation';

it('an organisation of more than 20,000 people is left to the command line', async () => {
  await acme.statement(
    `UNWIND range(1, 20000) AS n
     CREATE (u:User:$($label) {tenantId: $tenantId, id: randomUUID(), email: 'n' + n + '@example.test', name: 'N', sortName: 'n',
       active: true, roles: []})`,
  );
  const refused = [409, 'LIMIT_REACHED'];
  for (const path of ['check', 'diff?from=2026-11-01'])
    expect(refusal(await acme.as('Ada').get(`${base}/${path}`)), path).to.deep.equal(refused);
  expect(
    (await acme.as('Ada').get<string>(`${base}/export`, { accept: 'text/csv' })).body.split('\n'),
  ).to.have.length.above(20_000);
});
