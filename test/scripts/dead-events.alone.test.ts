// What `checkin doctor` says of dead events. It looks at all tenants, so it has a database of its own.
import { expect } from 'chai';
import { ann, organisation } from '../support/organisation.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const api = service();

describe('checkin doctor', () => {
  const org = organisation(api);
  const { run } = shell();

  it('names dead events by tenant and type with what to do, and nothing that they say', async () => {
    await org.bring([ann]);
    const { id, slug } = org.tenant;
    const label = `T_${id.replaceAll('-', '')}`;
    const doctor = async (): Promise<{ status: string; what: string; detail: string }[]> =>
      JSON.parse((await run(['doctor', '--json'])).out) as { status: string; what: string; detail: string }[];
    await api.graph.statement(
      `UNWIND ['goal.completed', 'goal.completed', 'email.send'] AS type
       CREATE (e:OutboxEvent {tenantId: $id, id: randomUUID(), key: randomUUID(), type: type, queue: 'emails', status: 'dead', attempts: 5,
         error: 'INTERNAL', payload: 'Ann is ill', address: 'ann@home.example', createdAt: datetime('2026-11-19'), endedAt: datetime('2026-11-20')})
       SET e:$($label)`,
      { id, label },
    );
    const found = await doctor();
    const outbox = found.find(({ what }) => what === 'outbox');
    expect(outbox?.status).to.equal('fault');
    const advice = `"checkin outbox ls --tenant ${slug}" shows why; then run "checkin outbox retry --tenant ${slug}"`;
    for (const dead of ['2 dead events goal.completed', '1 dead event email.send'])
      expect(outbox?.detail).to.include(`${dead} since 2026-11-20T00:00:00.000Z: ${advice}`);
    expect(JSON.stringify(found)).to.not.match(/Ann is ill|home\.example/);
    expect(found.find(({ what }) => what === `tenant ${slug}`)?.detail).to.match(/^2 faults;/);
    await run(['outbox', 'retry', '--tenant', slug]);
    const after = (await doctor()).find(({ what }) => what === 'outbox');
    expect(after?.detail).to.not.include(slug);
  });
});
