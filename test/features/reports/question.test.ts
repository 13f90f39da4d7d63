// The report of a question: what people answered by week and department, beside a naive count of what they sent.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { question } from '../../../src/features/reports/question.ts';
import type { Row } from '../../../src/features/reports/rows.ts';
import { company, refusal, type Answer, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Tech] (senior_manager)
      Cyd [Tech]
        Dan [Tech]
        Eve [Tech]
      Fay [Tech]
      Gus [Tech]
    Hal [Care]
      Ian [Care]
      Jon [Care]
      Kim [Care]
      Lea [Care]
    Mia [Law]
      Ned [Law]
    Pia [People] (people_team)
    Adm [People] (admin)
`;
const minimum = 3;
const weeks = ['2026-11-02', '2026-11-09'] as const;
const [first, second] = weeks;

type Body = Record<string, unknown>;
type Wording = { version: number; from: string; question: string };
type Report = Body & { weekStart: string; rows: Row[]; wordings: Wording[] };
type Value = { points?: number; choices?: number[]; yes?: boolean; text?: string };
/** What somebody sent for a week, and whether they submitted its summary. */
type Sent = { who: string; week: string; value: Value; isSubmitted: boolean };

let acme: Company;
let neighbour: Company;
const departmentOf = (who: string): string => acme.people.find(({ name }) => name === who)?.team ?? '';

const ask = async (kind: string, more: Body = {}, of = acme): Promise<string> => {
  const plan = { audience: { type: 'tenant' }, frequency: 'weekly', isRequired: false, from: first };
  const { body, status } = await of.as('Adm').post('/questions', { kind, text: { en: 'How?' }, ...plan, ...more });
  expect([status, body['message']]).to.deep.equal([201, undefined]);
  return String(body['id']);
};
const answer = async (who: string, week: string, questionId: string, value: Value): Promise<void> => {
  const { status, body } = await acme.as(who).put(`/me/answers/${week}`, { answers: [{ questionId, ...value }] });
  expect([status, body['message']]).to.deep.equal([200, undefined]);
};
const submit = async (who: string, week: string): Promise<void> => {
  expect((await acme.as(who).post('/summaries', aSummary({ weekStart: week }))).status).to.equal(201);
};
const send = async (questionId: string, sent: readonly Sent[]): Promise<void> => {
  for (const { who, week, value, isSubmitted } of sent) {
    await answer(who, week, questionId, value);
    if (isSubmitted) await submit(who, week);
  }
};
const read = (who: string, questionId: string, query = ''): Promise<Answer<Report>> =>
  acme.as(who).get<Report>(`/reports/question?questionId=${questionId}&weekStart=${second}${query}`);
const rowsOf = async (who: string, questionId: string, query?: string): Promise<Row[]> => {
  const { status, body } = await read(who, questionId, query);
  expect([status, body['message']]).to.deep.equal([200, undefined]);
  return body.rows;
};
const isOf = (week: string, department?: string) => (row: Row) =>
  row['week'] === week && row['department'] === department;
const placesOf = ({ points, choices, yes }: Value): number[] =>
  points === undefined ? (yes === undefined ? (choices ?? []).map((one) => one + 1) : [yes ? 1 : 2]) : [points];
const countsOf = (row: Row, places: number): unknown[] =>
  Array.from({ length: places }, (_, at) => row[`count${at + 1}`]);
/** Everyone in Tech gives these points, and submits. */
const tech = ['Bob', 'Cyd', 'Dan', 'Eve', 'Fay', 'Gus'];
const care = ['Hal', 'Ian', 'Jon', 'Kim', 'Lea'];
const inWeek = (week: string, people: readonly string[], value: (at: number) => Value): Sent[] =>
  people.map((who, at) => ({ who, week, value: value(at), isSubmitted: true }));

beforeEach(async () => {
  api.clock.now = friday;
  acme = await company(api, drawing);
  neighbour = await company(api, drawing);
  await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.minimumGroup = $minimum', { minimum });
});

describe('GET /reports/question', () => {
  const kinds: [kind: string, more: Body, places: number, draw: (n: number) => Value][] = [
    ['scale', { points: 5 }, 5, (n) => ({ points: (n % 5) + 1 })],
    [
      'choice',
      { options: [{ en: 'A' }, { en: 'B' }, { en: 'C' }], isSeveral: true },
      3,
      (n) => ({ choices: [0, 1, 2].filter((one) => ((n % 7) + 1) & (1 << one)) }),
    ],
    ['yes_no', {}, 2, (n) => ({ yes: n % 3 === 0 })],
    ['text', {}, 0, (n) => ({ text: `needle ${n}` })],
  ];
  for (const [kind, more, places, draw] of kinds) {
    it(`counts the answers of a ${kind} as a naive count does, and has no text`, async () => {
      const id = await ask(kind, more);
      const sent = weeks.flatMap((week, ago) =>
        acme.people.flatMap(({ name: who }, at): Sent[] =>
          (at + ago) % 5 === 4 ? [] : [{ who, week, value: draw(at * 3 + ago), isSubmitted: (at + ago) % 6 !== 5 }],
        ),
      );
      await send(id, sent);
      const { body } = await read('Pia', id);
      expect(body.rows.filter(({ count1 }) => count1 !== undefined).length).to.equal(kind === 'text' ? 0 : 4);
      for (const row of body.rows) {
        const week = String(row['week']);
        const department = row['department'] as string | undefined;
        const place = `${week} ${department ?? 'everyone'}`;
        const own = sent.filter(
          (one) =>
            one.week === week && one.isSubmitted && (department === undefined || departmentOf(one.who) === department),
        );
        const everyone = acme.people.filter(({ team }) => department === undefined || team === department);
        expect(row['people']).to.equal(everyone.length);
        if (row['answered'] === undefined) continue;
        expect(row['answered'], place).to.equal(own.length);
        if (row['count1'] === undefined) continue;
        expect(own.length).to.be.at.least(minimum);
        const naive = Array.from(
          { length: places },
          (_, at) => own.filter(({ value }) => placesOf(value).includes(at + 1)).length,
        );
        expect(countsOf(row, places), place).to.deep.equal(naive);
        const sum = own.reduce((total, { value }) => total + (value.points ?? 0), 0);
        expect(row['mean']).to.equal(kind === 'scale' ? Math.round((10 * sum) / own.length) / 10 : undefined);
        expect(row[`count${places + 1}`]).to.equal(undefined);
      }
      expect(JSON.stringify(body)).to.not.include('needle');
    });
  }

  it('withholds what few answered, and with it the smallest other department', async () => {
    const id = await ask('scale', { points: 5 });
    await send(id, [
      ...inWeek(first, [...tech, ...care], (at) => ({ points: (at % 5) + 1 })),
      ...inWeek(second, [...tech, ...care, 'Ned'], (at) => ({ points: (at % 5) + 1 })),
    ]);
    const rows = await rowsOf('Pia', id);
    const shown = (week: string): unknown[] =>
      rows.filter((row) => row['week'] === week && row['count1'] !== undefined).map(({ department }) => department);
    expect(shown(first)).to.deep.equal([undefined, 'Care', 'Tech']);
    // the answer of Ned alone would be that of everyone without Tech and Care, and that with Care is known to nobody in Care
    expect(shown(second)).to.deep.equal([undefined]);
    expect(rows.find(isOf(second, 'Law'))).to.deep.equal({
      week: second,
      scope: 'department',
      department: 'Law',
      people: 2,
    });
    expect(rows.find(isOf(second, 'Care'))).to.deep.include({ people: 5, excused: 0, answered: 5 });
  });

  it('shows nothing but numbers of people where fewer than the minimum group answered in all', async () => {
    const id = await ask('yes_no');
    await send(
      id,
      inWeek(second, ['Cyd', 'Dan'], () => ({ yes: true })),
    );
    const everyone = (await rowsOf('Pia', id)).find(isOf(second));
    expect(everyone).to.deep.equal({ week: second, scope: 'everyone', people: 16, excused: 0, answered: 2 });
  });

  it('is about the people in sight of the reader, and for nobody without them', async () => {
    const id = await ask('yes_no');
    await send(
      id,
      inWeek(second, [...tech, ...care], (at) => ({ yes: at % 2 === 0 })),
    );
    const seen = async (who: string): Promise<unknown[]> => {
      const row = (await rowsOf(who, id)).find(isOf(second));
      return [row?.['people'], row?.['answered'], row?.['count1'], row?.['count2']];
    };
    expect(await seen('Pia')).to.deep.equal([16, 11, 6, 5]);
    expect(await seen('Ada')).to.deep.equal([16, 11, 6, 5]);
    expect(await seen('Bob')).to.deep.equal([5, 5, 2, 3]); // everyone below
    expect(await seen('Hal')).to.deep.equal([4, 4, 2, 2]); // direct reports
    expect(await seen('Cyd')).to.deep.equal([2, 2, undefined, undefined]); // too few
    for (const who of ['Dan', 'Adm']) expect(refusal(await read(who, id)), who).to.deep.equal([403, 'FORBIDDEN']);
  });

  for (const [audience, teams] of [
    [{ type: 'department', name: 'Care' }, { Care: 5 }],
    [{ type: 'team', name: 'Tech' }, { Tech: 6 }],
    [{ type: 'below', userId: 'Bob' }, { Tech: 5 }],
    [
      { type: 'below', userId: 'Ada' },
      { Tech: 6, Care: 5, Law: 2, People: 2 },
    ],
  ] as const)
    it(`counts only those who are asked: ${Object.values(audience).join(' ')}`, async () => {
      const { userId, ...rest } = { userId: '', ...audience };
      const id = await ask('yes_no', { audience: userId === '' ? rest : { ...rest, userId: acme.id(userId) } });
      const rows = (await rowsOf('Pia', id)).filter(({ week }) => week === second);
      for (const [department, people] of Object.entries(teams))
        expect(rows.find(isOf(second, department))?.['people'], department).to.equal(people);
      expect(rows.filter(({ scope }) => scope === 'department')).to.have.length(Object.keys(teams).length);
      const all = Object.values(teams).reduce((sum, one) => sum + one, 0);
      expect(rows.find(isOf(second))?.['people']).to.equal(all);
    });

  it('counts whoever answered before they were moved out of its audience, in that week alone', async () => {
    const id = await ask('yes_no', { audience: { type: 'below', userId: acme.id('Bob') } });
    await send(
      id,
      inWeek(second, ['Cyd', 'Dan', 'Eve'], () => ({ yes: true })),
    );
    const counted = async (): Promise<unknown[]> =>
      (await rowsOf('Pia', id))
        .filter(({ scope }) => scope === 'everyone')
        .map(({ people, answered }) => [people, answered]);
    expect(await counted()).to.deep.equal([
      [5, 0],
      [5, 3],
    ]);
    const path = `/admin/org-chart/users/${acme.id('Dan')}/manager`;
    expect((await acme.as('Adm').put(path, { managerId: acme.id('Hal') })).status).to.equal(200);
    expect(await counted()).to.deep.equal([
      [4, 0],
      [5, 3],
    ]);
  });

  it('counts an answer only once its author has submitted the summary of the week', async () => {
    const id = await ask('yes_no');
    for (const who of tech) await answer(who, second, id, { yes: true });
    const answered = async (): Promise<unknown> => (await rowsOf('Pia', id)).find(isOf(second))?.['answered'];
    expect(await answered()).to.equal(0);
    for (const who of tech.slice(0, 4)) await submit(who, second);
    expect(await answered()).to.equal(4);
  });

  it('is one series over all versions of the wording, and says from which week on each was asked', async () => {
    api.clock.now = '2026-10-30T10:00:00.000Z';
    const id = await ask('scale', { points: 3, text: { en: 'How clear?', de: 'Wie klar?' }, low: { en: 'Not' } });
    await send(
      id,
      inWeek(first, tech, () => ({ points: 1 })),
    );
    api.clock.now = '2026-11-11T10:00:00.000Z';
    const path = `/questions/${id}`;
    expect((await acme.as('Adm').patch(path, { text: { en: 'How clear is it?' } })).status).to.equal(200);
    await send(
      id,
      inWeek(second, tech, () => ({ points: 3 })),
    );
    api.clock.now = friday;
    const { body } = await read('Pia', id);
    const { rows, ...head } = body;
    expect(head).to.deep.equal({
      weekStart: second,
      questionId: id,
      version: 2,
      kind: 'scale',
      question: 'How clear is it?',
      low: 'Not',
      points: 3,
      wordings: [
        { version: 1, from: first, question: 'How clear?', low: 'Not' },
        { version: 2, from: second, question: 'How clear is it?', low: 'Not' },
      ],
    });
    const means = weeks.map((week) => rows.find(isOf(week))?.['mean']);
    expect(means).to.deep.equal([1, 3]);
  });

  it('leaves out the weeks in which the question was not asked, and has as many weeks as are wanted', async () => {
    const weekly = await ask('yes_no');
    const everyTwo = await ask('yes_no', { frequency: 'every_n_weeks', everyWeeks: 2, from: first });
    const weeksOf = async (id: string, query?: string): Promise<unknown[]> => [
      ...new Set((await rowsOf('Pia', id, query)).map(({ week }) => week)),
    ];
    expect(await weeksOf(weekly)).to.deep.equal([first, second]);
    expect(await weeksOf(weekly, '&weeks=1')).to.deep.equal([second]);
    expect(await weeksOf(everyTwo)).to.deep.equal([first]);
    for (const query of ['&weeks=0', '&weeks=54', '&weeks=x'])
      expect(refusal(await read('Pia', weekly, query)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(refusal(await acme.as('Pia').get('/reports/question'))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('does not count whom a working day was missing, unless they answered', async () => {
    const id = await ask('yes_no');
    const excuse = (name: string): Promise<unknown> =>
      acme.statement('MATCH (u:User {tenantId: $tenantId, name: $name}) SET u.excusedWeeks = [date($week)]', {
        name,
        week: second,
      });
    await excuse('Cyd');
    await excuse('Fay');
    await send(
      id,
      inWeek(second, ['Bob', 'Cyd', 'Dan'], () => ({ yes: true })),
    );
    const row = (await rowsOf('Pia', id)).find(isOf(second, 'Tech'));
    expect(row).to.deep.include({ people: 5, excused: 1, answered: 3 });
  });

  it('is for those who see somebody who is asked or answered, and not for everybody who knows the id', async () => {
    const ofLaw = await ask('yes_no', { audience: { type: 'team', name: 'Law' } });
    const belowBob = await ask('yes_no', { audience: { type: 'below', userId: acme.id('Bob') } });
    const readers = async (id: string): Promise<string[]> => {
      const all = ['Ada', 'Bob', 'Cyd', 'Hal', 'Mia', 'Pia'].map(async (who) =>
        (await read(who, id)).status === 200 ? who : '',
      );
      return (await Promise.all(all)).filter((who) => who !== '');
    };
    expect(await readers(ofLaw)).to.deep.equal(['Ada', 'Mia', 'Pia']);
    expect(await readers(belowBob)).to.deep.equal(['Ada', 'Bob', 'Cyd', 'Pia']);
    expect(refusal(await read('Hal', ofLaw))).to.deep.equal([403, 'FORBIDDEN']);
    await send(
      ofLaw,
      inWeek(second, ['Ned'], () => ({ yes: true })),
    );
    const path = `/admin/org-chart/users/${acme.id('Ned')}/manager`;
    expect((await acme.as('Adm').put(path, { managerId: acme.id('Hal') })).status).to.equal(200);
    expect(await readers(ofLaw)).to.deep.equal(['Ada', 'Hal', 'Pia']); // Ned is still in the team
    const empty = await ask('yes_no', { audience: { type: 'below', userId: acme.id('Kim') } });
    expect(await readers(empty)).to.deep.equal(['Pia']);
  });

  it('does not say of how many weeks it is, because that is chosen', () => {
    expect(question.description).to.not.match(/\d/);
  });

  it('refuses the question of a neighbour, and one that there is not', async () => {
    const id = await ask('yes_no', {}, neighbour);
    expect(refusal(await read('Pia', id))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await read('Pia', randomUUID()))).to.deep.equal([404, 'QUESTION_NOT_FOUND']);
    expect(refusal(await read('Dan', randomUUID()))).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('is CSV for those who prefer it, with a column for each place', async () => {
    const id = await ask('yes_no');
    await send(
      id,
      inWeek(second, tech, (at) => ({ yes: at > 0 })),
    );
    const response = await fetch(`${api.url}/v1/reports/question?questionId=${id}&weekStart=${second}&weeks=1`, {
      headers: { authorization: `Bearer ${await acme.token('Bob')}`, accept: 'text/csv' },
    });
    const [heading, everyone] = (await response.text()).trim().split('\n');
    expect(heading).to.match(/Week,Scope,Department,People,Excused,Answered,Mean,Answer 1,.*,Answer 11$/);
    expect(everyone).to.equal(`${second},everyone,,5,0,5,,5,0,,,,,,,,,`);
  });
});
