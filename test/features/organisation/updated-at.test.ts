// Users keep when their entry in the directory, their manager or their state last changed, whichever way.
import { expect } from 'chai';
import { setPersonActive } from '../../../src/features/organisation/people/set-person-active.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { findPerson } from '../../../src/features/organisation/people/find-person.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { movePeople, readMoves } from '../../../src/features/organisation/people/move-people.ts';
import { client, userToken } from '../../support/company.ts';
import { ann, bob, cyd, header, organisation } from '../../support/organisation.ts';
import { friday, service } from '../../support/service.ts';

const later = new Date('2026-11-21T08:00:00.000Z');

describe('the time of the last change of a user', () => {
  const api = service();
  const org = organisation(api);
  const dan = 'dan@a.example,Dan,,Sales,Field,cyd@a.example,';
  beforeEach(async () => {
    await org.bring([ann, bob, cyd, dan]);
    await api.graph.statement('MATCH (u:User {tenantId: $id}) SET u.updatedAt = datetime("2026-01-05T09:00:00Z")', {
      id: org.tenant.id,
    });
  });

  /** Who was changed, each with the time that they keep. */
  async function changed(): Promise<Record<string, string>> {
    const rows = await api.graph.statement(
      `MATCH (u:User {tenantId: $id}) WHERE u.updatedAt > datetime('2026-01-05T09:00:00Z')
       RETURN u.name AS name, toString(u.updatedAt) AS at ORDER BY name`,
      { id: org.tenant.id },
    );
    return Object.fromEntries(rows.map(({ name, at }) => [name as string, at as string]));
  }
  const idOf = async (name: string): Promise<string> => {
    const [row] = await api.graph.statement('MATCH (u:User {tenantId: $id, name: $name}) RETURN u.id AS id', {
      id: org.tenant.id,
      name,
    });
    return String(row?.['id']);
  };
  const bring = (rows: string[]): Promise<unknown> =>
    importPeople(api.graph, org.tenant, Buffer.from([header, ...rows].join('\n')), { now: later });
  const at = '2026-11-21T08:00:00Z';

  it('is the time of an import that creates a user', async () => {
    await bring(['eve@a.example,Eve,,,,ann@a.example,']);
    expect(await changed()).to.deep.equal({ Eve: at });
  });

  it('is the time of an import that changes name, job title, team, roles or manager, and of no other', async () => {
    await bring([ann, bob, cyd, dan]);
    expect(await changed()).to.deep.equal({});
    await bring([dan.replace(',Dan,,', ',Dan,Seller,'), cyd.replace('bob@a.example', 'ann@a.example')]);
    expect(await changed()).to.deep.equal({ Cyd: at, Dan: at });
  });

  it('is the time of an import that gives the team another department', async () => {
    await bring([bob.replace('Apps,Tech', 'Apps,Trade')]);
    expect(await changed()).to.deep.equal({ Bob: at, Cyd: at });
  });

  it('is the time of a move from a file', async () => {
    const rows = readMoves(Buffer.from('email,managerEmail\ndan@a.example,bob@a.example\ncyd@a.example,bob@a.example'));
    await movePeople(api.graph, org.tenant.id, rows, { now: later });
    expect(await changed()).to.deep.equal({ Dan: at });
  });

  it('is the time of a move over the API', async () => {
    const admin = client(api, async () => userToken(api, org.tenant.id, await idOf('Ann')));
    const body = { managerId: await idOf('Bob') };
    await api.graph.statement("MATCH (u:User {tenantId: $id, name: 'Ann'}) SET u.roles = ['admin']", {
      id: org.tenant.id,
    });
    const path = `/admin/org-chart/users/${await idOf('Dan')}/manager`;
    expect((await admin.put(path, body)).status).to.equal(200);
    expect(await changed()).to.deep.equal({ Dan: friday.replace('.000', '') });
  });

  it('is the time of a deactivation and of an activation', async () => {
    for (const active of [false, true]) {
      const before = Date.now();
      await setPersonActive(api.graph, 'dan@a.example', active, { tenantId: org.tenant.id });
      const { Dan = '', ...others } = await changed();
      expect(others).to.deep.equal({});
      expect(Date.parse(Dan), String(active)).to.be.at.least(before);
    }
  });

  it('is the time of the erasure of a manager, whose reports move', async () => {
    await setPersonActive(api.graph, 'dan@a.example', false, { tenantId: org.tenant.id });
    const { id: userId } = await findPerson(api.graph, org.tenant.id, 'cyd@a.example');
    const wish = { tenantId: org.tenant.id, userId, now: later, dryRun: false };
    await erasePerson(openErasureServices(api.graph, api.config), wish);
    expect(await changed()).to.deep.equal({ Dan: at });
  });
});
