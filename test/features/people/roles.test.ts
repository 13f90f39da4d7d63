// Changes of roles: nobody changes their own; the audit log has the values; those who are to know are told.
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import { toAdmin } from '../../../src/features/organisation/people/actor.ts';
import { importPeople, type ImportResult } from '../../../src/features/organisation/import/import.ts';
import { tenantWideRoles } from '../../../src/platform/permissions.ts';
import { fingerprint, freshCompany, refusal, type Answer } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Mia\n    Bob\nEve (admin)\nPia (people_team)\nLea (senior_leadership)');
const give = (who: string, roles: string[], by = 'Ada'): Promise<Answer<{ code?: string }>> =>
  acme.as(by).patch(`/admin/users/${acme.id(who)}`, { roles });
const readLog = async (query: string): Promise<AuditEntry[]> =>
  (await acme.as('Eve').get<{ items: AuditEntry[] }>(`/audit${query}`)).body.items;
/** Who is told of roles that were given, by name, with the payload. */
const readNotices = async (): Promise<unknown[]> => {
  const rows = await acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'org.role_given'})
     RETURN e.payload AS payload,
       COLLECT { MATCH (u:User {tenantId: $tenantId}) WHERE u.id IN e.recipientIds RETURN u.name ORDER BY u.name } AS names`);
  return rows.map(({ payload, names }) => ({ ...(JSON.parse(payload as string) as object), names }));
};
const importRoles = (rows: string[]): Promise<ImportResult> => {
  const csv = ['email,name,jobTitle,team,department,managerEmail,roles', ...rows].join('\n');
  const tenant = { id: acme.tenantId };
  return importPeople(api.graph, tenant, Buffer.from(csv), {
    now: new Date(api.clock.now),
    by: toAdmin(acme.id('Ada'), 'api'),
  });
};

describe('the roles of an admin', () => {
  it('are not changed by themself, by whatever way, and nothing else of the request is', async () => {
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await give('Ada', ['admin', 'people_team']))).to.deep.equal([403, 'OWN_ROLES']);
    expect(refusal(await give('Ada', []))).to.deep.equal([403, 'OWN_ROLES']);
    const { applied, faults } = await importRoles([`ada@example.test,Ada,Ada's job,,,,admin;people_team`]);
    expect([applied, faults]).to.deep.equal([
      false,
      [{ row: 2, message: 'your own roles stay as they are: another admin changes them' }],
    ]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    const same = await acme.as('Ada').patch(`/admin/users/${acme.id('Ada')}`, { roles: ['admin'], jobTitle: 'Boss' });
    expect(same.status).to.equal(200);
  });

  it('are not changed by a mapping of groups that they set', async () => {
    await acme.statement(
      `MATCH (u:User {tenantId: $tenantId, name: 'Ada'})
       CREATE (u)-[:IN_GROUP]->(g:ScimGroup:$($label) {tenantId: $tenantId, id: randomUUID(), displayName: 'HR'})`,
    );
    const change = { groupRoles: ['HR=people_team'] };
    expect(refusal(await acme.as('Ada').patch('/admin/settings', change))).to.deep.equal([403, 'OWN_ROLES']);
    expect((await acme.as('Eve').patch('/admin/settings', change)).status).to.equal(200);
    expect((await acme.as('Ada').get('/me')).body['roles']).to.have.members(['admin', 'people_team']);
    expect(await readNotices()).to.deep.equal([
      { personName: 'Ada', given: ['people_team'], others: 0, names: ['Ada', 'Eve', 'Pia'] },
    ]);
  });
});

describe('a role with tenant scope', () => {
  it('that is given and taken is in the log with its values, and the admins and the People Team are told', async () => {
    expect((await give('Ada', ['admin', 'people_team'], 'Eve')).status).to.equal(200);
    expect((await give('Ada', ['admin'], 'Eve')).status).to.equal(200);
    const log = await readLog(`?userId=${acme.id('Ada')}`);
    expect(
      log.map(({ action, actorId, source, values }) => ({ action, actorId, source, values })).toReversed(),
    ).to.have.deep.members([
      {
        action: 'person.update',
        actorId: acme.id('Eve'),
        source: 'api',
        values: [{ field: 'roles', before: 'admin', after: 'admin,people_team' }],
      },
      {
        action: 'person.update',
        actorId: acme.id('Eve'),
        source: 'api',
        values: [{ field: 'roles', before: 'admin,people_team', after: 'admin' }],
      },
    ]);
    expect(log.every(({ traceId }) => /^[0-9a-f]{32}$/.test(traceId ?? ''))).to.equal(true);
    expect(await readNotices()).to.deep.equal([
      { personName: 'Ada', given: ['people_team'], others: 0, names: ['Ada', 'Eve', 'Pia'] },
    ]);
  });

  it('is told once of an import, which may give it to many; senior_manager is no such role', async () => {
    const person = (name: string, roles: string): string => `${name}@example.test,${name},,,,,${roles}`;
    const rows = [person('yan', 'people_team'), person('zed', 'admin'), person('xia', 'senior_manager')];
    expect((await importRoles(rows)).applied).to.equal(true);
    const [notice, ...others] = (await readNotices()) as { others: number }[];
    expect([notice?.others, others]).to.deep.equal([1, []]);
    const created = await readLog('?action=person.create');
    expect(created.map(({ values }) => values?.[0]?.after)).to.have.members(['people_team', 'admin', 'senior_manager']);
  });

  it('is one of those by which the permission table shows the whole tenant', () => {
    const shown = ['chain:read', 'summary:read', 'board:read', 'digest:read', 'org:read'] as const;
    const roles = new Set(shown.flatMap((name) => rolesThatHold(name)));
    expect([...roles]).to.have.members([...tenantWideRoles]);
  });
});
