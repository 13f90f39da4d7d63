// The goals and nominations of the demo companies: believable, never of the future, and what the reports need to show.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { getCurrentMonday, addWeeks } from '../../src/rules/weeks.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { companies, type Company } from '../../scripts/tools/demo/companies.ts';
import { assignGoalHabits, generateGoals } from '../../scripts/tools/demo/goals.ts';
import { generateNominations } from '../../scripts/tools/demo/nominations.ts';
import { seed } from '../../scripts/tools/demo/seed.ts';
import { mondayWeeksAgo } from '../../scripts/tools/demo/summaries.ts';
import { goalTexts, nominationReasons } from '../../scripts/tools/demo/texts.ts';
import { client, userToken } from '../support/company.ts';
import { friday, service } from '../support/service.ts';

const now = new Date(friday);
const clocks = [
  friday,
  '2026-11-16T00:00:30Z', // Monday, just begun in Berlin
  '2027-01-03T23:59:59Z', // Sunday, of the 53rd week
  '2026-10-25T00:30:00Z', // when summer time ends
  '2026-12-01T00:10:00Z', // the first of a month
  '2028-02-29T12:00:00Z',
].map((at) => new Date(at));

describe('the texts of goals and nominations', () => {
  const every = [...Object.values(goalTexts.professional).flat(), ...goalTexts.personal];
  it('are all different, titles too', () => {
    for (const list of [
      every,
      every.map((text) => text.split(' | ')[0]),
      nominationReasons.person,
      nominationReasons.team,
    ])
      expect(new Set(list)).to.have.property('size', list.length);
    expect(every).to.have.length.of.at.least(60);
  });
});

