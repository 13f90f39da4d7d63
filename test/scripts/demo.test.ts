// The demo companies: the drawing is what it shows, the check-ins are believable, and seeding is done once.
import { startCommandChange } from '../../src/features/org-plans/plan.ts';
import { buildPreview, computePreview } from '../../src/features/org-plans/preview.ts';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { InsightsProfile } from '../../src/features/profiles/schema.ts';
import { readProfilePdf } from '../../src/features/profiles/pdf/reader.ts';
import { buildProposal } from '../../src/features/profiles/parser/proposal.ts';
import { cleanRichText } from '../../src/platform/schema/rich-text.ts';
import { openTenantRuns } from '../../src/features/schedules/weekly-runs.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';
import { addPerson, createHistory } from '../../src/features/trends/method/history.ts';
import { selectFlags } from '../../src/features/trends/method/detect.ts';
import { minimumGroup } from '../support/trend-flags.ts';
import type { Flag } from '../../src/features/trends/method/types.ts';
import { companies, type Company, type InjectedShift } from '../../scripts/tools/demo/companies.ts';
import { assignGoalHabits, generateGoals } from '../../scripts/tools/demo/goals.ts';
import { generateNominations } from '../../scripts/tools/demo/nominations.ts';
import { parseOrgChart } from '../../scripts/tools/demo/org-chart.ts';
import { appliesTo } from '../../scripts/tools/demo/scores.ts';
import { generateAnswers, generateQuestions } from '../../scripts/tools/demo/questions.ts';
import { seed, type Seeded } from '../../scripts/tools/demo/seed.ts';
import { finishedWeeks, generateSummaries, mondayWeeksAgo } from '../../scripts/tools/demo/summaries.ts';
import { findValueFault, isAskedIn } from '../../src/features/questions/rules.ts';
import { client, fingerprint, userToken } from '../support/company.ts';
import { otherNamesIn, textOfPdf } from '../support/profile.ts';
import { friday, service } from '../support/service.ts';

const now = new Date(friday);
const clocks = [friday, '2026-11-16T06:30:00Z', '2027-01-03T23:59:59Z', '2026-10-25T00:30:00Z'].map(
  (at) => new Date(at),
);
const [, kowhai] = companies as [Company, Company];

describe('the org chart of a demo company', () => {
  it('puts each person under the one above, in the team of the nearest brackets', () => {
    const drawing = `
Ada Öst, Boss [Head / Office] +admin +people_team
  Łukasz O'Neill, Lead [Work / Bench]
    Cy Ng, Hand (joined 3 weeks ago)
  Di Ek, Clerk`;
    expect(parseOrgChart(drawing, 'a.example')).to.deep.equal([
      {
        name: 'Ada Öst',
        email: 'ada.oest@a.example',
        jobTitle: 'Boss',
        team: 'Office',
        department: 'Head',
        roles: ['admin', 'people_team'],
        level: 1,
      },
      {
        name: "Łukasz O'Neill",
        email: 'lukasz.oneill@a.example',
        jobTitle: 'Lead',
        team: 'Bench',
        department: 'Work',
        managerEmail: 'ada.oest@a.example',
        roles: [],
        level: 2,
      },
      {
        name: 'Cy Ng',
        email: 'cy.ng@a.example',
        jobTitle: 'Hand',
        team: 'Bench',
        department: 'Work',
        managerEmail: 'lukasz.oneill@a.example',
        roles: [],
        level: 3,
        joinedWeeksAgo: 3,
      },
      {
        name: 'Di Ek',
        email: 'di.ek@a.example',
        jobTitle: 'Clerk',
        team: 'Office',
        department: 'Head',
        managerEmail: 'ada.oest@a.example',
        roles: [],
        level: 2,
      },
    ]);
  });

  for (const [fault, drawing] of Object.entries({
    'skips a level': 'A B, C [D / E]\n    F G, H',
    'is indented by one space': 'A B, C [D / E]\n F G, H',
    'has an unknown role': 'A B, C [D / E] +king',
    'has no job title': 'A B [D / E]',
    'is the first and has no team': 'A B, C',
  })) {
    it(`is refused when a line ${fault}`, () => {
      expect(() => parseOrgChart(drawing, 'a.example')).to.throw('is not valid');
    });
  }

  for (const { slug, people, showcase, shifts } of companies) {
    it(`of ${slug} has no address twice, plain addresses only, and shows people who are there`, () => {
      const emails = people.map(({ email }) => email);
      expect(new Set(emails)).to.have.property('size', emails.length);
      for (const email of emails)
        expect(email).to.match(new RegExp(`^[a-z]+(-[a-z]+)*(\\.[a-z]+(-[a-z]+)*)+@${slug}\\.example$`));
      expect(emails).to.include.members(showcase.map(({ email }) => email));
      for (const shift of shifts) expect(people.some((person) => appliesTo(shift, person))).to.equal(true);
    });
  }
});

