// A goal that was not reached is copied to this week, once.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Board, Goal } from '../../../src/features/goals/schema.ts';
import { askAs } from '../../support/conditions.ts';
import { client, fingerprint, refusal, freshCompany } from '../../support/company.ts';
import { lockUser, startBeforeCommit } from '../../support/locks.ts';
import { aGoal } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
/** As another process: it shares nothing with the first but the database. */
const second = service();
const nextFriday = '2026-11-27T10:00:00.000Z';
const acme = freshCompany(api, 'Ada (admin, people_team)\n  Bob\n    Dee');
const neighbour = freshCompany(api, 'Zoe (admin, people_team)');
let goal: Goal;
beforeEach(async () => {
  goal = (await acme.as('Dee').post<Goal>('/goals', aGoal({ description: 'All of it' }))).body;
  for (const { clock } of [api, second]) clock.now = nextFriday;
});

const copy = (goalId = goal.id, who = 'Dee') => acme.as(who).post<Goal>(`/goals/${goalId}/copy`);
const boardOf = async (who = 'Dee'): Promise<Board> =>
  (await acme.as(who).get<Board>(`/goals/board?userId=${acme.id('Dee')}`)).body;

describe('POST /goals/{goalId}/copy', () => {
  it('makes a goal of this week, and leaves that of the past week as it was', async () => {
    const { status, body, headers } = await copy();
    const { id, ...rest } = body;
    expect([status, headers.get('location')]).to.deep.equal([201, `/v1/goals/${id}`]);
    const { id: before, ...same } = goal;
    expect(rest).to.deep.equal({ ...same, weekStart: '2026-11-23', dateSet: nextFriday });
    expect((await acme.as('Dee').get(`/goals/${before}`)).body).to.deep.equal(goal);
  });

  it('is offered by the board to the owner, until it was made', async () => {
    const done = { ...goal, canCopy: true };
    expect((await boardOf()).previous.professional).to.deep.equal([done]);
    expect((await boardOf('Bob')).previous.professional).to.deep.equal([goal]);
    const { body } = await copy();
    const { previous, this: current } = await boardOf();
    expect([previous.professional, current.professional]).to.deep.equal([[goal], [body]]);
  });

  it('is refused a second time with the path of the copy, and possible again once that was deleted', async () => {
    const { id } = (await copy()).body;
    const again = await copy();
    expect([refusal(again), again.headers.get('location')]).to.deep.equal([[409, 'GOAL_COPIED'], `/v1/goals/${id}`]);
    await acme.as('Dee').delete(`/goals/${id}`);
    expect((await copy()).status).to.equal(201);
  });

  it('is made once when two processes are asked at once, and once for an Idempotency-Key', async () => {
    const there = client(second, () => acme.token('Dee'));
    const ask = () => Promise.all([copy(), there.post<Goal>(`/goals/${goal.id}/copy`)]);
    const sent = await startBeforeCommit(api, lockUser(acme.id('Dee')), 2, ask);
    expect(sent.map(refusal).sort()).to.deep.equal([
      [201, undefined],
      [409, 'GOAL_COPIED'],
    ]);
    const { id } = (await boardOf()).this.professional[0] ?? { id: '' };
    await acme.as('Dee').delete(`/goals/${id}`);
    const repeat = () => askAs(api, acme, 'Dee')('POST', `/goals/${goal.id}/copy`, { 'idempotency-key': 'copy' });
    const first = await repeat();
    const replayed = await repeat();
    expect([first.status, replayed.status, replayed.body]).to.deep.equal([201, 201, first.body]);
  });

  it('is refused for a goal of this week, and for one that was reached', async () => {
    const { id } = (await copy()).body;
    expect(refusal(await copy(id))).to.deep.equal([409, 'GOAL_NOT_LEFT_OVER']);
    await acme.as('Dee').patch(`/goals/${id}`, { status: 'completed' });
    api.clock.now = '2026-12-04T10:00:00.000Z';
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await copy(id))).to.deep.equal([409, 'GOAL_NOT_LEFT_OVER']);
    expect((await boardOf()).previous.professional[0]).to.not.have.property('canCopy');
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is for the owner alone', async () => {
    const before = [await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)];
    for (const who of ['Ada', 'Bob']) expect(refusal(await copy(goal.id, who))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await neighbour.as('Zoe').post(`/goals/${goal.id}/copy`))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await copy(randomUUID()))).to.deep.equal([404, 'GOAL_NOT_FOUND']);
    expect([await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)]).to.deep.equal(before);
  });
});