for (const company of companies) {
  const { slug, people, showcase, timezone } = company;
  const personOf = new Map(people.map((person) => [person.email, person]));

  describe(`the goals of ${slug}`, () => {
    const goals = generateGoals(company, now);
    const monday = getCurrentMonday(friday, timezone);
    const owners = (weekStart: string): Set<string> =>
      new Set(goals.filter((goal) => goal.weekStart === weekStart).map(({ email }) => email));

    it('are the same for the same clock', () => {
      expect(generateGoals(company, new Date(now))).to.deep.equal(goals);
    });

    it('fill the board of most people: the previous, this and the next week', () => {
      expect(owners(addWeeks(monday, -1)).size / people.length).to.be.above(0.6);
      expect(owners(monday).size / people.length).to.be.within(0.65, 0.9);
      expect(owners(addWeeks(monday, 1)).size / people.length).to.be.above(0.4);
      for (const weeks of [-1, 0, 1]) {
        expect([...owners(addWeeks(monday, weeks))]).to.include.members(showcase.map(({ email }) => email));
      }
    });

    it('are professional and personal, described or not, completed and active', () => {
      const share = (test: (goal: (typeof goals)[number]) => boolean): number =>
        goals.filter(test).length / goals.length;
      expect(share(({ type }) => type === 'personal')).to.be.within(0.2, 0.5);
      expect(share(({ description }) => description !== null)).to.be.within(0.3, 0.8);
      const previous = goals.filter(({ weekStart }) => weekStart < monday);
      expect(previous.filter(({ status }) => status === 'completed').length / previous.length).to.be.within(0.45, 0.8);
      expect(goals.some(({ weekStart, status }) => weekStart === monday && status === 'completed')).to.equal(true);
      expect(goals.some(({ weekStart, status }) => weekStart > monday && status === 'completed')).to.equal(false);
    });

    it('are filled in, in plain text, and no two of a person have one title', () => {
      for (const { title, description } of goals) expect(`${title} ${description}`).not.to.match(/[{}<>|]|^ /);
      expect(new Set(goals.map(({ email, title }) => `${email} ${title}`)).size).to.equal(goals.length);
    });

    it('are missing this week for a handful in each department, who differ in when they last set one', () => {
      for (const department of new Set(people.map((person) => person.department))) {
        const all = people.filter((person) => person.department === department);
        const idle = all.filter(({ email }) => !owners(monday).has(email));
        expect(idle.length, department).to.be.within(all.length > 2 ? 1 : 0, 5);
      }
      const idle = people.filter(({ email }) => !owners(monday).has(email));
      const last = (email: string): string | undefined =>
        goals
          .filter((goal) => goal.email === email)
          .map((goal) => goal.weekStart)
          .sort()
          .at(-1);
      const weeks = idle.map(({ email }) => last(email));
      expect(weeks).to.include(undefined);
      expect(weeks).to.include(addWeeks(monday, -1));
      expect(weeks.some((week) => week !== undefined && week < addWeeks(monday, -1))).to.equal(true);
      expect(idleIn(company)).to.have.members(idle.map(({ email }) => email));
    });

    for (const clock of clocks) {
      it(`hold at ${clock.toISOString()}: set after joining, completed later in their week, nothing after now`, () => {
        const seen = generateGoals(company, clock);
        for (const weeks of [-1, 0, 1]) {
          const monday = addWeeks(getCurrentMonday(clock.toISOString(), timezone), weeks);
          const inWeek = seen.filter(({ weekStart }) => weekStart === monday);
          expect(inWeek.length, monday).to.be.above(people.length);
        }
        for (const { email, weekStart, dateSet, dateCompleted, status } of seen) {
          const told = `${email} ${weekStart} ${dateSet} ${dateCompleted}`;
          expect(new Date(weekStart).getUTCDay(), told).to.equal(1);
          expect(Date.parse(dateSet), told).to.be.at.most(clock.getTime());
          expect(getCurrentMonday(dateSet, timezone) <= weekStart, told).to.equal(true);
          const { joinedWeeksAgo } = personOf.get(email)!;
          if (joinedWeeksAgo !== undefined) {
            const joined = mondayWeeksAgo(company, clock, joinedWeeksAgo).toZonedDateTime({
              timeZone: timezone,
              plainTime: '09:00',
            });
            expect(Date.parse(dateSet), told).to.be.at.least(joined.epochMilliseconds);
          }
          expect(dateCompleted !== null, told).to.equal(status === 'completed');
          if (dateCompleted === null) continue;
          expect(Date.parse(dateCompleted), told).to.be.within(Date.parse(dateSet) + 1, clock.getTime());
          expect(getCurrentMonday(dateCompleted, timezone), told).to.equal(weekStart);
        }
      });
    }
  });

  describe(`the nominations of ${slug}`, () => {
    for (const clock of clocks) {
      it(`hold at ${clock.toISOString()}: once each, of last month and this one, while the window was open`, () => {
        const made = generateNominations(company, clock);
        expect(generateNominations(company, new Date(clock))).to.deep.equal(made);
        const month = (at: Date | string, monthsAgo = 0): string => {
          const [year = 0, number = 0] = new Date(at)
            .toLocaleDateString('sv', { timeZone: timezone })
            .split('-')
            .map(Number);
          return new Date(Date.UTC(year, number - 1 - monthsAgo)).toISOString().slice(0, 7);
        };
        for (const { email, kind, teamKey, teamName, nominees, reason, period, createdAt } of made) {
          expect([month(clock, 1), month(clock)]).to.include(period);
          expect(month(createdAt)).to.equal(period);
          expect(Date.parse(createdAt)).to.be.at.most(clock.getTime());
          expect(reason).to.match(/^[^{}<>]{20,}$/);
          expect([kind === 'individual', teamKey === '']).to.satisfy(
            ([a, b]: boolean[]) => a === b && a === (teamName === null),
          );
          expect(nominees.length).to.be.within(kind === 'team' ? 2 : 1, kind === 'team' ? 20 : 1);
          expect(nominees).not.to.include(email);
          for (const nominee of nominees) expect(personOf.has(nominee)).to.equal(true);
        }
        const keys = made.map(({ email, kind, teamKey, period }) => [email, kind, teamKey, period].join());
        expect(new Set(keys).size).to.equal(made.length);
        const last = made.filter(({ period }) => period === month(clock, 1));
        expect(new Set(last.map(({ kind }) => kind))).to.have.property('size', 2);
        const shown = showcase.map(({ email }) => email);
        expect(made.filter(({ period, email }) => period === month(clock) && shown.includes(email))).to.deep.equal([]);
      });
    }

    it('have come some way this month', () => {
      const current = generateNominations(company, now).filter(({ period }) => period === '2026-11');
      expect(current.length).to.be.above(people.length / 12);
    });
  });
}

const idleIn = (company: Company): string[] =>
  [...assignGoalHabits(company)].filter(([, habit]) => habit !== 'shown').map(([email]) => email);
const idleUnder = (company: Company, managerEmail: string): string[] =>
  idleIn(company).filter((email) => company.people.find((one) => one.email === email)?.managerEmail === managerEmail);

