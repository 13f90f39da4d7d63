// GET /summaries/insights/trends: who sees which flags, of which week, and that none tells of scores one may not read.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Role } from '../../../src/platform/access/permissions.ts';
import type { TrendFlag } from '../../../src/features/summaries/schema.ts';
import { judgeDisclosure } from '../../../src/features/trends/method/disclosure.ts';
import { minimumGroup } from '../../support/trend-flags.ts';
import { client, freshCompany, tokenOf, userToken, type Answer } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Sales] (senior_manager)
      Cy [Sales]
        Dee [Sales]
        Eli [Sales]
      Fay [Ops] †
        Gil [Ops]
    Hal [People] (people_team)
    Ivy [IT] (admin)
      Jo [IT]
`;
const week = '2026-11-09';
const at = '/summaries/insights/trends';
/** As a detection leaves them: the start, and the weeks behind the means. */
const stored = {
  startWeek: '2026-10-12',
  startEarliest: '2026-10-05',
  startLatest: '2026-10-19',
  seriesWeeks: ['2026-10-05', '2026-10-12'],
  seriesValues: [4, 2.5],
};
const figures = { n: 5, recentMean: 2.6, baselineMean: 4.05, effectSize: -0.91, p: 0.0001 };
type Planted = {
  scope: string;
  subjectId: string;
  adjustedP?: number;
  weekWriters?: string[];
};
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zoe (people_team)\n  Yan');
/** Leaves flags as a detection does. */
const plant = async (flags: Planted[], weekStart = week, to = acme): Promise<void> => {
  await to.statement(
    `MERGE (run:TrendRun {tenantId: $tenantId, weekStart: date($weekStart)}) ON CREATE SET run.told = [], run:$($label)
     WITH run UNWIND $flags AS planted
     CREATE (flag:TrendFlag:$($label) {tenantId: $tenantId, weekStart: date($weekStart), id: randomUUID()})
     SET flag += planted, flag.n = toInteger(planted.n), flag.startWeek = date(planted.startWeek),
       flag.startEarliest = date(planted.startEarliest), flag.startLatest = date(planted.startLatest),
       flag.seriesWeeks = [week IN planted.seriesWeeks | date(week)]`,
    {
      weekStart,
      flags: flags.map((flag, i) => ({
        dimension: 'personalWellbeing',
        direction: 'down',
        ...figures,
        ...stored,
        adjustedP: (i + 1) / 1_000,
        ...flag,
      })),
    },
  );
};
const ofPerson = (name: string): Planted => ({ scope: 'individual', subjectId: acme.id(name) });
/** Behind it are two weeks, and who wrote in each. */
const ofDepartment = (name: string, one: string[], other = one): Planted => ({
  scope: 'department',
  subjectId: name,
  weekWriters: [one, other]
    .filter(({ length }) => length > 0)
    .map((writers) => writers.map((who) => acme.id(who)).join()),
});
const ofAll: Planted = { scope: 'organisation', subjectId: '' };
const everything = (): Planted[] => [
  ...['Dee', 'Cy', 'Gil', 'Hal', 'Jo'].map(ofPerson),
  ofDepartment('Sales', ['Cy', 'Dee', 'Eli', 'Bob']),
  ofDepartment('Ops', ['Gil', 'Fay']),
  ofDepartment('IT', ['Ivy', 'Jo']),
  ofAll,
];
const ask = (who: string, query = ''): Promise<Answer<TrendFlag[]>> => acme.as(who).get<TrendFlag[]>(`${at}${query}`);
const seen = async (who: string, query = ''): Promise<string[]> =>
  (await ask(who, query)).body.map(({ subject }) => subject?.user?.name ?? subject?.department ?? 'everyone');
const put = (name: string, what: { roles?: Role[]; active?: boolean }): Promise<unknown> =>
  acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u += $what', { id: acme.id(name), what });

describe('GET /summaries/insights/trends', () => {
  it('answers with whole flags, the surest first', async () => {
    await plant([
      { ...ofAll, adjustedP: 0.03 },
      { ...ofDepartment('Sales', ['Dee']), adjustedP: 0.02 },
      ofPerson('Dee'),
    ]);
    const why = {
      start: { week: '2026-10-12', earliest: '2026-10-05', latest: '2026-10-19' },
      series: [
        { weekStart: '2026-10-05', value: 4 },
        { weekStart: '2026-10-12', value: 2.5 },
      ],
    };
    const common = { dimension: 'personalWellbeing', direction: 'down', weekStart: week, ...figures, ...why };
    const { status, body } = await ask('Hal');
    expect(status).to.equal(200);
    expect(body).to.deep.equal([
      {
        scope: 'individual',
        subject: { user: { id: acme.id('Dee'), name: 'Dee', team: 'Sales' } },
        ...common,
        adjustedP: 0.003,
      },
      { scope: 'department', subject: { department: 'Sales' }, ...common, adjustedP: 0.02 },
      { scope: 'organisation', ...common, adjustedP: 0.03 },
    ]);
  });

  it('gives the weeks of a department to tenant scope only: in a single week, a late summary would show', async () => {
    await plant([ofDepartment('IT', ['Ivy', 'Jo']), ofPerson('Jo')]);
    const seriesOf = async (who: string) =>
      Object.fromEntries(
        (await ask(who)).body.map(({ scope, series, start }) => [scope, [series?.length, start?.week]]),
      );
    expect(await seriesOf('Ada')).to.deep.equal({ individual: [2, '2026-10-12'], department: [2, '2026-10-12'] });
    expect(await seriesOf('Ivy')).to.deep.equal({
      individual: [2, '2026-10-12'],
      department: [undefined, '2026-10-12'],
    });
  });

  it('shows senior leadership and the People Team all flags, those about themselves too', async () => {
    await plant(everything());
    const all = ['Dee', 'Cy', 'Gil', 'Hal', 'Jo', 'Sales', 'Ops', 'IT', 'everyone'];
    for (const who of ['Ada', 'Hal']) expect(await seen(who), who).to.deep.equal(all);
  });

  it('shows a manager their direct reports, and a department all of whose scores they may read', async () => {
    await plant(everything());
    expect(await seen('Cy')).to.deep.equal(['Dee']); // Bob's scores are not theirs to read
    expect(await seen('Ivy')).to.deep.equal(['Jo', 'IT']);
    await put('Bob', { roles: [] });
    expect(await seen('Bob')).to.deep.equal(['Cy', 'Sales']); // nobody in Ops reports to Bob himself
  });

  it('shows a senior manager everyone below, also below somebody who has left', async () => {
    await plant(everything());
    expect(await seen('Bob')).to.deep.equal(['Dee', 'Cy', 'Gil', 'Sales', 'Ops']);
  });

  it('tells of a department the numbers to who may read all of its scores, the direction to others, of a few nothing', async () => {
    const strangers = ['Ada', 'Hal', 'Ivy', 'Jo', 'Gil'];
    const own = ['Cy', 'Dee', 'Eli'];
    const told = { scope: 'department', subject: { department: 'Sales' }, dimension: 'personalWellbeing' };
    const cases: [recent: string[], baseline: string[], shown: 'numbers' | 'direction' | 'nothing'][] = [
      [own, own, 'numbers'],
      [[...own, ...strangers.slice(0, 1)], own, 'nothing'],
      [own, [...own, ...strangers.slice(0, 4)], 'nothing'],
      [[...own, ...strangers], [...own, ...strangers.slice(0, 4)], 'nothing'],
      [[...own, ...strangers], own, 'direction'],
      [[...own, ...strangers], [...own, ...strangers], 'direction'],
    ];
    const shown = (flag: TrendFlag | undefined): string => (flag ? (flag.start ? 'numbers' : 'direction') : 'nothing');
    for (const [recent, baseline, expected] of cases) {
      await acme.statement('MATCH (f:TrendFlag {tenantId: $tenantId}) DELETE f');
      await plant([ofDepartment('Sales', recent, baseline)]);
      const [flag] = (await ask('Cy')).body;
      expect(shown(flag), `${recent.join()} | ${baseline.join()}`).to.equal(expected);
      if (expected === 'direction') expect(flag).to.deep.equal({ ...told, direction: 'down', weekStart: week });
      if (expected === 'numbers') expect(flag).to.include(figures);
      expect((await ask('Ada')).body[0]).to.include(figures);
    }
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.minimumGroup = 6');
    expect(await seen('Cy')).to.deep.equal([]);
    expect(await seen('Ada')).to.deep.equal(['Sales']);
  });

  it('shows managers no department’s flag that does not say who wrote in which week', async () => {
    await plant([{ scope: 'department', subjectId: 'Sales' }]);
    expect(await seen('Cy')).to.deep.equal([]);
    expect(await seen('Ada')).to.deep.equal(['Sales']);
  });

  it('decides about departments as a naive model does, for every caller and every flag', async () => {
    const names = acme.people.map(({ name }) => name);
    const lines = new Map(
      (['Bob>Ada', 'Cy>Bob', 'Dee>Cy', 'Eli>Cy', 'Fay>Bob', 'Gil>Fay', 'Hal>Ada', 'Ivy>Ada', 'Jo>Ivy'] as const).map(
        (line) => line.split('>') as [string, string],
      ),
    );
    const mayRead = (reader: string, writer: string | undefined): boolean =>
      writer !== undefined && (writer === reader || mayRead(reader, lines.get(writer)));
    const writers = fc.subarray(names);
    const property = fc.asyncProperty(
      writers,
      writers,
      fc.constantFrom('Bob', 'Cy', 'Ivy'),
      async (recent, baseline, who) => {
        await acme.statement('MATCH (f:TrendFlag {tenantId: $tenantId}) DELETE f');
        await plant([ofDepartment(who === 'Ivy' ? 'IT' : 'Sales', recent, baseline)]);
        const hidden = (of: string[]): number => of.filter((writer) => !mayRead(who, writer)).length;
        const shown = judgeDisclosure([hidden(recent), hidden(baseline)], { minimumGroup });
        const keys = (await ask(who)).body.map(({ recentMean }) =>
          recentMean === undefined ? 'direction' : 'numbers',
        );
        expect(keys).to.deep.equal(shown === 'nothing' ? [] : [shown]);
      },
    );
    await fc.assert(property, { numRuns: 60, seed: 20_261_120 });
  });

  it('is narrowed to a scope, and knows no other', async () => {
    await plant(everything());
    expect(await seen('Ada', '?scope=individual')).to.deep.equal(['Dee', 'Cy', 'Gil', 'Hal', 'Jo']);
    expect(await seen('Ada', '?scope=department')).to.deep.equal(['Sales', 'Ops', 'IT']);
    expect(await seen('Ada', '?scope=organisation')).to.deep.equal(['everyone']);
    expect(await seen('Bob', '?scope=organisation')).to.deep.equal([]);
    expect(await seen('Bob', '?scope=department')).to.deep.equal(['Sales', 'Ops']);
    const wrong = ['?scope=team', '?scope=', '?scope=individual&scope=department', '?weekStart=2026-02-30', '?week=1'];
    for (const query of wrong) {
      const { status, body } = (await ask('Ada', query)) as unknown as Answer<{ code: string }>;
      expect([query, status, body.code]).to.deep.equal([query, 400, 'VALIDATION_ERROR']);
    }
  });

  it('shows the newest week that was looked at, also when it has no flags, or the week of a date', async () => {
    expect(await seen('Ada')).to.deep.equal([]);
    await plant([ofPerson('Dee')], '2026-11-02');
    await plant([ofPerson('Jo')], '2026-10-26');
    expect(await seen('Ada')).to.deep.equal(['Dee']);
    expect(await seen('Ada', '?weekStart=2026-11-01')).to.deep.equal(['Jo']);
    await plant([]);
    await acme.statement('MERGE (r:TrendRun {tenantId: $tenantId, weekStart: date($week)}) SET r:$($label)', {
      week,
    });
    expect(await seen('Ada')).to.deep.equal([]);
    expect(await seen('Ada', '?weekStart=2026-11-08')).to.deep.equal(['Dee']);
  });

  it('shows no flags of those who have left', async () => {
    await plant(everything());
    await put('Dee', { active: false });
    for (const who of ['Ada', 'Bob', 'Cy']) expect(await seen(who), who).to.not.include('Dee');
  });

  it('follows a change of manager with the next request', async () => {
    await plant(everything());
    const move = (under: string) =>
      acme.as('Ivy').put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, { managerId: acme.id(under) });
    expect(await seen('Ivy')).to.deep.equal(['Jo', 'IT']);
    await move('Ivy');
    expect(await seen('Ivy')).to.deep.equal(['Dee', 'Jo', 'IT']); // of Sales she may not read three
    expect(await seen('Cy')).to.deep.equal([]);
    expect(await seen('Bob')).to.deep.equal(['Cy', 'Gil', 'Ops']);
  });

  it('is refused to those who manage nobody and have no role that sees everyone', async () => {
    await plant(everything());
    await put('Jo', { active: false });
    for (const who of ['Dee', 'Gil', 'Ivy']) {
      const { status, body } = (await ask(who)) as unknown as Answer<{ code: string }>;
      expect([who, status, body.code]).to.deep.equal([who, 403, 'FORBIDDEN']);
    }
  });

  it('is refused to services, strangers and those who have left', async () => {
    const asked = async (sub: string, tenant: string, scope?: string): Promise<unknown[]> => {
      const token = () => (scope ? tokenOf(api, { sub, tenant, scope }) : userToken(api, tenant, sub));
      const { status, body } = await client(api, token).get(at);
      return [status, body['code']];
    };
    const refused = [401, 'UNAUTHENTICATED'];
    expect(await asked('service:mailer', acme.tenantId, 'notifications:dispatch')).to.deep.equal([403, 'FORBIDDEN']);
    expect(await asked(acme.id('Fay'), acme.tenantId)).to.deep.equal(refused);
    expect(await asked(randomUUID(), acme.tenantId)).to.deep.equal(refused);
    expect(await asked(acme.id('Hal'), neighbour.tenantId)).to.deep.equal(refused);
    expect((await fetch(`${api.url}/v1${at}`)).status).to.equal(401);
  });

  it("never shows a neighbour tenant's flags, whatever ids and names they share", async () => {
    await plant(everything());
    await plant([ofPerson('Dee'), ofDepartment('Sales', ['Cy']), ofAll], week, neighbour);
    expect((await neighbour.as('Zoe').get<TrendFlag[]>(at)).body.map(({ scope }) => scope)).to.deep.equal([
      'department',
      'organisation',
    ]);
    expect(await seen('Cy')).to.deep.equal(['Dee']);
    expect(await seen('Ada')).to.have.length(everything().length);
  });
});
