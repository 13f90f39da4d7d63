// How many nodes there can be: a row for every label, whose numbers are constants, and the bounds that are those of a whole tenant.
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { maxPlans } from '../../../src/features/org-plans/save-plan.ts';
import { maxGroups } from '../../../src/features/scim/groups.ts';
import { freshCompany, refusal } from '../../support/company.ts';
import { aProfile } from '../../support/profile.ts';
import { directoryOf, groupSchema } from '../../support/scim.ts';
import { friday, service } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

const page = readFileSync(new URL('../../../cypher/schema/README.md', import.meta.url), 'utf8');
const [, section = ''] = /## How many there can be\n([^]*?)\n## /.exec(page) ?? [];

describe('the table of how many nodes there can be', () => {
  it('names numbers as the code has them', () => {
    const code = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'));
    const numbers = [...section.matchAll(/`(\w+)` (\d+)/g)].map(([, name = '', number = '']) => ({ name, number }));
    expect(numbers.length).to.be.above(15);
    for (const { name, number } of numbers) {
      const has = (text: string): boolean =>
        [...text.matchAll(new RegExp(`\\b${name}(?: =|:) ([\\d_]+)`, 'g'))].some(
          ([, found = '']) => found.replaceAll('_', '') === number,
        );
      expect(code.some(has), `${name} ${number}`).to.equal(true);
    }
  });
});

describe('the bound', () => {
  const api = service();
  const acme = freshCompany(api, 'Ada (admin)\n  Bob');

  it('of plans is that of a tenant; a cancelled one can be deleted to make room', async () => {
    await acme.statement(
      `UNWIND range(1, $count) AS n
       CREATE (p:OrgPlan {tenantId: $tenantId, id: randomUUID(), name: 'P', status: 'cancelled', authorId: 'x', lostIds: [], baseRevision: 0,
         version: 1, moveCount: 0, createdAt: datetime($now), updatedAt: datetime($now)})
       SET p:$($label)`,
      { count: maxPlans, now: friday },
    );
    const plan = { name: 'One more', moves: [{ userId: acme.id('Bob'), managerId: null }] };
    expect(refusal(await acme.as('Ada').post('/admin/org-plans', plan))).to.deep.equal([409, 'LIMIT_REACHED']);
    const moves = await acme.statement(`MATCH (:User {tenantId: $tenantId})-[m:WOULD_REPORT_TO]-() RETURN m`);
    expect(moves).to.deep.equal([]);
    const [one] = await acme.statement('MATCH (p:OrgPlan {tenantId: $tenantId}) RETURN p.id AS id LIMIT 1');
    expect((await acme.as('Ada').delete(`/admin/org-plans/${String(one?.['id'])}`)).status).to.equal(204);
    expect((await acme.as('Ada').post('/admin/org-plans', plan)).status).to.equal(201);
    expect(refusal(await acme.as('Ada').post('/admin/org-plans', plan))).to.deep.equal([409, 'LIMIT_REACHED']);
  });

  it('of groups is that of a tenant', async () => {
    const scim = directoryOf(api, acme);
    await acme.statement(
      `UNWIND range(1, $count - 1) AS n
       CREATE (g:ScimGroup {tenantId: $tenantId, id: randomUUID(), displayName: 'G' + n, createdAt: datetime($now), updatedAt: datetime($now)})
       SET g:$($label)`,
      { count: maxGroups, now: friday },
    );
    const group = { schemas: [groupSchema], displayName: 'One more' };
    const last = await scim('POST', '/Groups', group);
    expect(last.status, JSON.stringify(last.body)).to.equal(201);
    const beyond = await scim('POST', '/Groups', group);
    expect([beyond.status, beyond.body.detail]).to.deep.equal([
      409,
      `There are ${maxGroups} groups, which is the limit; push fewer.`,
    ]);
    expect((await scim('PUT', `/Groups/${last.body.id}`, { ...group, displayName: 'Renamed' })).status).to.equal(200);
    await scim('DELETE', `/Groups/${last.body.id}`);
    expect((await scim('POST', '/Groups', group)).status).to.equal(201);
  });

  it('of the imports of a user leaves the newest, what waits, and that of the profile', async () => {
    const ofProfile = randomUUID();
    await acme.statement(
      `MATCH (u:User {tenantId: $tenantId, id: $bob})
       CREATE (u)-[:HAS]->(p:Profile {tenantId: $tenantId, id: randomUUID(), userId: $bob, fileId: $ofProfile, fields: '{}'})
       SET p:$($label)
       WITH u
       UNWIND range(0, 79) AS n
       CREATE (u)<-[:IS_FOR]-(j:ImportJob {tenantId: $tenantId, userId: $bob, adminId: $ada,
         id: CASE n WHEN 0 THEN $ofProfile ELSE randomUUID() END,
         status: CASE n WHEN 0 THEN 'confirmed' WHEN 1 THEN 'queued' ELSE ['parsed', 'failed', 'rejected'][n % 3] END,
         createdAt: datetime($now) - duration({days: 80 - n})})
       SET j:$($label)`,
      { bob: acme.id('Bob'), ada: acme.id('Ada'), ofProfile, now: friday },
    );
    const { pdf } = await aProfile('bounds');
    expect((await upload(api, acme, { as: 'Ada', of: 'Bob', pdf })).status).to.equal(202);
    const left = await acme.statement(
      'MATCH (j:ImportJob {tenantId: $tenantId}) RETURN j.id AS id, j.status AS status ORDER BY j.createdAt DESC',
    );
    expect(left).to.have.length(1 + 49 + 2);
    expect(left.at(-1)).to.deep.equal({ id: ofProfile, status: 'confirmed' });
    expect(left.filter(({ status }) => status === 'queued')).to.have.length(2);
  });
});