describe('the non-setters of the demo', () => {
  it('include some who report to the manager shown, but not all', () => {
    const idle = idleUnder(companies[0]!, 'noor.haddadin@harbour.example');
    expect(idle).to.have.length.within(1, 4);
  });
});

describe('seeding goals and nominations', () => {
  const api = service();
  const suffix = randomBytes(4).toString('hex');
  const own = companies.map((company) => ({ ...company, slug: `${company.slug}-${suffix}` }));
  const [harbour] = own as [(typeof own)[number]];
  const lines: string[] = [];
  let tenantId: string;
  let ids: Map<string, string>;

  before(async () => {
    await seed(api.graph, {
      files: openStorage(api.config),
      now,
      report: (line) => lines.push(line),
      companies: own,
    });
    const people = await api.graph.statement(
      'MATCH (t:Tenant {slug: $slug}) MATCH (u:User {tenantId: t.id}) RETURN t.id AS tenantId, u.email AS email, u.id AS id',
      { slug: harbour.slug },
    );
    tenantId = String(people[0]?.['tenantId']);
    ids = new Map(people.map(({ email, id }) => [String(email), String(id)]));
  });
  const count = async (pattern: string): Promise<unknown> =>
    (await api.graph.statement(`MATCH ${pattern} RETURN count(*) AS n`, { tenantId }))[0]?.['n'];
  const as = (email: string) => client(api, () => userToken(api, tenantId, ids.get(email) ?? ''));
  const [ines = '', noor = '', farid = ''] = harbour.showcase.map(({ email }) => email);

  it('writes each of them to the person it belongs to, and says how many', async () => {
    const goals = generateGoals(harbour, now).length;
    const nominations = generateNominations(harbour, now);
    expect(await count('(g:Goal {tenantId: $tenantId})')).to.equal(goals);
    expect(await count('(u:User)-[:OWNS]->(g:Goal {tenantId: $tenantId, userId: u.id})')).to.equal(goals);
    expect(await count('(n:Nomination {tenantId: $tenantId})')).to.equal(nominations.length);
    expect(await count('(u:User)-[:MADE]->(n:Nomination {tenantId: $tenantId, nominatorId: u.id})')).to.equal(
      nominations.length,
    );
    expect(await count('(n:Nomination {tenantId: $tenantId})-[:NAMES]->(u:User {tenantId: $tenantId})')).to.equal(
      nominations.flatMap(({ nominees }) => nominees).length,
    );
    expect(lines[0]).to.match(
      new RegExp(` responses, ${goals} goals, ${nominations.length} nominations, 2 profiles, \\d+ trend flags$`),
    );
  });

  it('gives the first person shown a board with goals in every column', async () => {
    const { status, body } = await as(noor).get<Record<string, { professional: unknown[] }>>(
      `/goals/board?userId=${ids.get(ines)}`,
    );
    expect(status).to.equal(200);
    for (const week of ['previous', 'this', 'next']) expect(body[week]?.professional, week).to.not.have.length(0);
  });

  it('gives their manager and the People Team non-setters to see, with and without an earlier goal', async () => {
    type Report = { rows: { department: string; lastGoalSetAt?: string }[] };
    const { body: direct } = await as(noor).get<Report>('/goals/reports/non-setters');
    expect(direct.rows).to.have.length(idleUnder(harbour, noor).length);
    const { body: all } = await as(farid).get<Report>('/goals/reports/non-setters');
    expect(all.rows).to.have.length(idleIn(harbour).length);
    expect(new Set(all.rows.map(({ lastGoalSetAt }) => lastGoalSetAt)))
      .to.include(undefined)
      .and.have.property('size')
      .above(5);
  });

  it('leaves every person shown free to nominate this month, and others not', async () => {
    for (const { email } of harbour.showcase) {
      const { body } = await as(email).get('/mvp/nominations/window');
      expect(body).to.deep.include({ open: true, used: { individual: false, teams: [] } });
    }
    const { email } = generateNominations(harbour, now).find(
      ({ kind, period }) => kind === 'individual' && period === '2026-11',
    )!;
    const again = { nomineeUserId: ids.get(ines), reason: 'Once more.' };
    expect((await as(email).post('/mvp/nominations/individual', again)).status).to.equal(409);
    expect((await as(noor).post('/mvp/nominations/individual', again)).status).to.equal(201);
  });
});
