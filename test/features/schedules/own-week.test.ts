// The weeks of people in time zones of their own: what is "this week" for them, for their board, and for reports they read.
import { expect } from 'chai';
import type { Board, Goal } from '../../../src/features/goals/schema.ts';
import type { Me } from '../../../src/platform/schema/people.ts';
import { freshCompany } from '../../support/company.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Kai\n    Lee\n  Bob');
beforeEach(async () => {
  await setTimezone('Kai', 'Pacific/Auckland');
  await setTimezone('Lee', 'America/Los_Angeles');
  api.clock.now = '2026-11-22T11:30:00.000Z'; // Sunday in Berlin and Los Angeles, Monday 00:30 in Auckland
});

const setTimezone = async (name: string, timezone: string | null): Promise<void> => {
  const { status, body } = await acme.as('Ada').patch(`/admin/users/${acme.id(name)}`, { timezone });
  expect(status, JSON.stringify(body)).to.equal(200);
};
const ending = '2026-11-16';
const beginning = '2026-11-23';

describe('a person with a time zone', () => {
  it('has the current week of that place, others that of the tenant', async () => {
    const read = async (name: string): Promise<unknown[]> => {
      const { timezone, currentWeek } = (await acme.as(name).get<Me>('/me')).body;
      return [timezone, currentWeek];
    };
    expect(await read('Kai')).to.deep.equal(['Pacific/Auckland', beginning]);
    expect(await read('Lee')).to.deep.equal(['America/Los_Angeles', ending]);
    expect(await read('Bob')).to.deep.equal(['Europe/Berlin', ending]);
    await setTimezone('Kai', null);
    expect(await read('Kai')).to.deep.equal(['Europe/Berlin', ending]);
  });

  it('sets goals in that week, and everybody sees their board by it', async () => {
    const add = async (name: string): Promise<string> =>
      (await acme.as(name).post<Goal>('/goals', aGoal())).body.weekStart;
    expect([await add('Kai'), await add('Lee')]).to.deep.equal([beginning, ending]);
    const board = async (reader: string, owner: string): Promise<number[]> => {
      const { body } = await acme.as(reader).get<Board>(`/goals/board?userId=${acme.id(owner)}`);
      return [body.previous, body.this, body.next].map(({ professional }) => professional.length);
    };
    for (const [reader, owner] of ['Kai Kai', 'Ada Kai', 'Kai Lee', 'Lee Lee'].map((pair) => pair.split(' ')))
      expect(await board(reader ?? '', owner ?? ''), `${reader} at ${owner}`).to.deep.equal([0, 1, 0]);
  });

  it('submits at most one week ahead of that week', async () => {
    const submit = async (name: string, weekStart: string): Promise<number> =>
      (await acme.as(name).post('/summaries', aSummary({ weekStart }))).status;
    expect(await submit('Lee', '2026-11-30')).to.equal(400);
    expect(await submit('Kai', '2026-11-30')).to.equal(201);
    expect(await submit('Kai', '2026-12-07')).to.equal(400);
  });

  it('withdraws a summary until that week ends', async () => {
    const withdraw = async (name: string): Promise<number> => {
      const { body } = await acme.as(name).post('/summaries', aSummary({ weekStart: ending }));
      return (await acme.as(name).delete(`/summaries/${String(body['id'])}`)).status;
    };
    expect([await withdraw('Kai'), await withdraw('Lee')]).to.deep.equal([409, 204]);
  });

  it('reads reports of that week, which name it', async () => {
    const week = async (reader: string, path: string, name: string): Promise<unknown> =>
      (await acme.as(reader).get(path)).body[name];
    for (const [reader, current, last] of [
      ['Kai', beginning, ending],
      ['Ada', ending, '2026-11-09'],
    ] as const) {
      expect(await week(reader, '/goals/reports/non-setters', 'period'), reader).to.equal(current);
      expect(await week(reader, '/reports/check-ins', 'weekStart'), reader).to.equal(last);
      expect(await week(reader, '/reports/response-times', 'weekStart'), reader).to.equal(last);
    }
    expect(await week('Kai', '/summaries/reports/weekly-digest', 'weekStart')).to.equal(ending);
  });
});

describe('the schedule of the caller', () => {
  const path = '/me/schedule';
  const usual = { opens: 'Monday 09:00', due: 'Friday 15:00', lastCall: 'Monday 08:00', digest: 'Monday 09:00' };

  it('is that of the tenant, with what the team has and what they choose', async () => {
    const berlin = { timezone: 'Europe/Berlin', ...usual };
    expect((await acme.as('Bob').get(path)).body).to.deep.equal({ ...berlin, own: {} });
    await acme.as('Ada').patch('/admin/settings', { digest: 'off', teamSchedules: ['sales=due Thursday 12:00'] });
    await acme.as('Ada').patch(`/admin/users/${acme.id('Bob')}`, { team: 'Sales' });
    const ofTeam = { ...berlin, digest: 'off', due: 'Thursday 12:00' };
    expect((await acme.as('Bob').get(path)).body).to.deep.equal({ ...ofTeam, own: {} });
    const own = { timezone: 'Asia/Tokyo', due: 'off', digest: 'Friday 16:15' };
    const { status, body } = await acme.as('Bob').put(path, { ...own, timezone: 'asia/tokyo' });
    expect([status, body]).to.deep.equal([200, { ...ofTeam, ...own, own }]);
    expect((await acme.as('Bob').get<Me>('/me')).body.timezone).to.equal('Asia/Tokyo');
    expect((await acme.as('Ada').get(path)).body).to.deep.equal({ ...berlin, digest: 'off', own: {} });
    expect((await acme.as('Bob').put(path, {})).body).to.deep.equal({ ...ofTeam, own: {} });
  });

  it('says in the change log that the time zone is another one, and only that', async () => {
    const changes = () =>
      acme.statement(`MATCH (c:ChangeEntry {tenantId: $tenantId, type: 'user.updated'}) WHERE c.key IS NOT NULL
         RETURN c.subjectId AS id, c.changed AS changed`);
    const before = await changes();
    for (const own of [{ due: 'off' }, { timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo', due: 'off' }])
      await acme.as('Bob').put(path, own);
    expect((await changes()).length).to.equal(before.length + 1);
    expect(await changes()).to.deep.include({ id: acme.id('Bob'), changed: ['timezone'] });
  });

  it('takes a time zone and quarters of an hour, and nothing else', async () => {
    for (const own of [{ timezone: 'Mars/Olympus' }, { due: 'Friday 15:05' }, { opens: null }, { minimumGroup: '3' }]) {
      const refused = await acme.as('Bob').put(path, own);
      expect([refused.status, refused.body['code']], JSON.stringify(own)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect((await acme.as('Bob').get(path)).body).to.deep.include({ own: {} });
  });
});

describe('the time zone of a person', () => {
  it('is one that the database knows, in its spelling', async () => {
    await setTimezone('Bob', ' europe/lisbon ');
    const { body } = await acme.as('Ada').get(`/users/${acme.id('Bob')}`);
    expect(body).to.include({ timezone: 'Europe/Lisbon' });
    for (const timezone of ['Mars/Olympus', 'EST', '+02:00', 'America/Coyhaique']) {
      const refused = await acme.as('Ada').patch(`/admin/users/${acme.id('Bob')}`, { timezone });
      expect([refused.status, refused.body['message']], timezone).to.deep.equal([
        400,
        'timezone is not a time zone such as Europe/Berlin.',
      ]);
    }
  });
});
