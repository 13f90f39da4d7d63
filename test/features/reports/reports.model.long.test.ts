// Both reports for random organisations and viewers equal what a naive model in memory says, in any week and time zone.
import { expect } from 'chai';
import fc from 'fast-check';
import { roles as allRoles, type Role } from '../../../src/platform/access/permissions.ts';
import type { DigestRow } from '../../../src/features/summaries/schema.ts';
import type { NonSetterRow } from '../../../src/features/goals/schema.ts';
import { getCurrentMonday, addWeeks } from '../../../src/platform/time/weeks.ts';
import { toSortName } from '../../../src/platform/lib/names.ts';
import { company, type Company } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const seed = 20_261_120;
const size = 10;
const base = '2026-11-16';
const weeksAround = [-3, -2, -1, 0, 1, 2];

/** Zones whose rules have long been settled: far east and west, by half and quarter hours, with and without summer time. */
const zones = [
  'Pacific/Auckland',
  'Pacific/Pago_Pago',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Europe/Berlin',
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Africa/Nairobi',
  'America/Los_Angeles',
  'Etc/GMT+12',
];

type Employee = {
  id: string;
  name: string;
  manager: Employee | undefined;
  active: boolean;
  roles: Role[];
  team: string | undefined;
  /** A calendar date. */
  startDate: string | undefined;
  summaries: string[];
  goals: { week: string; setAt: number }[];
};

const departments: Record<string, string | null> = { T0: 'Zoo', T1: 'Archive', T2: null };
const midnight = (monday: string, zone: string): number =>
  Temporal.PlainDate.from(monday).toZonedDateTime(zone).epochMilliseconds;
const iso = (ms: number): string => new Date(ms).toISOString();
const dayOf = (weeks: number, days: number): string =>
  Temporal.PlainDate.from(addWeeks(base, weeks)).add({ days }).toString();

const week = fc.constantFrom(...weeksAround);
const employee = fc.record({
  name: fc.constantFrom('Amy', 'amy', 'Bo', 'Élan', '\u{ff5a}', '\u{1f642}'),
  manager: fc.option(fc.nat(size - 1), { freq: 6, nil: undefined }),
  active: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  roles: fc.oneof(fc.constant([] as Role[]), fc.subarray([...allRoles])),
  team: fc.constantFrom('T0', 'T1', 'T2', undefined),
  start: fc.option(fc.tuple(week, fc.integer({ min: -1, max: 7 })), { nil: undefined }),
  summaries: fc.uniqueArray(week),
  goals: fc.array(fc.record({ week, setAt: fc.nat(1_000_000) }), { maxLength: 4 }),
});
const organisation = fc.record({
  zone: fc.constantFrom(...zones),
  staff: fc.array(employee, { minLength: size, maxLength: size }),
});
const question = fc.record({
  viewer: fc.nat(size - 1),
  now: fc.tuple(week, fc.constantFrom(-1, 0, 1, 300_000_000)),
  date: fc.option(fc.tuple(week, fc.nat(6)), { nil: undefined }),
});

/** A random organisation as the model knows it; each person stands below an earlier one. */
function modelOf(acme: Company, { staff }: typeof organisation extends fc.Arbitrary<infer T> ? T : never) {
  const model: Employee[] = [];
  staff.forEach(({ manager, start, summaries, goals, ...rest }, place) => {
    model.push({
      ...rest,
      id: acme.id(`P${place}`),
      manager: manager === undefined || place === 0 ? undefined : model[manager % place],
      startDate: start && dayOf(...start),
      summaries: summaries.map((weeks) => addWeeks(base, weeks)),
      goals: goals.map(({ week, setAt }) => ({ week: addWeeks(base, week), setAt: Date.UTC(2026, 9, 1) + setAt })),
    });
  });
  return model;
}

