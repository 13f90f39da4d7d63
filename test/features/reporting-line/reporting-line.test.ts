// Reporting line: moves act at once, cycles are refused, chains are exact at any depth.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { UserRef } from '../../../src/platform/schema/people.ts';
import { company, fingerprint, type Company, refusal } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (admin)
    Bob [Sales] (senior_manager)
      Cy [Sales]
        Dee [Sales]
        Eli †
          Fay
    Gus [People] (people_team)
    Hal (senior_leadership)
`;
const names = (rows: UserRef[]): string[] => rows.map(({ name }) => name);

describe('PUT /admin/org-chart/users/{userId}/manager', () => {
  let acme: Company;
  let neighbour: Company;
  const move = (who: string, under: string, as = 'Ada') =>
    acme.as(as).put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(under) });
  beforeEach(async () => {
    acme = await company(api, drawing);
    neighbour = await company(api, 'Zoe (admin)\n  Yan');
  });

  it('answers with the user and the new manager', async () => {
    const { status, body } = await move('Cy', 'Gus');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      user: { id: acme.id('Cy'), name: 'Cy', jobTitle: "Cy's job", team: 'Sales' },
      managerId: acme.id('Gus'),
    });
  });

  it('moves the whole sub-tree, and the very next request sees it', async () => {
    const made = await acme.as('Dee').post('/summaries', aSummary());
    const path = `/summaries/${String(made.body['id'])}`;
    expect((await acme.as('Bob').get(path)).status).to.equal(200);
    await move('Cy', 'Gus');
    expect((await acme.as('Bob').get(path)).status).to.equal(403);
    expect((await acme.as('Cy').get(path)).status).to.equal(200);
    const chain = await acme.as('Gus').get<UserRef[]>(`/org/users/${acme.id('Gus')}/chain`);
    expect(names(chain.body)).to.deep.equal(['Cy', 'Dee', 'Fay']);
  });

  it('rejects a manager who is the user or stands anywhere below, and changes nothing', async () => {
    const before = await fingerprint(api, acme.tenantId);
    for (const below of ['Bob', 'Cy', 'Dee', 'Fay']) {
      expect(refusal(await move('Bob', below))).to.deep.equal([409, 'REPORTING_CYCLE']);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('takes the same manager again as done and leaves no trace', async () => {
    const before = await fingerprint(api, acme.tenantId);
    expect((await move('Cy', 'Bob')).status).to.equal(200);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('leaves an audit entry that says who, when, from and to', async () => {
    await move('Cy', 'Gus');
    const entries = await acme.statement(
      'MATCH (e:AuditEntry {tenantId: $tenantId}) RETURN e {.*, at: toString(e.at), id: null, traceId: null, recordedAt: null} AS entry',
    );
    expect(entries).to.deep.equal([
      {
        entry: {
          tenantId: acme.tenantId,
          action: 'reporting-line.move',
          at: '2026-11-20T10:00:00Z',
          actorId: acme.id('Ada'),
          source: 'api',
          userId: acme.id('Cy'),
          fromManagerId: acme.id('Bob'),
          toManagerId: acme.id('Gus'),
        },
      },
    ]);
  });

  describe('keeps past lines', () => {
    const lines = async (who: string): Promise<string[]> => {
      const rows = await acme.statement(
        `MATCH (u:User {tenantId: $tenantId, name: $who})-[line:REPORTS_TO|REPORTED_TO]->(m)
         WITH line, m ORDER BY line.since, line.until
         RETURN m.name + ' ' + toString(line.since) + coalesce('/' + toString(line.until), '') AS line`,
        { who },
      );
      return rows.map(({ line }) => String(line));
    };
    const moveAt = async (now: string, who: string, under: string): Promise<void> => {
      api.clock.now = now;
      expect((await move(who, under)).status).to.equal(200);
    };
    afterEach(() => {
      api.clock.now = friday;
    });

    it('from the time they began to the time of the move', async () => {
      await moveAt('2026-11-20T10:00:00.000Z', 'Cy', 'Gus');
      await moveAt('2026-11-20T10:00:01.000Z', 'Cy', 'Bob');
      expect(await lines('Cy')).to.deep.equal([
        'Bob 2026-01-05T09:00:00Z/2026-11-20T10:00:00Z',
        'Gus 2026-11-20T10:00:00Z/2026-11-20T10:00:01Z',
        'Bob 2026-11-20T10:00:01Z',
      ]);
    });

    it('in the order of the moves, also if the clock of a process is slow: no two of them overlap', async () => {
      await moveAt('2026-11-20T10:00:01.000Z', 'Dee', 'Gus');
      await moveAt('2026-11-20T10:00:00.000Z', 'Cy', 'Gus');
      await moveAt('2026-11-20T10:00:00.500Z', 'Cy', 'Hal');
      expect(await lines('Cy')).to.deep.equal([
        'Bob 2026-01-05T09:00:00Z/2026-11-20T10:00:01Z',
        'Gus 2026-11-20T10:00:01Z/2026-11-20T10:00:01Z',
        'Hal 2026-11-20T10:00:01Z',
      ]);
    });
  });

  it('gives a first manager to somebody at the top', async () => {
    acme = await company(api, 'Ada (admin)\nIda\n  Jo');
    expect((await move('Ida', 'Ada')).status).to.equal(200);
    const chain = await acme.as('Ada').get<UserRef[]>(`/org/users/${acme.id('Ada')}/chain`);
    expect(names(chain.body)).to.deep.equal(['Ida', 'Jo']);
  });

  it('is for admins only, not for managers above', async () => {
    for (const who of ['Bob', 'Gus', 'Hal', 'Dee']) {
      expect((await move('Dee', 'Bob', who)).body).to.include({ code: 'FORBIDDEN' });
    }
  });

  it('does not find a user or manager who is nowhere, nor a manager who has left', async () => {
    const put = (userId: string, managerId: string) =>
      acme.as('Ada').put(`/admin/org-chart/users/${userId}/manager`, { managerId });
    const nobody = await put(randomUUID(), acme.id('Ada'));
    expect([nobody.status, nobody.body['code']]).to.deep.equal([404, 'USER_NOT_FOUND']);
    for (const managerId of [randomUUID(), acme.id('Eli')]) {
      const answer = await put(acme.id('Dee'), managerId);
      expect([answer.status, answer.body['code']]).to.deep.equal([404, 'MANAGER_NOT_FOUND']);
    }
  });

  it("forbids a neighbour tenant's user or manager, and changes neither tenant", async () => {
    const tenants = [acme.tenantId, neighbour.tenantId];
    const before = await Promise.all(tenants.map((id) => fingerprint(api, id)));
    const put = (userId: string, managerId: string) =>
      acme.as('Ada').put(`/admin/org-chart/users/${userId}/manager`, { managerId });
    expect((await put(neighbour.id('Yan'), acme.id('Ada'))).status).to.equal(403);
    expect((await put(acme.id('Dee'), neighbour.id('Zoe'))).status).to.equal(403);
    expect(await Promise.all(tenants.map((id) => fingerprint(api, id)))).to.deep.equal(before);
  });
});

describe('GET /org/users/{userId}/chain', () => {
  let acme: Company;
  before(async () => {
    acme = await company(api, drawing);
  });
  const chain = (who: string, as: string) => acme.as(as).get<UserRef[]>(`/org/users/${acme.id(who)}/chain`);

  it('lists everyone below, nearest first, then by name; who has left is not listed, who reports to them is', async () => {
    const { status, body } = await chain('Ada', 'Ada');
    expect(status).to.equal(200);
    expect(names(body)).to.deep.equal(['Bob', 'Gus', 'Hal', 'Cy', 'Dee', 'Fay']);
    expect(body[0]).to.deep.equal({ id: acme.id('Bob'), name: 'Bob', jobTitle: "Bob's job", team: 'Sales' });
  });

  it('is empty for somebody without reports', async () => {
    expect((await chain('Dee', 'Dee')).body).to.deep.equal([]);
  });

  it('is open to the person, everyone above, senior leadership, the People Team and admins', async () => {
    for (const who of ['Cy', 'Bob', 'Ada', 'Gus', 'Hal']) expect((await chain('Cy', who)).status).to.equal(200);
  });

  it('is closed to people below and beside', async () => {
    for (const who of ['Dee', 'Fay']) {
      const { status, body } = await chain('Cy', who);
      expect([status, body]).to.deep.equal([403, { code: 'FORBIDDEN', message: 'You are not permitted to do this.' }]);
    }
  });

  for (const list of ['chain', 'direct-reports']) {
    it(`answers the same for a user of another tenant and for an unknown one (${list})`, async () => {
      const neighbour = await company(api, 'Zoe');
      const foreign = await acme.as('Ada').get(`/org/users/${neighbour.id('Zoe')}/${list}`);
      const nobody = await acme.as('Ada').get(`/org/users/${randomUUID()}/${list}`);
      expect(foreign.status).to.equal(404);
      expect(foreign.body).to.deep.equal(nobody.body).and.include({ code: 'USER_NOT_FOUND' });
    });
  }

  it('is exact a thousand levels deep, in both directions', async () => {
    const depth = 1000;
    const line = Array.from({ length: depth + 1 }, (_, level) => `${' '.repeat(level * 2)}L${level}`).join('\n');
    const deep = await company(api, line);
    const { body } = await deep.as('L0').get<UserRef[]>(`/org/users/${deep.id('L0')}/chain`);
    expect(names(body)).to.deep.equal(Array.from({ length: depth }, (_, level) => `L${level + 1}`));
    const made = await deep.as(`L${depth}`).post('/summaries', aSummary());
    expect((await deep.as('L0').get(`/summaries/${String(made.body['id'])}`)).status).to.equal(200);
  });
});

describe('a long chain', () => {
  it('is refused as often as it is asked for: a refused list is closed', async () => {
    const below = Array.from({ length: 300 }, (_, n) => `  P${n}`).join('\n');
    const wide = await company(api, `Ada\n${below}\nZoe`);
    const path = `/org/users/${wide.id('Ada')}/chain`;
    const refusals = await Promise.all(Array.from({ length: 12 }, () => wide.as('Zoe').get(path)));
    expect(new Set(refusals.map(({ status }) => status))).to.deep.equal(new Set([403]));
    const { status, body } = await wide.as('Ada').get<UserRef[]>(path);
    expect([status, body.length]).to.deep.equal([200, 300]);
  });
});

describe('GET /org/users/{userId}/direct-reports', () => {
  let acme: Company;
  before(async () => {
    acme = await company(api, drawing);
  });
  const direct = (who: string, as: string) => acme.as(as).get<UserRef[]>(`/org/users/${acme.id(who)}/direct-reports`);

  it('lists only those who report directly and are active, by name', async () => {
    expect(names((await direct('Ada', 'Ada')).body)).to.deep.equal(['Bob', 'Gus', 'Hal']);
    expect(names((await direct('Cy', 'Ada')).body)).to.deep.equal(['Dee']);
  });

  it('is open to the same people as the chain, and closed to the same', async () => {
    for (const who of ['Cy', 'Bob', 'Ada', 'Gus', 'Hal']) expect((await direct('Cy', who)).status).to.equal(200);
    for (const who of ['Dee', 'Fay']) expect((await direct('Cy', who)).status).to.equal(403);
  });
});
