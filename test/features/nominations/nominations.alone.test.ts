// Nominations: once a person or team and period, while the window is open.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { client, fingerprint, refusal, type Answer, freshCompany } from '../../support/company.ts';
import { lockUser, startBeforeCommit } from '../../support/locks.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
/** As another process: it shares nothing with the first but the database. */
const second = service();
const acme = freshCompany(api, 'Ada [Board]\n  Bob [Sales]\n    Dee [Sales]\n    Eve [Sales]\n    Max [Sales] †');
const neighbour = freshCompany(api, 'Zoe');

const person = (who: string, change = {}) =>
  acme
    .as(who)
    .post('/mvp/nominations/individual', { nomineeUserId: acme.id('Dee'), reason: 'Calm in a storm', ...change });
const team = (who: string, change = {}) =>
  acme.as(who).post('/mvp/nominations/team', {
    teamName: 'Sales',
    memberUserIds: [acme.id('Dee'), acme.id('Eve')],
    reason: 'Best quarter yet',
    ...change,
  });
const openOn = (days: string, timezone = 'Europe/Berlin') =>
  acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.nominationDays = $days, t.timezone = $timezone', {
    days,
    timezone,
  });
const stored = async (): Promise<unknown[]> =>
  acme.statement(`MATCH (by:User)-[:MADE]->(n:Nomination {tenantId: $tenantId})-[:NAMES]->(nominee:User)
     WITH by, n, nominee ORDER BY nominee.name
     RETURN by.name AS by, n.kind AS kind, n.teamName AS teamName, n.reason AS reason, n.period AS period,
       toString(n.createdAt) AS createdAt, collect(nominee.name) AS names`);

describe('nominateKnownTeamsOnly', () => {
  const restrict = (value: string | null) =>
    acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.nominateKnownTeamsOnly = $value', { value });

  it('restricts nominations to teams of the tenant, in any spelling', async () => {
    await neighbour.statement('CREATE (:Team:$($label) {tenantId: $tenantId, name: $name, key: toLower($name)})', {
      name: 'Rockets',
    });
    await restrict('on');
    const before = await fingerprint(api, acme.tenantId);
    for (const teamName of ['Rockets', 'Sale']) {
      const { status, body } = await team('Bob', { teamName });
      expect([status, body['code']]).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(body['message']).to.equal('teamName must be the name of a team of your tenant.');
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect((await team('Bob', { teamName: ' ＳＡＬＥＳ ' })).status).to.equal(201);
    expect((await person('Bob')).status).to.equal(201);
  });

  it('is off unless it is set: any name is a team', async () => {
    expect((await team('Bob', { teamName: 'Rockets' })).status).to.equal(201);
    await restrict('off');
    expect((await team('Bob', { teamName: 'Rockets II' })).status).to.equal(201);
  });
});

describe('POST /mvp/nominations/individual', () => {
  it('records the nomination whole and confirms it by name and period', async () => {
    const { status, body } = await person('Bob');
    expect(status).to.equal(201);
    expect(body['id']).to.match(/^[0-9a-f-]{36}$/);
    expect(body['confirmationMessage']).to.equal('Your nomination of Dee for November 2026 is recorded.');
    expect(Object.keys(body)).to.have.length(2);
    const [nomination] = await stored();
    expect(nomination).to.deep.equal({
      by: 'Bob',
      kind: 'individual',
      teamName: null,
      reason: 'Calm in a storm',
      period: '2026-11',
      createdAt: '2026-11-20T10:00:00Z',
      names: ['Dee'],
    });
  });

  it('takes one per user and period, for any nominee; the next month is another period', async () => {
    await person('Bob');
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await person('Bob', { nomineeUserId: acme.id('Eve') }))).to.deep.equal([409, 'ALREADY_NOMINATED']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect((await person('Eve')).status).to.equal(201);
    api.clock.now = '2026-11-30T23:00:00.000Z'; // December in Berlin
    expect((await person('Bob')).body['confirmationMessage']).to.include('December 2026');
  });

  it('takes up to twenty a person and period, also when they are sent at once', async () => {
    for (let n = 0; n < 18; n += 1) await team('Ada', { teamName: `Team ${n}` });
    const there = client(second, () => acme.token('Ada'));
    const further = (n: number) => ({ teamName: `Further ${n}`, memberUserIds: [acme.id('Dee')], reason: 'Kind' });
    const sendAll = () =>
      Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          n % 2 ? team('Ada', further(n)) : there.post('/mvp/nominations/team', further(n)),
        ),
      );
    const sent = await startBeforeCommit(api, lockUser(acme.id('Ada')), 2, sendAll);
    expect(sent.map(({ status }) => status).sort()).to.deep.equal([201, 201, 409, 409, 409, 409]);
    expect(refusal(await person('Ada'))).to.deep.equal([409, 'LIMIT_REACHED']);
    expect(refusal(await team('Ada', { teamName: 'team 0' }))).to.deep.equal([409, 'ALREADY_NOMINATED']);
    expect(await stored()).to.have.length(20);
    expect((await person('Bob')).status).to.equal(201);
  });

  it('names the bound and the place of a list or a name that is too long', async () => {
    const many = Array.from({ length: 101 }, () => acme.id('Dee'));
    for (const [change, message] of [
      [{ memberUserIds: many }, 'memberUserIds must NOT have more than 100 items.'],
      [{ teamName: 'x'.repeat(201) }, 'teamName must NOT have more than 200 characters.'],
    ] as const) {
      expect((await team('Bob', change)).body).to.deep.equal({ code: 'VALIDATION_ERROR', message });
    }
  });

  it('lets exactly one of fifty at once through', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => person('Bob')));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(49).fill(409)]);
    expect(await stored()).to.have.length(1);
  });
});