/** Makes the drawn company what the model says. */
async function write({ tenantId }: Company, zone: string, model: Employee[]): Promise<void> {
  const people = model.map(({ manager, ...rest }) => ({
    ...rest,
    sortName: toSortName(rest.name),
    managerId: manager?.id ?? null,
  }));
  await api.graph.statement(
    `MATCH (tenant:Tenant {id: $tenantId}) SET tenant.timezone = $zone
     WITH tenant UNWIND keys($departments) AS team
     CREATE (:Team:$($label) {tenantId: $tenantId, name: team, key: team, department: $departments[team]})
     WITH DISTINCT tenant UNWIND $people AS person
     MATCH (u:User {tenantId: $tenantId, id: person.id})
     SET u += person {.name, .sortName, .roles, .active}, u.startDate = date(person.startDate)
     WITH u, person
     CALL (u, person) {
       MATCH (team:Team {tenantId: $tenantId, name: person.team}) CREATE (u)-[:MEMBER_OF]->(team)
     }
     CALL (u, person) {
       MATCH (m:User {tenantId: $tenantId, id: person.managerId}) CREATE (u)-[:REPORTS_TO {since: u.createdAt}]->(m)
     }
     CALL (u, person) {
       UNWIND person.summaries AS week
       CREATE (u)-[:WROTE]->(:Summary:$($label) {tenantId: $tenantId, id: randomUUID(), userId: u.id,
         weekStart: date(week), qualityOfWork: 3, personalWellbeing: 4, professionalWellbeing: 5})
     }
     CALL (u, person) {
       UNWIND person.goals AS goal
       CREATE (u)-[:OWNS]->(:Goal:$($label) {tenantId: $tenantId, id: randomUUID(), userId: u.id,
         weekStart: date(goal.week), dateSet: datetime({epochMillis: toInteger(goal.setAt)})})
     }`,
    { tenantId, zone, label: `T_${tenantId.replaceAll('-', '')}`, departments, people },
  );
}

const isAbove = (who: Employee, person: Employee): boolean =>
  person.manager !== undefined && (person.manager === who || isAbove(who, person.manager));

/** Whom a viewer sees in a report, or null when it is not theirs to ask for. */
function inSight(model: Employee[], viewer: Employee, seeAll: Role[]): Employee[] | null {
  const active = model.filter((person) => person.active);
  if (viewer.roles.some((role) => seeAll.includes(role))) return active;
  const senior = viewer.roles.includes('senior_manager');
  const below = active.filter((one) => (senior ? isAbove(viewer, one) : one.manager === viewer));
  return below.length > 0 ? below : null;
}

/** As the database orders text: by code point, and what is missing last. */
function compare(a: string | null | undefined, b: string | null | undefined): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
const byName = (a: Employee, b: Employee): number =>
  compare(toSortName(a.name), toSortName(b.name)) || compare(a.id, b.id);
const department = ({ team }: Employee): string | null | undefined => team && departments[team];

const present = ({ startDate }: Employee, week: string): boolean =>
  startDate === undefined || startDate < addWeeks(week, 1);
const user = ({ id, name, team }: Employee): object => ({ id, name, ...(team && { team }) });
const where = (person: Employee): object => (department(person) ? { department: department(person) } : {});

function digestOf(seen: Employee[], weekStart: string): object {
  const rows = seen
    .filter((one) => one.summaries.includes(weekStart) || present(one, weekStart))
    .sort(byName)
    .map((one) => {
      const submitted = one.summaries.includes(weekStart);
      const scores = { qualityOfWork: 3, personalWellbeing: 4, professionalWellbeing: 5 };
      return { user: user(one), ...where(one), submitted, ...(submitted && { scores }) };
    });
  return { weekStart, rows };
}

function nonSettersOf(seen: Employee[], viewer: Employee, period: string): object {
  const groupedByDepartment = viewer.roles.some((role) => role === 'people_team' || role === 'admin');
  const rows = seen
    .filter((one) => present(one, period) && !one.goals.some(({ week }) => week === period))
    .sort((a, b) => (groupedByDepartment ? compare(department(a), department(b)) : 0) || byName(a, b))
    .map((one) => {
      const last = Math.max(...one.goals.map(({ setAt }) => setAt));
      return { user: user(one), ...where(one), ...(one.goals.length > 0 && { lastGoalSetAt: last }) };
    });
  return { period, groupedByDepartment, rows };
}

