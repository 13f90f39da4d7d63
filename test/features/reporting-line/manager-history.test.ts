// Who managed a user when: complete and in order after moves, files and erasures, and for whom it is.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ManagerPeriod } from '../../../src/platform/schema/people.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { movePeople, readMoves } from '../../../src/features/organisation/people/move-people.ts';
import { freshCompany, type Answer, refusal } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (admin)
    Bob [Sales]
      Cy [Sales]
        Dee
    Eve [Tech]
      Old †
    Fay
  Lea (senior_leadership)
  Pia (people_team)`;
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zoe (admin)\n  Yan');

afterEach(() => {
  api.clock.now = friday;
});

const founded = '2026-01-05T09:00:00.000Z';
const history = (who: string, as = 'Ada'): Promise<Answer<ManagerPeriod[]>> =>
  acme.as(as).get<ManagerPeriod[]>(`/org/users/${acme.id(who)}/manager-history`);
/** Each period as `name from/to`. */
const draw = ({ body }: Answer<ManagerPeriod[]>): string[] =>
  body.map(({ manager, from, to }) => `${manager.name} ${from}/${to ?? ''}`);
const moveAt = async (now: string, who: string, under: string): Promise<void> => {
  api.clock.now = now;
  const body = { managerId: acme.id(under) };
  expect((await acme.as('Ada').put(`/admin/org-chart/users/${acme.id(who)}/manager`, body)).status).to.equal(200);
};
const first = '2026-11-20T10:00:00.000Z';
const second = '2026-11-20T11:00:00.000Z';
const third = '2026-11-20T12:00:00.000Z';

describe('GET /org/users/{userId}/manager-history', () => {
  it('lists the managers of a user, newest first, each with the time', async () => {
    await moveAt(first, 'Cy', 'Eve');
    await moveAt(second, 'Cy', 'Fay');
    await moveAt(third, 'Cy', 'Eve');
    const answer = await history('Cy');
    expect(answer.status).to.equal(200);
    expect(draw(answer)).to.deep.equal([
      `Eve ${third}/`,
      `Fay ${second}/${third}`,
      `Eve ${first}/${second}`,
      `Bob ${founded}/${first}`,
    ]);
    expect(answer.body[2]).to.deep.equal({
      manager: { id: acme.id('Eve'), name: 'Eve', jobTitle: "Eve's job", team: 'Tech' },
      from: first,
      to: second,
    });
  });

  it('leaves out the time without a manager, and a line that ended as it began', async () => {
    const csv = Buffer.from(`email,managerEmail\ncy@example.test,\n`);
    await movePeople(api.graph, acme.tenantId, readMoves(csv), { now: new Date(first) });
    await moveAt(second, 'Cy', 'Fay');
    await moveAt(second, 'Cy', 'Eve');
    expect(draw(await history('Cy'))).to.deep.equal([`Eve ${second}/`, `Bob ${founded}/${first}`]);
    expect(draw(await history('Ada'))).to.deep.equal([]);
  });

  it('shows a manager who has left, and nothing of one who was erased', async () => {
    await moveAt(first, 'Dee', 'Fay');
    await moveAt(second, 'Dee', 'Eve');
    await moveAt(third, 'Dee', 'Cy');
    await acme.statement("MATCH (u:User {tenantId: $tenantId}) WHERE u.name IN ['Cy', 'Bob'] SET u.active = false");
    await erasePerson(openErasureServices(api.graph, api.config), {
      tenantId: acme.tenantId,
      userId: acme.id('Fay'),
      now: new Date(third),
      dryRun: false,
    });
    expect(draw(await history('Dee'))).to.deep.equal([
      `Cy ${third}/`,
      `Eve ${second}/${third}`,
      `Cy ${founded}/${first}`,
    ]);
  });

  it('goes on where a manager was erased, for people who had left', async () => {
    await erasePerson(openErasureServices(api.graph, api.config), {
      tenantId: acme.tenantId,
      userId: acme.id('Eve'),
      now: new Date(second),
      dryRun: false,
    });
    expect(draw(await history('Old'))).to.deep.equal([`Ada ${second}/`]);
  });

  it('names the plan that a line began with', async () => {
    const planId = randomUUID();
    const rows = [
      { id: acme.id('Cy'), managerId: acme.id('Fay'), fromManagerId: acme.id('Bob'), auditId: randomUUID() },
    ];
    await api.graph.transaction({ tenantId: acme.tenantId, userId: 'operator' }, (tx) =>
      tx.rows('organisation/move_people', { rows, now: first, planId, moveId: randomUUID() }),
    );
    await moveAt(second, 'Cy', 'Eve');
    const { body } = await history('Cy');
    expect(body.map((period) => period.planId)).to.deep.equal([undefined, planId, undefined]);
  });

  it('is for the user, anyone above today, and those who read every chain; not for managers of the past', async () => {
    await moveAt(first, 'Cy', 'Eve');
    for (const who of ['Cy', 'Eve', 'Ada', 'Lea', 'Pia']) expect((await history('Cy', who)).status, who).to.equal(200);
    for (const who of ['Bob', 'Dee', 'Fay'])
      expect(await history('Cy', who), who).to.deep.include({
        status: 403,
        body: { code: 'FORBIDDEN', message: 'You are not permitted to do this.' },
      });
  });

  it('answers the same for a user of another tenant and for an unknown one', async () => {
    for (const id of [neighbour.id('Yan'), randomUUID()]) {
      expect(refusal(await acme.as('Ada').get(`/org/users/${id}/manager-history`))).to.deep.equal([
        404,
        'USER_NOT_FOUND',
      ]);
    }
    expect((await acme.as('Ada').get('/org/users/x/manager-history')).status).to.equal(400);
  });
});