describe('POST /mvp/nominations/team', () => {
  it('records the team, its members and the reason', async () => {
    const { status, body } = await team('Ada');
    expect(status).to.equal(201);
    expect(body['confirmationMessage']).to.equal('Your nomination of the team Sales for November 2026 is recorded.');
    const [nomination] = await stored();
    expect(nomination).to.include({ by: 'Ada', kind: 'team', teamName: 'Sales', reason: 'Best quarter yet' });
    expect(nomination).to.have.property('names').that.deep.equals(['Dee', 'Eve']);
  });

  it('takes one a user, team and period: another team is another nomination, another spelling is not', async () => {
    await team('Ada');
    for (const teamName of ['sales', '  SALES ', 'ｓａｌｅｓ']) {
      expect(refusal(await team('Ada', { teamName })), teamName).to.deep.equal([409, 'ALREADY_NOMINATED']);
    }
    expect((await team('Ada', { teamName: 'Sales 2' })).status).to.equal(201);
    expect(refusal(await team('Ada', { teamName: ' \u3000' }))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect((await team('Bob')).status).to.equal(201);
    expect((await person('Ada')).status).to.equal(201);
  });

  it('takes a name of 200 characters, and tells long names apart', async () => {
    for (const letter of ['x', '\u{1f389}', '\ufdfa']) {
      const teamName = letter.repeat(200);
      expect((await team('Bob', { teamName })).status).to.equal(201);
      expect(refusal(await team('Bob', { teamName }))).to.deep.equal([409, 'ALREADY_NOMINATED']);
      expect((await team('Bob', { teamName: letter.repeat(199) })).status).to.equal(201);
    }
  });

  it('lets exactly one of fifty at once through, however the team is spelt', async () => {
    const spelt = (place: number) => (place % 2 ? 'SALES' : 'sales ');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) => team('Ada', { teamName: spelt(place) })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(49).fill(409)]);
    expect(await stored()).to.have.length(1);
  });

  it('counts somebody listed twice once', async () => {
    const dee = acme.id('Dee');
    expect((await team('Ada', { memberUserIds: [dee, dee.toUpperCase()] })).status).to.equal(201);
    expect((await stored())[0])
      .to.have.property('names')
      .that.deep.equals(['Dee']);
  });
});

