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
      (n) => ({ choices: n % 9 < 4 ? [0, 1] : [2] }),
    ],
    ['yes_no', {}, 2, (n) => ({ yes: n % 9 < 4 })],
    ['text', {}, 0, (n) => ({ text: `needle ${n}` })],
  ];
  for (const [kind, more, places, draw] of kinds) {
    it(`counts the answers of a ${kind} as a naive count does, and has no text`, async () => {
      const id = await ask(kind, more);
      const sent = weeks.flatMap((week, ago) =>
        acme.people.flatMap(({ name: who }, at): Sent[] =>
          (at + ago) % 5 === 4 ? [] : [{ who, week, value: draw(at * 2 + ago), isSubmitted: (at + ago) % 6 !== 5 }],
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

  it('says nothing of what was answered where all or all but one gave the same answer', async () => {
    const id = await ask('yes_no');
    const others = ['Bob', 'Hal'];
    const seen = async (no: readonly string[]): Promise<unknown[]> => {
      const value = (who: string): Value => ({ yes: !no.includes(who) });
      for (const who of [...tech, ...care]) await answer(who, second, id, value(who));
      return (await rowsOf('Pia', id)).filter(({ week, count1 }) => week === second && count1 !== undefined);
    };
    for (const who of [...tech, ...care]) await submit(who, second);
    expect(await seen([])).to.deep.equal([]);
    expect(await seen(['Bob'])).to.deep.equal([]);
    // in both departments all but one have said yes
    expect((await seen(others)).map((row) => countsOf(row as Row, 2))).to.deep.equal([[9, 2]]);
    const { body } = await acme.as('Pia').get<Report>(`/reports/question?questionId=${id}&weekStart=${second}`);
    expect(body.rows.find(isOf(second, 'Tech'))).to.deep.include({ answered: 6 });
    expect((await seen([...others, 'Cyd', 'Ian'])).length).to.equal(3);
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

  it('is one series for each version of the wording, and says from which week on each was asked', async () => {
    api.clock.now = '2026-10-30T10:00:00.000Z';
    const id = await ask('scale', { points: 3, text: { en: 'How clear?', de: 'Wie klar?' }, low: { en: 'Not' } });
    await send(
      id,
      inWeek(first, tech, (at) => ({ points: at < 4 ? 1 : 2 })),
    );
    api.clock.now = '2026-11-11T10:00:00.000Z';
    const path = `/questions/${id}`;
    expect((await acme.as('Adm').patch(path, { text: { en: 'How clear is it?' } })).status).to.equal(200);
    await send(
      id,
      inWeek(second, tech, (at) => ({ points: (at % 3) + 1 })),
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
    const meansOf = (of: Row[]): unknown[] => weeks.map((week) => of.find(isOf(week))?.['mean']);
    expect([meansOf(rows), rows.some(isOf(first))]).to.deep.equal([[undefined, 2], false]);
    const { body: old } = await read('Pia', id, '&version=1');
    expect(old).to.deep.include({ version: 1, question: 'How clear?', wordings: head.wordings });
    expect(meansOf(old.rows)).to.deep.equal([1.3, undefined]);
    const third = await read('Pia', id, '&version=3');
    expect(refusal(third)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(refusal(await read('Dan', id, '&version=3'))).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('counts an option as the same wherever it stands, and in a further language, and shows it where it is read', async () => {
    const [mail, chat, phone] = [{ en: 'E-mail' }, { en: 'Chat' }, { en: 'Phone' }];
    const id = await ask('choice', { options: [mail, chat, phone] });
    await send(
      id,
      inWeek(first, tech, (at) => ({ choices: [at < 4 ? 0 : 1] })),
    );
    const patch = async (options: object[]): Promise<void> => {
      const { status } = await acme.as('Adm').patch(`/questions/${id}`, { options });
      expect(status).to.equal(200);
    };
    const inGerman = { ...mail, de: 'E-Mail-Nachricht' };
    await patch([chat, inGerman, phone]);
    await patch([phone, chat, inGerman]);
    await send(
      id,
      inWeek(second, tech, (at) => ({ choices: [at < 4 ? 1 : 2] })),
    );
    const { body } = await read('Pia', id);
    const countsIn = (week: string): unknown[] => countsOf(body.rows.find(isOf(week)) ?? {}, 3);
    expect([body['version'], body['options']]).to.deep.equal([3, ['Phone', 'Chat', 'E-mail']]);
    expect([countsIn(first), countsIn(second)]).to.deep.equal([
      [0, 2, 4],
      [0, 4, 2],
    ]);
    const inOldOrder = (await read('Pia', id, '&version=1')).body.rows;
    expect(countsOf(inOldOrder.find(isOf(second)) ?? {}, 3)).to.deep.equal([2, 4, 0]);
    // other words begin anew, also for the options that stay
    await patch([phone, chat, { en: 'Letter', de: 'Brief' }]);
    const { rows } = (await read('Pia', id)).body;
    expect(rows.some((row) => Number(row['answered'] ?? 0) > 0)).to.equal(false);
    const earlier = (await read('Pia', id, '&version=3')).body.rows.find(isOf(first)) ?? {};
    expect(countsOf(earlier, 3)).to.deep.equal([0, 2, 4]);
  });

  it('has the score of a scale from 0 to 10, where the answers are shown', async () => {
    const id = await ask('scale', { points: 11, lowest: 0, low: { en: 'Never' } });
    const given = [10, 9, 9, 8, 6, 0];
    await send(
      id,
      inWeek(second, tech, (at) => ({ points: given[at] as number })),
    );
    await send(
      id,
      inWeek(second, ['Ned', 'Mia'], () => ({ points: 10 })),
    );
    const rows = await rowsOf('Pia', id);
    const everyone = rows.find(isOf(second));
    // 5 of 8 say 9 or 10, and 2 say 0 to 6
    expect([everyone?.['score'], everyone?.['mean'], ...countsOf(everyone ?? {}, 11)]).to.deep.equal([
      38, 7.8, 1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3,
    ]);
    for (const row of rows) expect('score' in row).to.equal('count1' in row);
    const { status } = await acme.as('Ian').put(`/me/answers/${second}`, { answers: [{ questionId: id, points: 11 }] });
    expect(status).to.equal(400);
  });

  it('never counts an answer to other words than its own, in the week in which they change', async () => {
    const id = await ask('yes_no', { text: { en: 'Do you trust them?' } });
    await send(
      id,
      inWeek(second, tech, (at) => ({ yes: at % 3 === 0 })),
    );
    expect((await acme.as('Adm').patch(`/questions/${id}`, { text: { en: 'Do you distrust them?' } })).status).to.equal(
      200,
    );
    await send(
      id,
      inWeek(second, care.slice(0, 4), (at) => ({ yes: at < 2 })),
    );
    const countsIn = async (query: string): Promise<unknown[]> => {
      const row = (await rowsOf('Pia', id, query)).find(isOf(second));
      return [row?.['answered'], row?.['count1'], row?.['count2'], row?.['people']];
    };
    const people = acme.people.length;
    expect(await countsIn('&version=1')).to.deep.equal([tech.length, 2, 4, people]);
    expect(await countsIn('&version=2')).to.deep.equal([4, 2, 2, people]);
    expect(await countsIn('')).to.deep.equal([4, 2, 2, people]);
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
    const moveNed = (to: string) => acme.as('Adm').put(path, { managerId: acme.id(to) });
    await moveNed('Kim');
    const empty = await ask('yes_no', { audience: { type: 'below', userId: acme.id('Kim') } });
    await moveNed('Hal');
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

  it('is CSV for those who prefer it, with a column for each answer that there is', async () => {
    const id = await ask('yes_no');
    await send(
      id,
      inWeek(second, tech, (at) => ({ yes: at > 2 })),
    );
    const response = await fetch(`${api.url}/v1/reports/question?questionId=${id}&weekStart=${second}&weeks=1`, {
      headers: { authorization: `Bearer ${await acme.token('Bob')}`, accept: 'text/csv' },
    });
    const [heading, everyone] = (await response.text()).trim().split('\n');
    expect(heading).to.match(/Week,Scope,Department,People,Excused,Answered,Yes,No$/);
    expect(everyone).to.equal(`${second},everyone,,5,0,5,3,2`);
  });
});

describe('two pages of a question, with one person between them', () => {
  type Page = { question: Row[]; checkIns: Row[] };
  const points = (who: string, week: string): number =>
    ((acme.people.findIndex(({ name }) => name === who) * 2 + (week === first ? 0 : 1)) % 5) + 1;
  let id: string;

  beforeEach(async () => {
    id = await ask('scale', { points: 5 });
    await Promise.all(
      acme.people.map(async ({ name: who }) => {
        for (const week of weeks) {
          if (who === 'Ned' && week === second) continue;
          await answer(who, week, id, { points: points(who, week) });
          const { qualityOfWork: _, ...scores } = { qualityOfWork: 0, personalWellbeing: 3, professionalWellbeing: 4 };
          const summary = aSummary({ weekStart: week, scores: { ...scores, qualityOfWork: points(who, week) } });
          expect((await acme.as(who).post('/summaries', summary)).status).to.equal(201);
        }
      }),
    );
  });

  const print = async (): Promise<Page> => ({
    question: await rowsOf('Pia', id),
    checkIns: (await acme.as('Pia').get<Report>(`/reports/check-ins?weekStart=${second}`)).body.rows,
  });
  /** What a page says of what was written, by week and department. */
  const written = (rows: Row[], names: readonly string[]): Map<string, unknown> =>
    new Map(
      rows.flatMap((row) =>
        row[names[0] as string] === undefined
          ? []
          : [[`${String(row['week'])} ${String(row['department'] ?? 'everyone')}`, names.map((name) => row[name])]],
      ),
    );
  const ofQuestion = ['answered', 'mean', 'count1', 'count2', 'count3', 'count4', 'count5'];
  const ofCheckIns = ['written', 'qualityOfWork', 'personalWellbeing', 'professionalWellbeing'];
  const admin = (path: string, body: Body = {}) => acme.as('Adm').post(`/admin/users/${path}`, body);
  const change = {
    'a person leaves': (who: string) => admin(`${acme.id(who)}/deactivate`),
    'a person moves': (who: string) =>
      acme.as('Adm').patch(`/admin/users/${acme.id(who)}`, { team: departmentOf(who) === 'Care' ? 'Tech' : 'Care' }),
    'a person comes to be in no team': (who: string) =>
      acme.as('Adm').patch(`/admin/users/${acme.id(who)}`, { team: null }),
  };

  for (const [what, make] of Object.entries(change))
    for (const who of ['Gus', 'Ian', 'Ned'])
      it(`say the same of what was written where ${what}: ${who}`, async () => {
        const before = await print();
        const { status, body } = (await make(who)) as Answer<Body>;
        expect([status, body['message']]).to.deep.equal([200, undefined]);
        const after = await print();
        expect(before.question.length).to.be.above(2);
        for (const [name, names] of [
          ['question', ofQuestion],
          ['checkIns', ofCheckIns],
        ] as const) {
          const [early, late] = [written(before[name], names), written(after[name], names)];
          expect(early.size, name).to.be.above(2);
          // what is shown on both is equal; which departments are shown may change with the number of their people
          for (const [place, figures] of late)
            if (early.has(place)) expect(figures, place).to.deep.equal(early.get(place));
          for (const week of weeks) expect(late.get(`${week} everyone`)).to.deep.equal(early.get(`${week} everyone`));
        }
      });

  it('say nothing any more of what was answered in the weeks in which somebody answered who has been erased', async () => {
    const before = await print();
    const { status } = await admin(`${acme.id('Ned')}/erase`);
    expect(status).to.be.oneOf([200, 202, 204]);
    const after = await print();
    const shown = ({ question: rows }: Page, week: string): number =>
      rows.filter((row) => row['week'] === week && row['count1'] !== undefined).length;
    expect(shown(before, first)).to.be.above(1);
    expect(shown(after, first)).to.equal(0);
    expect(shown(after, second)).to.equal(shown(before, second)).and.to.be.above(1);
    expect(after.question.find(isOf(first))?.['answered']).to.equal(acme.people.length - 1);
  });
});
