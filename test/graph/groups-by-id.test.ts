// Migration V020: the settings that map groups of a directory name them by id.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { company } from '../support/company.ts';
import { service } from '../support/service.ts';

const file = path.join(projectFolder, 'cypher/schema/V020__Managers_who_come_later_and_groups_by_id.cypher');

describe('the migration to groups by id', () => {
  const api = service();

  it('puts the ids of all groups of a name in its place, and changes nothing when it is repeated', async () => {
    const { tenantId } = await company(api, 'Ada (admin)');
    const other = await company(api, 'Zed');
    const make = (tenant: string, name: string) =>
      api.graph.statement(
        'CREATE (g:ScimGroup {tenantId: $tenant, id: randomUUID(), displayName: $name}) RETURN g.id AS id',
        {
          ...{ tenant, name },
        },
      );
    const [a, b] = [await make(tenantId, 'IT admins'), await make(tenantId, 'a=b')].map(([row]) => String(row?.['id']));
    const [twin] = await make(tenantId, 'IT admins');
    await make(other.tenantId, 'Later');
    await api.graph.statement('MATCH (t:Tenant {id: $tenantId}) SET t.groupRoles = $roles, t.groupTeams = $teams', {
      ...{ tenantId, roles: ['IT admins=admin', 'Later=people_team'], teams: ['a=b = Payments'] },
    });
    const statements = readFileSync(file, 'utf8')
      .split(/;$/m)
      .filter((text) => text.trim());
    for (const round of [1, 2]) {
      for (const text of statements) await api.graph.statement(text);
      const [tenant] = await api.graph.statement(
        'MATCH (t:Tenant {id: $tenantId}) RETURN t.groupRoles AS roles, t.groupTeams AS teams',
        { tenantId },
      );
      expect(tenant?.['roles'], `round ${round}`).to.have.members([
        ...[`${a}=admin`, `${String(twin?.['id'])}=admin`, 'Later=people_team'],
      ]);
      expect(tenant?.['teams']).to.deep.equal([`${b}=Payments`]);
    }
  });
});