describe('a nomination', () => {
  it('is refused when a field is missing, empty, of another shape or unknown, and changes nothing', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const changes = [{ reason: '' }, { reason: undefined }, { reason: 5 }, { period: '2026-11' }];
    const all = [
      ...changes.flatMap((change) => [person('Bob', change), team('Bob', change)]),
      person('Bob', { nomineeUserId: undefined }),
      person('Bob', { nomineeUserId: 'Dee' }),
      ...[null, 5, [acme.id('Dee')], {}].map((nomineeUserId) => person('Bob', { nomineeUserId })),
      team('Bob', { teamName: '' }),
      team('Bob', { memberUserIds: [] }),
      team('Bob', { memberUserIds: acme.id('Dee') }),
      team('Bob', { memberUserIds: [acme.id('Dee'), 'Eve'] }),
      team('Bob', { memberUserIds: [acme.id('Dee'), null] }),
    ];
    for (const answer of await Promise.all(all)) expect(refusal(answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it("is refused alike for nobody, a neighbour tenant's user and somebody who has left", async () => {
    const before = [await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)];
    const ids = [randomUUID(), neighbour.id('Zoe'), acme.id('Max')];
    for (const answers of [
      await Promise.all(ids.map((nomineeUserId) => person('Bob', { nomineeUserId }))),
      await Promise.all(ids.map((id) => team('Bob', { memberUserIds: [acme.id('Dee'), id] }))),
    ]) {
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).to.have.length(1);
      expect(refusal(answers[0] as Answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect([await fingerprint(api, acme.tenantId), await fingerprint(api, neighbour.tenantId)]).to.deep.equal(before);
  });

  it('asks for credentials', async () => {
    const anonymous = client(api, () => Promise.resolve('x'));
    for (const path of ['individual', 'team']) {
      expect(refusal(await anonymous.post(`/mvp/nominations/${path}`, {}))).to.deep.equal([401, 'UNAUTHENTICATED']);
    }
  });

  it('is refused outside the window: 400 comes before 422, and 422 before 409', async () => {
    await person('Bob');
    await openOn('1-19');
    const before = await fingerprint(api, acme.tenantId);
    expect(refusal(await person('Bob'))).to.deep.equal([422, 'NOMINATION_WINDOW_CLOSED']);
    expect(refusal(await team('Bob'))).to.deep.equal([422, 'NOMINATION_WINDOW_CLOSED']);
    expect(refusal(await person('Bob', { reason: '' }))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(refusal(await person('Bob', { nomineeUserId: randomUUID() }))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is taken up to the last moment of the window, and none of fifty at once slips through at its end', async () => {
    await openOn('10-20', 'Pacific/Auckland');
    api.clock.now = '2026-11-20T10:59:59.999Z'; // the 20th, 23:59 in Auckland
    expect((await person('Eve')).status).to.equal(201);
    api.clock.now = '2026-11-20T11:00:00.000Z';
    const late = await Promise.all(Array.from({ length: 50 }, (_, place) => (place % 2 ? person('Bob') : team('Bob'))));
    expect(new Set(late.map(({ status }) => status))).to.deep.equal(new Set([422]));
    expect(await stored()).to.have.length(1);
  });
});

describe('GET /mvp/nominations/window', () => {
  const window = (who: string) => acme.as(who).get('/mvp/nominations/window');

  it('says when nominations are open, for which period, and what the caller has used', async () => {
    await openOn('10-25');
    await person('Bob');
    await team('Bob');
    await team('Bob', { teamName: 'Desk' });
    const open = {
      period: '2026-11',
      opensAt: '2026-11-09T23:00:00.000Z',
      closesAt: '2026-11-25T23:00:00.000Z',
      open: true,
    };
    expect((await window('Bob')).body).to.deep.equal({ ...open, used: { individual: true, teams: ['Desk', 'Sales'] } });
    expect((await window('Dee')).body).to.deep.equal({ ...open, used: { individual: false, teams: [] } });
  });

  it('still shows on the last day what was used on the first', async () => {
    api.clock.now = '2026-10-31T23:00:00.000Z'; // November in Berlin
    await person('Bob');
    api.clock.now = '2026-11-30T22:59:59.000Z';
    expect((await window('Bob')).body).to.have.nested.property('used.individual', true);
  });

  it('shows a hundred at most of what was made before there was a limit', async () => {
    await acme.statement(
      `MATCH (bob:User {tenantId: $tenantId, id: $bob})
       UNWIND range(1, 150) AS n
       CREATE (bob)-[:MADE]->(:Nomination {tenantId: $tenantId, id: randomUUID(), nominatorId: $bob, kind: 'team',
         teamName: 'T' + n, teamKey: 't' + n, period: '2026-11', reason: 'R', createdAt: datetime($now)})`,
      { bob: acme.id('Bob'), now: friday },
    );
    expect((await window('Bob')).body).to.have.nested.property('used.teams.length', 100);
  });

  it('shows the next window once this one is closed, with nothing used yet', async () => {
    await person('Bob');
    await openOn('1-5');
    expect((await window('Bob')).body).to.deep.equal({
      period: '2026-12',
      opensAt: '2026-11-30T23:00:00.000Z',
      closesAt: '2026-12-05T23:00:00.000Z',
      open: false,
      used: { individual: false, teams: [] },
    });
  });

  it('asks for credentials', async () => {
    expect((await client(api, () => Promise.resolve('x')).get('/mvp/nominations/window')).status).to.equal(401);
  });
});

describe('DELETE /mvp/nominations/{nominationId}', () => {
  const made = async (nomination: ReturnType<typeof person>): Promise<string> =>
    `/mvp/nominations/${String((await nomination).body['id'])}`;

  it('withdraws a nomination, which can then be made again', async () => {
    for (const nominate of [person, team]) {
      const before = await stored();
      const path = await made(nominate('Bob'));
      expect((await acme.as('Bob').delete(path)).status).to.equal(204);
      expect(await stored()).to.deep.equal(before);
      expect(refusal(await acme.as('Bob').delete(path))).to.deep.equal([404, 'NOMINATION_NOT_FOUND']);
      expect((await nominate('Bob')).status).to.equal(201);
    }
    const [entry] = await acme.statement(
      `MATCH (c:ChangeEntry {tenantId: $tenantId}) WHERE c.type = 'nomination.withdrawn' RETURN toString(count(c)) AS count`,
    );
    expect(entry).to.deep.equal({ count: '2' });
  });

  it('is refused once the window of its period is closed, also while that of another one is open', async () => {
    await openOn('1-25');
    const path = await made(person('Bob'));
    for (const now of ['2026-11-27T10:00:00.000Z', '2026-12-02T10:00:00.000Z']) {
      api.clock.now = now;
      const before = await fingerprint(api, acme.tenantId);
      expect(refusal(await acme.as('Bob').delete(path))).to.deep.equal([422, 'NOMINATION_WINDOW_CLOSED']);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    }
  });

  it('is for the nominator alone', async () => {
    const path = await made(person('Bob'));
    const before = await fingerprint(api, acme.tenantId);
    for (const other of [acme.as('Ada'), acme.as('Dee'), neighbour.as('Zoe')])
      expect(refusal(await other.delete(path))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await acme.as('Bob').delete(`/mvp/nominations/${randomUUID()}`))).to.deep.equal([
      404,
      'NOMINATION_NOT_FOUND',
    ]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});