for (const company of companies) {
  describe(`the check-ins of ${company.slug}`, () => {
    const summaries = generateSummaries(company, now);
    const personOf = new Map(company.people.map((person) => [person.email, person]));
    const monday = (weeksAgo: number): string => mondayWeeksAgo(company, now, weeksAgo).toString();

    it('are the same for the same clock', () => {
      expect(generateSummaries(company, new Date(now))).to.deep.equal(summaries);
    });

    it('reach from half a year ago to the current week, which only some have handed in', () => {
      const written = (weekStart: string) => summaries.filter((one) => one.weekStart === weekStart).length;
      expect(new Set(summaries.map(({ weekStart }) => weekStart)).size).to.equal(finishedWeeks + 1);
      expect(written(monday(finishedWeeks))).to.be.above(0);
      expect(written(monday(0))).to.be.within(1, company.people.length * 0.7);
    });

    it('are filled in everywhere, and their rich text is clean already', () => {
      for (const { proud, obstacles, learned, important, response } of summaries) {
        for (const text of [proud, obstacles, learned, important, response?.body ?? ''])
          expect(text).not.to.match(/[{}]/);
        for (const plain of [obstacles, learned, important]) expect(plain).not.to.match(/[<>]/);
        expect(cleanRichText(proud)).to.equal(proud);
        expect(cleanRichText(response?.body ?? '')).to.equal(response?.body ?? '');
      }
      expect(summaries.some(({ proud }) => proud.includes('<ul>'))).to.equal(true);
    });

    it('are answered by the direct manager about every other time, some hours to days later', () => {
      const answered = summaries.filter(({ response }) => response);
      expect(answered.length / summaries.length).to.be.within(0.35, 0.65);
      for (const { email, createdAt, response } of answered) {
        expect(response?.managerEmail).to.equal(personOf.get(email)?.managerEmail);
        expect(hours(createdAt, response?.createdAt)).to.be.within(1, 7 * 24);
      }
    });

    it('leave the first person shown something to do: no summary this week, no answer to the last', () => {
      const own = summaries.filter(({ email }) => email === company.showcase[0]?.email);
      expect(own.at(-1)?.weekStart).to.equal(monday(1));
      expect(own.at(-1)?.response).to.equal(undefined);
      expect(own.some(({ response }) => response)).to.equal(true);
    });

    for (const clock of clocks) {
      it(`hold at ${clock.toISOString()}: one a week, from Thursday to Monday, after joining, before now`, () => {
        const seen = new Set<string>();
        for (const { email, weekStart, createdAt, response } of generateSummaries(company, clock)) {
          expect(seen.has(email + weekStart), `${email} ${weekStart}`).to.equal(false);
          seen.add(email + weekStart);
          expect(hours(`${weekStart}T00:00:00Z`, createdAt)).to.be.within(2 * 24, 8 * 24);
          const joined = mondayWeeksAgo(
            company,
            clock,
            personOf.get(email)?.joinedWeeksAgo ?? finishedWeeks,
          ).toString();
          expect(weekStart >= joined, `${email} joined ${joined}`).to.equal(true);
          expect(Date.parse(response?.createdAt ?? createdAt)).to.be.at.most(clock.getTime());
        }
        expect(seen.size).to.be.above(company.people.length * finishedWeeks * 0.7);
        expect([...seen].some((key) => key.startsWith(company.people[0]?.email ?? '-'))).to.equal(true);
      });
    }

    for (const clock of clocks) {
      it(`show the injected shifts, and nothing else, as trend flags at ${clock.toISOString()}`, () => {
        const flags = flagsAt(company, clock);
        const explains = (shift: InjectedShift, { subject, dimension, direction }: Flag): boolean =>
          shift.dimension === dimension &&
          (shift.by > 0 ? 'up' : 'down') === direction &&
          (('department' in shift.target && shift.target.department === subject) ||
            (personOf.has(subject) && appliesTo(shift, personOf.get(subject)!)));
        expect(flags.filter((flag) => !company.shifts.some((shift) => explains(shift, flag)))).to.deep.equal([]);
        const subjects = flags.map(({ subject }) => subject);
        for (const { target } of company.shifts)
          expect(subjects).to.include('email' in target ? target.email : target.department);
      });
    }
  });
}

