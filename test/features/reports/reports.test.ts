// The two reports, who has written and who has set no goal: who may ask, whom they see, for which week.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Role } from '../../../src/platform/access/permissions.ts';
import type { DigestRow } from '../../../src/features/summaries/schema.ts';
import type { NonSetterRow } from '../../../src/features/goals/schema.ts';
import { client, tokenOf, userToken, type Answer, freshCompany } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

type Digest = { weekStart: string; rows: DigestRow[] };
type NonSetters = { period: string; groupedByDepartment: boolean; rows: NonSetterRow[] };

const api = service();
const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Sales] (senior_manager)
      Cy [Sales]
        Dee [Sales]
        Eli
      Fay [Ops] †
        Gil [Ops]
    Hal [People] (people_team)
    Ivy [IT] (admin)
    Joe [IT] (senior_manager)
`;
const everyone = ['Ada', 'Bob', 'Cy', 'Dee', 'Eli', 'Gil', 'Hal', 'Ivy', 'Joe'];
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zoe (people_team, senior_leadership, admin)\n  Yan');

const digest = (who: string, query = ''): Promise<Answer<Digest>> =>
  acme.as(who).get<Digest>(`/summaries/reports/weekly-digest${query}`);
const nonSetters = (who: string, query = ''): Promise<Answer<NonSetters>> =>
  acme.as(who).get<NonSetters>(`/goals/reports/non-setters${query}`);
const names = ({ body }: Answer<{ rows: { user?: { name: string } }[] }>): string[] =>
  body.rows.map(({ user }) => user?.name ?? '');

/** Puts something of a person as the command line would; there is no endpoint for it. */
const put = (
  name: string,
  what: { roles?: Role[]; active?: boolean; startDate?: string; createdAt?: string },
): Promise<unknown> =>
  acme.statement(
    `MATCH (u:User {tenantId: $tenantId, id: $id})
     SET u += $what, u.startDate = date($what.startDate), u.createdAt = coalesce(datetime($what.createdAt), u.createdAt)`,
    { id: acme.id(name), what },
  );
const putTenantIn = (timezone: string): Promise<unknown> =>
  acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.timezone = $timezone', { timezone });
const setGoal = async (who: string, at: string, targetWeek = 'this'): Promise<string> => {
  api.clock.now = at;
  const { status, body } = await acme.as(who).post('/goals', { title: 'Go', type: 'personal', targetWeek });
  expect(status).to.equal(201);
  api.clock.now = friday;
  return String(body['id']);
};
const submit = async (who: string, weekStart: string): Promise<string> =>
  String((await acme.as(who).post('/summaries', aSummary({ weekStart }))).body['id']);

const reports = {
  'GET /summaries/reports/weekly-digest': { ask: digest, at: '/summaries/reports/weekly-digest', date: 'weekStart' },
  'GET /goals/reports/non-setters': { ask: nonSetters, at: '/goals/reports/non-setters', date: 'period' },
};

for (const [endpoint, { ask, at, date }] of Object.entries(reports)) {
  describe(endpoint, () => {
    const seen = async (who: string, query = ''): Promise<string[]> => names(await ask(who, query)).sort();

    it('shows a manager their direct reports alone', async () => {
      expect(await seen('Cy')).to.deep.equal(['Dee', 'Eli']);
      await put('Bob', { roles: [] });
      expect(await seen('Bob')).to.deep.equal(['Cy']);
    });

    it('shows a senior manager everyone below, also below somebody who has left', async () => {
      expect(await seen('Bob')).to.deep.equal(['Cy', 'Dee', 'Eli', 'Gil']);
    });

    it('shows senior leadership and the People Team everyone, themselves too', async () => {
      for (const who of ['Ada', 'Hal']) expect(await seen(who), who).to.deep.equal(everyone);
    });

    it('gives somebody with several roles the widest, and nobody twice', async () => {
      await put('Bob', { roles: ['senior_manager', 'senior_leadership'] });
      await put('Cy', { roles: ['people_team', 'admin'] });
      await put('Ada', { roles: ['senior_manager', 'admin', 'senior_leadership', 'people_team'] });
      for (const who of ['Ada', 'Bob', 'Cy']) expect(await seen(who), who).to.deep.equal(everyone);
      await put('Ada', { roles: ['senior_manager'] });
      expect(await seen('Ada')).to.deep.equal(everyone.slice(1));
    });

    it('is refused to those who manage nobody and have no role that sees everyone', async () => {
      for (const who of ['Dee', 'Joe']) {
        const { status, body } = await ask(who);
        expect([status, body], who).to.deep.equal([
          403,
          { code: 'FORBIDDEN', message: 'You are not permitted to do this.' },
        ]);
      }
      await put('Dee', { active: false });
      await put('Eli', { active: false });
      expect((await ask('Cy')).status).to.equal(403);
    });

    it('is refused to services, strangers and those who have left', async () => {
      const asked = async (sub: string, tenant: string, scope?: string): Promise<unknown[]> => {
        const token = () => (scope ? tokenOf(api, { sub, tenant, scope }) : userToken(api, tenant, sub));
        const { status, body } = await client(api, token).get(at);
        return [status, body['code']];
      };
      const service = asked('service:mailer', acme.tenantId, 'notifications:dispatch');
      expect(await service).to.deep.equal([403, 'FORBIDDEN']);
      await put('Ada', { active: false });
      for (const [sub, tenant] of [
        [acme.id('Fay'), acme.tenantId],
        [acme.id('Ada'), acme.tenantId],
        [randomUUID(), acme.tenantId],
        [acme.id('Hal'), neighbour.tenantId],
        [acme.id('Hal'), randomUUID()],
      ] as const) {
        expect(await asked(sub, tenant)).to.deep.equal([401, 'UNAUTHENTICATED']);
      }
      const { status, headers } = await fetch(`${api.url}/v1${at}`);
      expect([status, headers.get('www-authenticate')?.split('=')[0]]).to.deep.equal([401, 'Bearer resource_metadata']);
    });

    it('takes a real date of the years it knows, once, and nothing else', async () => {
      const wrong = ['2026-02-30', '2026-13-01', 'monday', '2026-11-16T00:00:00Z', '', '1899-12-31', '2200-01-01'];
      const queries = [...wrong.map((day) => `?${date}=${day}`), `?${date}=2026-11-16&${date}=2026-11-16`, '?week=1'];
      for (const query of queries) {
        const { status, body } = (await ask('Ada', query)) as Answer<unknown>;
        expect([query, status, (body as { code: string }).code]).to.deep.equal([query, 400, 'VALIDATION_ERROR']);
      }
    });

    it("never shows a neighbour tenant's people, not even when a line strays over", async () => {
      const stray = `MATCH (yan:User {id: $yan}), (bob:User {id: $bob}) CREATE (yan)-[r:REPORTS_TO]->(bob)`;
      await api.graph.statement(stray, { yan: neighbour.id('Yan'), bob: acme.id('Bob') });
      expect(await seen('Ada')).to.deep.equal(everyone);
      expect(await seen('Bob')).to.deep.equal(['Cy', 'Dee', 'Eli', 'Gil']);
      await put('Bob', { roles: [] });
      expect(await seen('Bob')).to.deep.equal(['Cy']);
      const theirs = (await neighbour.as('Zoe').get(at)) as unknown as Answer<Digest>;
      expect(names(theirs)).to.deep.equal(['Yan', 'Zoe']);
    });

    it('follows a change of manager with the next request', async () => {
      const move = (who: string, under: string) =>
        acme.as('Ivy').put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(under) });
      await move('Cy', 'Joe');
      expect(await seen('Joe')).to.deep.equal(['Cy', 'Dee', 'Eli']);
      expect(await seen('Bob'), 'below Fay, who has left').to.deep.equal(['Gil']);
      await move('Gil', 'Joe');
      expect(await seen('Joe')).to.deep.equal(['Cy', 'Dee', 'Eli', 'Gil']);
      expect((await ask('Bob')).status).to.equal(403);
    });

    it('answers a date with the week that holds it', async () => {
      for (const day of ['2026-11-09', '2026-11-11', '2026-11-15']) {
        const { body } = await ask('Ada', `?${date}=${day}`);
        expect((body as Record<string, unknown>)[date]).to.equal('2026-11-09');
      }
    });

    it('leaves out people who start after the Sunday of the week, and nobody without a start date', async () => {
      await put('Dee', { startDate: '2026-11-22' });
      await put('Eli', { startDate: '2026-11-23' });
      expect(await seen('Cy', `?${date}=2026-11-09`)).to.deep.equal([]);
      expect(await seen('Cy', `?${date}=2026-11-16`)).to.deep.equal(['Dee']);
      expect(await seen('Cy', `?${date}=2026-11-23`)).to.deep.equal(['Dee', 'Eli']);
      expect(await seen('Bob', `?${date}=2026-11-09`)).to.deep.equal(['Cy', 'Gil']);
      expect(await seen('Ada', `?${date}=2026-11-09`)).to.deep.equal(
        everyone.filter((n) => n !== 'Dee' && n !== 'Eli'),
      );
    });

    it('holds everybody on the day they are imported', async () => {
      for (const name of ['Dee', 'Eli']) await put(name, { createdAt: friday });
      expect(await seen('Cy', `?${date}=2026-11-09`)).to.deep.equal(['Dee', 'Eli']);
      expect(await seen('Cy', `?${date}=1999-12-31`)).to.deep.equal(['Dee', 'Eli']);
    });
  });
}

describe('GET /summaries/reports/weekly-digest', () => {
  it('has the week and a row for everyone in sight, by name, with the scores of authors', async () => {
    const written = await submit('Dee', '2026-11-10');
    const { status, body } = await digest('Cy');
    expect(status).to.equal(200);
    expect(Object.keys(body)).to.deep.equal(['weekStart', 'rows']);
    expect(body).to.deep.equal({
      weekStart: '2026-11-09',
      rows: [
        {
          user: { id: acme.id('Dee'), name: 'Dee', team: 'Sales' },
          department: 'Sales',
          scores: { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 },
          submitted: true,
          summaryId: written,
        },
        { user: { id: acme.id('Eli'), name: 'Eli' }, submitted: false },
      ],
    });
    expect(names(await digest('Hal'))).to.deep.equal(everyone);
  });

  it('tells people of the same name apart by id', async () => {
    const twins = [acme.id('Dee'), acme.id('Eli')].sort();
    await acme.statement(
      "MATCH (u:User {tenantId: $tenantId}) WHERE u.id IN $twins SET u.name = 'Twin', u.sortName = 'twin'",
      { twins },
    );
    expect((await digest('Cy')).body.rows.map(({ user }) => user?.id)).to.deep.equal(twins);
  });

  it('is of the previous week unless a date is given, and counts that week alone', async () => {
    await submit('Dee', '2026-11-16');
    const submitted = async (query = ''): Promise<unknown[]> =>
      (await digest('Cy', query)).body.rows.map(({ submitted }) => submitted);
    expect(await submitted()).to.deep.equal([false, false]);
    expect(await submitted('?weekStart=2026-11-22')).to.deep.equal([true, false]);
    expect(await submitted('?weekStart=2026-11-23')).to.deep.equal([false, false]);
  });

  it('knows the previous week by the clock of the tenant', async () => {
    await putTenantIn('Pacific/Auckland');
    api.clock.now = '2026-11-22T11:00:00.000Z'; // Monday in Auckland, Sunday in UTC
    expect((await digest('Ada')).body.weekStart).to.equal('2026-11-16');
    await putTenantIn('Pacific/Pago_Pago');
    api.clock.now = '2026-11-23T10:59:59.999Z'; // Sunday in Pago Pago, Monday in UTC
    expect((await digest('Ada')).body.weekStart).to.equal('2026-11-09');
  });

  it('includes people who start after the week if they wrote a summary of it', async () => {
    await put('Dee', { startDate: '2026-11-17' });
    expect(names(await digest('Cy'))).to.deep.equal(['Eli']);
    await submit('Dee', '2026-11-09');
    expect(names(await digest('Cy'))).to.deep.equal(['Dee', 'Eli']);
  });

  it('leaves out who has left, whatever they wrote', async () => {
    await submit('Dee', '2026-11-09');
    await put('Dee', { active: false });
    expect(names(await digest('Cy'))).to.deep.equal(['Eli']);
  });

  it('is refused to an admin as such', async () => {
    expect((await digest('Ivy')).status).to.equal(403);
  });
});

describe('GET /goals/reports/non-setters', () => {
  it('is the week and those in sight without a goal in it, by name, with when they last set one', async () => {
    await setGoal('Dee', '2026-10-28T08:00:00.000Z');
    await setGoal('Dee', '2026-11-04T08:00:00.000Z');
    await setGoal('Gil', '2026-11-16T08:00:00.000Z');
    const { status, body } = await nonSetters('Bob');
    expect(status).to.equal(200);
    expect(Object.keys(body)).to.deep.equal(['period', 'groupedByDepartment', 'rows']);
    expect(body).to.deep.equal({
      period: '2026-11-16',
      groupedByDepartment: false,
      rows: [
        { user: { id: acme.id('Cy'), name: 'Cy', team: 'Sales' }, department: 'Sales' },
        {
          user: { id: acme.id('Dee'), name: 'Dee', team: 'Sales' },
          department: 'Sales',
          lastGoalSetAt: '2026-11-04T08:00:00.000Z',
        },
        { user: { id: acme.id('Eli'), name: 'Eli' } },
      ],
    });
  });

  it('is grouped by department for the People Team and admins, and for nobody else', async () => {
    for (const who of ['Hal', 'Ivy']) {
      const answer = await nonSetters(who);
      expect(answer.body.groupedByDepartment, who).to.equal(true);
      expect(names(answer), who).to.deep.equal(['Ada', 'Ivy', 'Joe', 'Gil', 'Hal', 'Bob', 'Cy', 'Dee', 'Eli']);
    }
    for (const who of ['Ada', 'Bob', 'Cy']) {
      const answer = await nonSetters(who);
      expect(answer.body.groupedByDepartment, who).to.equal(false);
      expect(names(answer), who).to.deep.equal(names(answer).sort());
    }
    await put('Cy', { roles: ['senior_leadership', 'admin'] });
    expect((await nonSetters('Cy')).body.groupedByDepartment).to.equal(true);
  });

  it('is of the current week unless a date is given', async () => {
    await setGoal('Dee', friday);
    expect((await nonSetters('Cy')).body.period).to.equal('2026-11-16');
    expect(names(await nonSetters('Cy'))).to.deep.equal(['Eli']);
    expect(names(await nonSetters('Cy', '?period=2026-11-15'))).to.deep.equal(['Dee', 'Eli']);
    expect(names(await nonSetters('Cy', '?period=2026-11-22'))).to.deep.equal(['Eli']);
    expect(names(await nonSetters('Cy', '?period=2026-11-23'))).to.deep.equal(['Dee', 'Eli']);
  });

  it('knows the current week by the clock of the tenant', async () => {
    await putTenantIn('Pacific/Auckland');
    const mondayThere = '2026-11-22T11:00:00.000Z'; // Sunday in UTC
    await setGoal('Dee', mondayThere);
    api.clock.now = mondayThere;
    expect((await nonSetters('Cy')).body.period).to.equal('2026-11-23');
    expect(names(await nonSetters('Cy'))).to.deep.equal(['Eli']);
    await putTenantIn('Pacific/Pago_Pago');
    api.clock.now = '2026-11-23T10:59:59.999Z'; // Sunday in Pago Pago, Monday in UTC
    expect((await nonSetters('Cy')).body.period).to.equal('2026-11-16');
  });

  it('counts a goal in the week it was moved to, and when it was set', async () => {
    const goal = await setGoal('Dee', '2026-11-17T08:00:00.000Z');
    expect(names(await nonSetters('Cy'))).to.deep.equal(['Eli']);
    expect((await acme.as('Dee').patch(`/goals/${goal}/move`, { targetWeek: 'next' })).status).to.equal(200);
    const { body } = await nonSetters('Cy');
    expect(body.rows.map(({ lastGoalSetAt }) => lastGoalSetAt)).to.deep.equal(['2026-11-17T08:00:00.000Z', undefined]);
    expect(names(await nonSetters('Cy', '?period=2026-11-23'))).to.deep.equal(['Eli']);
  });

  it('counts a goal that is completed', async () => {
    const goal = await setGoal('Dee', friday);
    expect((await acme.as('Dee').patch(`/goals/${goal}`, { status: 'completed' })).status).to.equal(200);
    expect(names(await nonSetters('Cy'))).to.deep.equal(['Eli']);
  });

  it('leaves out who has left', async () => {
    await put('Dee', { active: false });
    expect(names(await nonSetters('Cy'))).to.deep.equal(['Eli']);
  });

  it('shows an admin everyone', async () => {
    expect(names(await nonSetters('Ivy')).sort()).to.deep.equal(everyone);
  });
});
