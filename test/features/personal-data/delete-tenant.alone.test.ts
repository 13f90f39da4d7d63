// The deletion of a tenant beside an import of people: what it has staged bears no label of the tenant.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  createStaged,
  runAlone,
  stagePeople,
  type NewPeople,
} from '../../../src/features/organisation/import/stage-people.ts';
import { deleteTenant } from '../../../src/features/personal-data/delete-tenant.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { freshCompany } from '../../support/company.ts';
import { untilOneIsBlocked } from '../../support/locks.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob [Sales]');
const neighbour = freshCompany(api, 'Zoe (admin)');

const personId = randomUUID();
const newPeople: NewPeople = {
  now: friday,
  lines: [],
  teams: [{ key: 'new', name: 'New', sortName: 'new', department: null, departmentKey: null }],
  people: [
    {
      id: personId,
      email: 'new@acme.example',
      name: 'New',
      sortName: 'new',
      jobTitle: 'Baker',
      roles: [],
      employeeNumber: null,
      externalId: null,
      preferredLanguage: null,
      pendingManager: null,
      startDate: null,
      timezone: null,
      region: null,
      workingDays: null,
      checkInsExpected: null,
      team: 'new',
    },
  ],
};
const stage = async (tenantId: string) => {
  const staged = createStaged();
  await stagePeople(runAlone(api.graph, { tenantId }), newPeople, staged, () => undefined);
  return staged;
};
const nodesOf = ({ tenantId }: { tenantId: string }) =>
  api.graph.statement(
    'MATCH (n) WHERE n.tenantId = $tenantId OR n:Tenant AND n.id = $tenantId RETURN labels(n) AS labels',
    { tenantId },
  );
const remove = () => deleteTenant(openErasureServices(api.graph, api.config), acme.tenantId);

describe('the deletion of a tenant', () => {
  it('takes what an import left behind that ended early, and only of this tenant', async () => {
    await stage(acme.tenantId);
    await stage(neighbour.tenantId);
    const before = await nodesOf(neighbour);
    expect(before.filter(({ labels }) => (labels as string[]).length === 0)).to.have.length(2);
    await remove();
    expect(await nodesOf(acme)).to.deep.equal([]);
    expect(await nodesOf(neighbour)).to.deep.equal(before);
  });

  it('waits for an import that is under way, and takes the people whom it made', async () => {
    const { tenantId } = acme;
    let deletion: Promise<number> | undefined;
    await api.graph.transaction({ tenantId, userId: 'operator' }, async (tx) => {
      await tx.rows('organisation/lock_tenant');
      deletion ??= remove();
      await untilOneIsBlocked(api.graph);
      const { newTeams, people } = await stage(tenantId);
      await tx.rows('organisation/create_teams', { rows: newTeams });
      const rows = [{ auditId: randomUUID(), values: {}, reference: people.get(personId) ?? null }];
      const [row] = await tx.rows<{ created: number }>('organisation/create_people', { rows, now: friday });
      expect(row?.created).to.equal(1);
    });
    await deletion;
    expect(await nodesOf(acme)).to.deep.equal([]);
  });
});