for (const company of companies) {
  describe(`the questions of ${company.slug}`, () => {
    const summaries = generateSummaries(company, now);
    const questions = generateQuestions(company, now);
    const answers = generateAnswers(company, summaries, now);

    it('are one of everybody each week, one of a department every two weeks, and one of a manager', () => {
      const planned = questions.map(({ audience, frequency, everyWeeks }) => [
        audience.split(':')[0],
        frequency,
        everyWeeks,
      ]);
      expect(planned).to.deep.equal([
        ['tenant', 'weekly', null],
        ['department', 'every_n_weeks', 2],
        ['below', 'weekly', null],
      ]);
      const emails = company.people.map(({ email }) => email);
      for (const { authorEmail, headEmail } of questions)
        expect(emails).to.include.members([authorEmail, headEmail ?? authorEmail]);
    });

    it('have the same answers for the same clock, each with a check-in, of a week in which they were asked', () => {
      expect(generateAnswers(company, generateSummaries(company, now), now)).to.deep.equal(answers);
      const written = new Set(summaries.map(({ email, weekStart }) => `${email} ${weekStart}`));
      const given = new Set(answers.map(({ place, email, weekStart }) => `${place} ${email} ${weekStart}`));
      expect(given.size).to.equal(answers.length);
      for (const { place, email, weekStart, answeredAt, ...value } of answers) {
        const question = questions[place]!;
        expect(written).to.include(`${email} ${weekStart}`);
        expect(isAskedIn({ ...question, toWeek: null }, weekStart)).to.equal(true);
        expect(Date.parse(answeredAt)).to.be.at.most(now.getTime());
        const only = Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
        const { kind, points, optionCount, isSeveral } = question;
        const rules = { kind, points, options: optionCount ?? 0, isSeveral: isSeveral ?? false };
        expect(findValueFault(rules, only)).to.equal(null);
      }
    });

    it('are answered by most of those who are asked, in each week about as well', () => {
      const asked = new Set(answers.map(({ place }) => place));
      expect([...asked].sort()).to.deep.equal([0, 1, 2]);
      const means = Array.from({ length: finishedWeeks }, (_, ago) => {
        const weekStart = mondayWeeksAgo(company, now, ago + 1).toString();
        const points = answers.flatMap((one) =>
          one.place === 0 && one.weekStart === weekStart ? (one.points ?? []) : [],
        );
        expect(points.length).to.be.above(summaries.filter((one) => one.weekStart === weekStart).length * 0.6);
        return points.reduce((sum, one) => sum + one, 0) / points.length;
      });
      for (const [i, mean] of means.entries()) expect(Math.abs(mean - (means[i + 1] ?? mean))).to.be.below(1);
    });
  });
}