/** An answer as the model can say it: ids of summaries are random, and moments are written in several ways. */
function comparable(body: Record<string, unknown>): object {
  const rows = (body['rows'] as (DigestRow & NonSetterRow)[]).map(({ summaryId, lastGoalSetAt, ...row }) => {
    expect(summaryId !== undefined).to.equal(row.submitted === true);
    return { ...row, ...(lastGoalSetAt !== undefined && { lastGoalSetAt: Date.parse(lastGoalSetAt) }) };
  });
  return { ...body, rows };
}

describe(`any organisation, viewer, week and time zone (seed ${seed})`, () => {
  it('give the digest and the non-setters that a naive model gives', async () => {
    const answered = { refused: 0, rows: 0 };
    await fc.assert(
      fc.asyncProperty(organisation, fc.array(question, { minLength: 10, maxLength: 10 }), async (drawn, questions) => {
        const acme = await company(api, drawn.staff.map((_, place) => `P${place}`).join('\n'));
        const model = modelOf(acme, drawn);
        const { zone } = drawn;
        await write(acme, zone, model);
        for (const { viewer: place, now, date } of questions) {
          const viewer = model[place] as Employee;
          api.clock.now = iso(midnight(addWeeks(base, now[0]), zone) + now[1]);
          const day = date && dayOf(...date);
          const asked = date && addWeeks(base, date[0]);
          const current = getCurrentMonday(api.clock.now, zone);
          const ask = async (path: string, name: string, seeAll: Role[], expected: (seen: Employee[]) => object) => {
            const { status, body } = await acme.as(`P${place}`).get(path + (day ? `?${name}=${day}` : ''));
            const seen = inSight(model, viewer, seeAll);
            expect(status).to.equal(!viewer.active ? 401 : seen ? 200 : 403);
            if (status === 200) expect(comparable(body)).to.deep.equal(expected(seen ?? []));
            answered[status === 200 ? 'rows' : 'refused'] += 1;
          };
          await ask('/summaries/reports/weekly-digest', 'weekStart', ['senior_leadership', 'people_team'], (seen) =>
            digestOf(seen, asked ?? addWeeks(current, -1)),
          );
          await ask('/goals/reports/non-setters', 'period', ['senior_leadership', 'people_team', 'admin'], (seen) =>
            nonSettersOf(seen, viewer, asked ?? current),
          );
        }
      }),
      { numRuns: 12, seed },
    );
    expect(Math.min(answered.refused, answered.rows), JSON.stringify(answered)).to.be.above(20);
  });
});

describe(`the week in the graph (seed ${seed})`, () => {
  it('is the week of the rules, around midnight, the ends of weeks and changes of the clock', async () => {
    const acme = await company(api, 'Ada (people_team)');
    const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
    const near = fc.constantFrom('itself', 'monday', 'change', 'monday after change');
    const nudge = fc.constantFrom(-3_600_000, -1, 0, 1, 3_600_000);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...zones), moment, near, nudge, async (zone, date, what, by) => {
        let at = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
        if (what.endsWith('change')) at = at.getTimeZoneTransition('next') ?? at;
        if (what.startsWith('monday')) at = at.add({ days: 8 - at.dayOfWeek }).startOfDay();
        api.clock.now = iso(at.epochMilliseconds + by);
        const monday = getCurrentMonday(api.clock.now, zone);
        await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.timezone = $zone', { zone });
        const { body: nonSetters } = await acme.as('Ada').get('/goals/reports/non-setters');
        const { body: digest } = await acme.as('Ada').get('/summaries/reports/weekly-digest');
        expect([nonSetters['period'], digest['weekStart']]).to.deep.equal([monday, addWeeks(monday, -1)]);
      }),
      { numRuns: 100, seed },
    );
  });
});