describe('seeding the demo', () => {
  const api = service();
  // Companies of their own, so that the demo itself may be in the same database.
  const suffix = randomBytes(4).toString('hex');
  const own = companies.map((company) => ({ ...company, slug: `${company.slug}-${suffix}` }));
  const lines: string[] = [];
  const seedOwn = (at = now): Promise<Seeded> =>
    seed(api.graph, {
      files: openStorage(api.config),
      now: at,
      report: (line) => lines.push(line),
      companies: own,
    });
  const tenants = async (): Promise<{ id: string; slug: string }[]> => {
    const stored = await api.graph.statement(
      'MATCH (t:Tenant) WHERE t.slug ENDS WITH $suffix RETURN t.id AS id, t.slug AS slug ORDER BY slug',
      { suffix },
    );
    expect(stored).to.have.length(own.length);
    return stored as { id: string; slug: string }[];
  };
  const count = async (pattern: string, tenantId: string): Promise<unknown> =>
    (await api.graph.statement(`MATCH ${pattern} RETURN count(*) AS n`, { tenantId }))[0]?.['n'];
  let seeded: Seeded;

  before(async () => {
    seeded = await seedOwn();
  });

  it('creates both tenants with their people, summaries and responses', async () => {
    const found = await tenants();
    expect(found.map(({ slug }) => slug)).to.deep.equal(own.map(({ slug }) => slug));
    for (const [i, { id }] of found.entries()) {
      const summaries = generateSummaries(own[i]!, now);
      expect(await count('(u:User {tenantId: $tenantId, active: true})', id)).to.equal(own[i]!.people.length);
      expect(await count('(:User {tenantId: $tenantId})-[:WROTE]->(:Summary {tenantId: $tenantId})', id)).to.equal(
        summaries.length,
      );
      expect(
        await count(
          '(s:Summary {tenantId: $tenantId})<-[:ANSWERS]-(r {summaryId: s.id})<-[:GAVE]-(:User)<-[:REPORTS_TO]-()-[:WROTE]->(s)',
          id,
        ),
      ).to.equal(summaries.filter(({ response }) => response).length);
      expect(lines[i]).to.match(
        new RegExp(`^${own[i]!.slug}: ${own[i]!.people.length} people, ${summaries.length} summaries`),
      );
    }
  });

  it('ends with the trend flags of the last finished week', async () => {
    for (const [i, { id: tenantId }] of (await tenants()).entries()) {
      const kept = await api.graph.statement(
        `MATCH (f:TrendFlag {tenantId: $tenantId})
         OPTIONAL MATCH (u:User {tenantId: $tenantId, id: f.subjectId})
         RETURN coalesce(u.email, f.subjectId) + ' ' + f.dimension + ' ' + f.weekStart AS flag ORDER BY flag`,
        { tenantId },
      );
      const week = mondayWeeksAgo(own[i]!, now, 1).toString();
      const expected = flagsAt(own[i]!, now).map(({ subject, dimension }) => `${subject} ${dimension} ${week}`);
      expect(kept.map(({ flag }) => flag)).to.have.members(expected);
    }
  });

  it('gives every node the one label of its tenant, and joins no two tenants', async () => {
    for (const { id: tenantId } of await tenants()) {
      const label = `T_${tenantId.replaceAll('-', '')}`;
      const labels = await api.graph.statement(
        `MATCH (n {tenantId: $tenantId}) RETURN DISTINCT [l IN labels(n) WHERE l STARTS WITH 'T_'] AS marks`,
        { tenantId },
      );
      expect(labels).to.deep.equal([{ marks: [label] }]);
      expect(await count('(n {tenantId: $tenantId})--(m) WHERE m.tenantId <> $tenantId', tenantId)).to.equal(0);
    }
  });

  it('lets nobody write before they joined, and notifies nobody of the past', async () => {
    for (const { id } of await tenants()) {
      const early = '(u:User {tenantId: $tenantId})-[:WROTE]->(s:Summary) WHERE s.weekStart < u.startDate';
      expect(await count(early, id)).to.equal(0);
      const dated = '(u:User {tenantId: $tenantId}) WHERE u.startDate IS NOT NULL';
      expect(await count(dated, id)).to.be.above(0);
      expect(await count('(e:OutboxEvent {tenantId: $tenantId})', id)).to.equal(0);
    }
  });

  it('brings no reminder of the day on which it is done, but those of the next week', async () => {
    const open = async (at: string): Promise<unknown[]> =>
      Promise.all(
        (await tenants()).map(async ({ id: tenantId, slug }) => {
          const { timezone = '' } = own.find((one) => one.slug === slug) ?? {};
          await openTenantRuns(api.graph, { tenantId, timezone, createdAt: '2026-05-01T00:00:00Z' }, at);
          return count('(e:OutboxEvent {tenantId: $tenantId})', tenantId);
        }),
      );
    expect(await open('2026-11-20T16:00:00Z')).to.deep.equal([0, 0]); // the week is due at three o'clock
    for (const events of await open('2026-11-23T10:00:00Z')) expect(events).to.be.above(0);
    await api.graph.statement('MATCH (e:OutboxEvent) WHERE e.tenantId IN $ids DETACH DELETE e', {
      ids: (await tenants()).map(({ id }) => id),
    });
  });

  it('brings a plan worth looking at: nothing prevents it, a department splits and two managers swap places', async () => {
    const [{ id: tenantId } = { id: '' }] = await tenants();
    const operator = api.graph.bind({ tenantId, userId: 'operator' });
    const change = startCommandChange({ asOperator: true });
    const [stored] = await api.graph.statement(
      'MATCH (p:OrgPlan {tenantId: $tenantId}) RETURN p.id AS id, p.status AS status',
      {
        tenantId,
      },
    );
    expect(stored?.['status']).to.equal('draft');
    const computed = await computePreview(operator, String(stored?.['id']), change);
    const { faults, moves, sight } = await buildPreview(operator, computed);
    expect(faults).to.deep.equal([]);
    expect(moves).to.have.length(4);
    expect(
      moves.some(({ user, from }) => moves.some((other) => other.user.id === from?.id && other.to?.id === user.id)),
    ).to.equal(true);
    expect(sight.viewers.filter(({ gains }) => gains > 0)).to.not.have.length(0);
    expect(Math.max(...sight.viewers.map(({ loses }) => loses))).to.be.above(5);
  });

  it('names people worth being: an employee, their manager, a People Team member, an admin and a partner', async () => {
    expect(seeded.tenants.map(({ people }) => people.length)).to.deep.equal([5, 1]);
    const [{ id: tenantId } = { id: '' }] = await tenants();
    const [employee, manager, peopleTeam, admin] = seeded.tenants[0]?.people.map(({ email }) => email) ?? [];
    const shown = await api.graph.statement(
      `MATCH (:User {tenantId: $tenantId, email: $employee})-[:REPORTS_TO]->(m), (p:User {tenantId: $tenantId, email: $peopleTeam}),
         (a:User {tenantId: $tenantId, email: $admin})
       RETURN m.email AS manager, p.roles AS peopleTeam, a.roles AS admin`,
      { tenantId, employee, peopleTeam, admin },
    );
    expect(shown).to.deep.equal([{ manager, peopleTeam: ['people_team'], admin: ['admin'] }]);
  });

  it('gives the first two people shown a profile: what a reader finds in its PDF, which can be downloaded', async () => {
    const [{ id: tenantId } = { id: '' }] = await tenants();
    for (const { email, name } of seeded.tenants[0]?.people.slice(0, 2) ?? []) {
      const [{ id } = { id: '' }] = await api.graph.statement(
        'MATCH (u:User {tenantId: $tenantId, email: $email}) RETURN u.id AS id',
        { tenantId, email },
      );
      const asked = client(api, () => userToken(api, tenantId, String(id)));
      const { status, body } = await asked.get<InsightsProfile>(`/users/${String(id)}/insights`);
      expect(status).to.equal(200);
      const { fullProfilePdfUrl = '', ...summary } = body.summary ?? {};
      const pdf = await fetch(`${api.url}${new URL(fullProfilePdfUrl).pathname}`);
      expect(pdf.status).to.equal(200);
      const reading = await readProfilePdf(Buffer.from(await pdf.arrayBuffer()));
      if ('failed' in reading) throw new Error(reading.failed);
      const { parsedFields, warnings } = buildProposal(reading, name);
      expect({ ...body, summary }).to.deep.equal(parsedFields);
      expect(warnings).to.deep.equal([]);
    }
  });

  it('names nobody else in a profile it has stored, neither in the fields nor anywhere in the PDF', async () => {
    for (const { id: tenantId } of await tenants()) {
      const stored = (await api.graph.statement(
        `MATCH (user:User {tenantId: $tenantId})-[:HAS]->(profile:Profile)
         RETURN user.name AS name, profile.fields AS fields, profile.fileId AS fileId`,
        { tenantId },
      )) as { name: string; fields: string; fileId: string }[];
      expect(stored).to.not.have.length(0);
      for (const { name, fields, fileId } of stored) {
        const pdf = await openStorage(api.config).forTenant(tenantId).read(fileId);
        const text = await textOfPdf(new Uint8Array(pdf ?? []));
        expect(text).to.include(name);
        expect(otherNamesIn(`${text}\n${JSON.stringify(JSON.parse(fields), null, 1)}`, name)).to.deep.equal([]);
      }
    }
  });

  describe('of goals and nominations', () => {
    const [larger] = own as [Company, Company];
    let tenantId: string;
    let ids: Map<string, string>;
    before(async () => {
      [{ id: tenantId } = { id: '' }] = await tenants();
      const people = await api.graph.statement(
        'MATCH (u:User {tenantId: $tenantId}) RETURN u.email AS email, u.id AS id',
        { tenantId },
      );
      ids = new Map(people.map(({ email, id }) => [String(email), String(id)]));
    });
    const as = (email: string) => client(api, () => userToken(api, tenantId, ids.get(email) ?? ''));
    const [ines = '', noor = '', farid = '', admin = ''] = larger.showcase.map(({ email }) => email);

    it('writes each goal and nomination to the person it belongs to, and says how many', async () => {
      const goals = generateGoals(larger, now).length;
      const nominations = generateNominations(larger, now);
      expect(await count('(g:Goal {tenantId: $tenantId})', tenantId)).to.equal(goals);
      expect(await count('(u:User)-[:OWNS]->(g:Goal {tenantId: $tenantId, userId: u.id})', tenantId)).to.equal(goals);
      expect(await count('(n:Nomination {tenantId: $tenantId})', tenantId)).to.equal(nominations.length);
      expect(
        await count('(u:User)-[:MADE]->(n:Nomination {tenantId: $tenantId, nominatorId: u.id})', tenantId),
      ).to.equal(nominations.length);
      expect(
        await count('(n:Nomination {tenantId: $tenantId})-[:NAMES]->(u:User {tenantId: $tenantId})', tenantId),
      ).to.equal(nominations.flatMap(({ nominees }) => nominees).length);
      expect(lines[0]).to.match(
        new RegExp(
          ` responses, ${goals} goals, ${nominations.length} nominations, 2 profiles, 3 questions, \\d+ answers, \\d+ trend flags$`,
        ),
      );
    });

    it('writes each question and answer, which are read as if they had been asked', async () => {
      const answers = generateAnswers(larger, generateSummaries(larger, now), now);
      const owned = '(a:Answer {tenantId: $tenantId}) WHERE EXISTS { (:User {tenantId: $tenantId, id: a.userId}) }';
      expect(await count(owned, tenantId)).to.equal(answers.length);
      type Asked = { questions: { kind: string; isRequired: boolean; answer?: object }[] };
      const { body: open } = await as(ines).get<Asked>('/me/questions');
      expect(open.questions.map(({ isRequired, answer }) => [isRequired, answer])).to.deep.include([true, undefined]);
      const week = mondayWeeksAgo(larger, now, 2).toString();
      const { body: past } = await as(ines).get<Asked>(`/me/questions?weekStart=${week}`);
      const given = answers.filter(({ email, weekStart }) => email === ines && weekStart === week);
      expect(past.questions.map(({ kind }) => kind)).to.deep.equal(['scale', 'choice', 'text']);
      expect(past.questions.filter(({ answer }) => answer)).to.have.length(given.length);
      const { body: listed } = await as(noor).get<{ items: { createdBy: { id: string } }[] }>('/questions');
      expect(listed.items.map(({ createdBy }) => createdBy.id)).to.deep.equal([ids.get(noor)]);
    });

    it('names partners, who see their part of the company and no more', async () => {
      const partner = larger.showcase.at(-1)?.email ?? '';
      type Listed = { items: { partner: { id: string }; department?: string; below?: { id: string } }[] };
      const { body } = await as(admin).get<Listed>('/admin/partners');
      expect(
        body.items.map(({ partner: { id }, department, below }) => [id, department ?? below?.id]),
      ).to.have.deep.members(
        larger.partners.map(({ email, part }) => [
          ids.get(email),
          'department' in part ? part.department : ids.get(part.below),
        ]),
      );
      type Digest = { rows: { user: { id: string } }[] };
      const { body: digest } = await as(partner).get<Digest>('/summaries/reports/weekly-digest');
      const inPart = larger.people.filter(({ department }) => department === 'Customer Care');
      expect(inPart.length).to.be.above(5);
      expect(digest.rows.map(({ user }) => user.id)).to.have.members(inPart.map(({ email }) => ids.get(email)));
      expect((await as(partner).get(`/goals/board?userId=${ids.get(ines)}`)).status).to.equal(403);
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
      expect(direct.rows).to.have.length(idleUnder(larger, noor).length);
      const { body: all } = await as(farid).get<Report>('/goals/reports/non-setters');
      expect(all.rows).to.have.length(idleIn(larger).length);
      expect(new Set(all.rows.map(({ lastGoalSetAt }) => lastGoalSetAt)))
        .to.include(undefined)
        .and.have.property('size')
        .above(5);
    });

    it('leaves every person shown free to nominate this month, and others not', async () => {
      for (const { email } of larger.showcase) {
        const { body } = await as(email).get('/mvp/nominations/window');
        expect(body).to.deep.include({ open: true, used: { individual: false, teams: [] } });
      }
      const { email } = generateNominations(larger, now).find(
        ({ kind, period }) => kind === 'individual' && period === '2026-11',
      )!;
      const again = { nomineeUserId: ids.get(ines), reason: 'Once more.' };
      expect((await as(email).post('/mvp/nominations/individual', again)).status).to.equal(409);
      expect((await as(noor).post('/mvp/nominations/individual', again)).status).to.equal(201);
    });
  });

  it('changes nothing the second time, also a week later', async () => {
    const found = await tenants();
    const all = () => Promise.all(found.map(({ id }) => fingerprint(api, id)));
    const before = await all();
    expect(await seedOwn(new Date(now.getTime() + 7 * 86_400_000))).to.deep.equal(seeded);
    expect(lines.slice(2)).to.deep.equal(own.map(({ slug }) => `${slug} exists already`));
    expect(await all()).to.deep.equal(before);
  });

  it('completes what was interrupted before the history or before the flags, and keeps what people did meanwhile', async () => {
    const late = { ...own[1]!, slug: `late-${suffix}-2` }; // other tests take those that end with the suffix
    const files = openStorage(api.config);
    const full = { forTenant: () => ({ put: () => Promise.reject(new Error('The disk is full.')) }) } as never;
    const seedLate = async (into = files): Promise<string> => {
      const told: string[] = [];
      const options = { files: into, now, report: (line: string) => void told.push(line), companies: [late] };
      return seed(api.graph, options).then(
        () => told.join(),
        (error: Error) => error.message,
      );
    };
    expect(await seedLate(full)).to.equal('The disk is full.');
    const [tenant] = await api.graph.statement('MATCH (t:Tenant {slug: $slug}) RETURN t.id AS id', { slug: late.slug });
    const tenantId = String(tenant?.['id']);
    const set = (what: string) =>
      api.graph.statement(
        `MATCH (t:Tenant {id: $tenantId}) MATCH (u:User {tenantId: t.id, email: $email}) SET ${what}`,
        {
          tenantId,
          email: late.people[1]?.email,
        },
      );
    await set("u.jobTitle = 'Changed meanwhile'");
    expect(await seedLate()).to.match(/^late-\w+-2: 12 people, \d+ summaries/);
    const written = generateSummaries(late, now).length;
    expect(await count('(s:Summary {tenantId: $tenantId})', tenantId)).to.equal(written);
    expect(await count("(u:User {tenantId: $tenantId, jobTitle: 'Changed meanwhile'})", tenantId)).to.equal(1);
    expect(await count('(t:Tenant {id: $tenantId}) WHERE t.demoProgress IS NOT NULL', tenantId)).to.equal(0);

    await set("t.demoProgress = 'history'");
    await api.graph.statement('MATCH (n {tenantId: $tenantId}) WHERE n:TrendRun OR n:TrendFlag DETACH DELETE n', {
      tenantId,
    });
    expect(await seedLate()).to.match(/^late-\w+-2: 12 people, \d+ trend flags$/);
    expect(await count('(r:TrendRun {tenantId: $tenantId})', tenantId)).to.equal(1);
    expect(await count('(s:Summary {tenantId: $tenantId})', tenantId)).to.equal(written);
    expect(await seedLate()).to.equal(`${late.slug} exists already`);
  });

  it('completes a tenant that an interrupted seed left without summaries, but not a stranger’s', async () => {
    const [, { id: tenantId, slug } = { id: '', slug: '' }] = await tenants();
    await api.graph.statement(
      'MATCH (n {tenantId: $tenantId}) WHERE n:Summary OR n:Response OR n:Goal OR n:Nomination OR n:ImportJob OR n:Profile OR n:Question OR n:QuestionWording OR n:Answer DETACH DELETE n',
      {
        tenantId,
      },
    );
    await api.graph.statement(
      "MATCH (u:User {tenantId: $tenantId, email: $email}) SET u.email = 'me@elsewhere.example'",
      {
        tenantId,
        email: kowhai.people[0]?.email,
      },
    );
    await seedOwn();
    expect(lines.at(-1)).to.equal(`${slug} exists already`);
    await api.graph.statement(
      "MATCH (u:User {tenantId: $tenantId, email: 'me@elsewhere.example'}) SET u.email = $email",
      {
        tenantId,
        email: kowhai.people[0]?.email,
      },
    );
    await seedOwn();
    expect(lines.at(-1)).to.match(/^kowhai-\w+: 12 people/);
    expect(await count('(s:Summary {tenantId: $tenantId})', tenantId)).to.equal(generateSummaries(own[1]!, now).length);
    expect(await count('(u:User {tenantId: $tenantId})', tenantId)).to.equal(12);
  });
});

/** Who has no goals this week, by address. */
const idleIn = (company: Company): string[] =>
  [...assignGoalHabits(company)].filter(([, habit]) => habit !== 'shown').map(([email]) => email);
const idleUnder = (company: Company, managerEmail: string): string[] =>
  idleIn(company).filter((email) => company.people.find((one) => one.email === email)?.managerEmail === managerEmail);

/** The flags of the last finished week. */
function flagsAt(company: Company, clock: Date): Flag[] {
  const weeksAgo = new Map(
    Array.from({ length: finishedWeeks }, (_, i) => [mondayWeeksAgo(company, clock, i + 1).toString(), i] as const),
  );
  const summaries = generateSummaries(company, clock);
  const screening = createHistory(minimumGroup);
  for (const { email, department } of company.people) {
    const checkIns = summaries.flatMap(({ email: writer, weekStart, scores }) => {
      const ago = weeksAgo.get(weekStart);
      return writer === email && ago !== undefined ? [{ weeksAgo: ago, department, scores }] : [];
    });
    addPerson(screening, email, checkIns);
  }
  return selectFlags(screening);
}

function hours(from: string, to = ''): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000;
}
