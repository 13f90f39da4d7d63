// Somebody who need not check in: an owner, a member of a board, a shared mailbox. No report expects them, and each says how many they are.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { company, refusal, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Tech]
      Cyd [Tech]
      Room [Tech]
    Pia [People] (people_team)
    Adm [People] (admin)`;
const week = '2026-11-09';
type Row = Record<string, unknown>;

describe('somebody of whom no check-ins are expected', () => {
  const api = service();
  const { folder, run } = shell();
  let acme: Company;
  let questionId: string;
  const change = (who: string, checkInsExpected: unknown) =>
    acme.as('Adm').patch(`/admin/users/${acme.id(who)}`, { checkInsExpected });
  const read = async (at: string, who = 'Pia'): Promise<{ rows: Row[]; excused?: number }> => {
    const { status, body } = await acme.as(who).get<{ rows: Row[] }>(at);
    expect(status, at).to.equal(200);
    return body;
  };
  /** How many each report expects, and how many are excused. */
  const counts = async (who = 'Pia'): Promise<Record<string, unknown>> => {
    const [digest, setters, team, ...departments] = await Promise.all([
      read(`/summaries/reports/weekly-digest?weekStart=${week}`, who),
      read(`/goals/reports/non-setters?period=${week}`, who),
      read(`/reports/team?weekStart=${week}`, who),
      read(`/reports/check-ins?weekStart=${week}`, who),
      read(`/reports/goals?weekStart=${week}`, who),
      read(`/reports/question?weekStart=${week}&questionId=${questionId}`, who),
    ]);
    const everyone = departments.map(({ rows }) => rows.filter((row) => row['scope'] === 'everyone').at(-1));
    return {
      digest: [digest.rows.length, digest.excused ?? 0],
      nonSetters: [setters.rows.length, setters.excused ?? 0],
      team: [team.rows.filter((row) => row['week'] === week).length, (team.excused ?? 0) / 12],
      departments: everyone.map((row) => [row?.['people'], row?.['excused']]),
    };
  };
  const same = (people: number, excused: number) => ({
    digest: [people, excused],
    nonSetters: [people, excused],
    team: [people, excused],
    departments: Array.from({ length: 3 }, () => [people, excused]),
  });

  beforeEach(async () => {
    api.clock.now = friday;
    acme = await company(api, drawing);
    const plan = { audience: { type: 'tenant' }, frequency: 'weekly', isRequired: false, from: week };
    const { body } = await acme.as('Adm').post('/questions', { kind: 'yes_no', text: { en: 'How?' }, ...plan });
    questionId = String(body['id']);
  });

  it('counts in no report until they write, and again when they are expected to', async () => {
    expect(await counts()).to.deep.equal(same(6, 0));
    const { status, body } = await change('Room', 'no');
    expect([status, body['checkInsExpected']]).to.deep.equal([200, 'no']);
    expect((await acme.as('Adm').get(`/users/${acme.id('Room')}`)).body).to.include({ checkInsExpected: 'no' });
    await change('Ada', 'no');
    expect(await counts()).to.deep.equal(same(4, 2));
    const { body: home } = await acme.as('Bob').get<{ team: Row[] }>('/home');
    expect(home.team[1]).to.include({ expected: 1, excused: 1 });
    // who may read no absences, such as senior leadership beside the line, is told the same: it is no absence
    expect((await counts('Ada')).digest).to.deep.equal([4, 2]);

    expect((await acme.as('Room').post('/summaries', aSummary({ weekStart: week }))).status).to.equal(201);
    const { digest, departments } = await counts();
    expect([digest, (departments as unknown[])[0]]).to.deep.equal([
      [5, 1],
      [5, 1],
    ]);
    for (const who of ['Room', 'Ada']) expect((await change(who, null)).status).to.equal(200);
    expect(await counts()).to.deep.equal(same(6, 0));
  });

  it('is so by a file as well, which takes it away with yes, or an empty cell where that clears', async () => {
    const file = async (cell: string, ...options: string[]): Promise<unknown> => {
      const csv = path.join(folder, 'people.csv');
      const { name, email } = acme.people.find((one) => one.name === 'Room')!;
      writeFileSync(csv, `name,email,checkInsExpected\n${name},${email},${cell}\n`);
      await run(['org', 'import', csv, '--tenant', acme.tenantId, ...options]);
      return (await acme.as('Adm').get<Row>(`/users/${acme.id('Room')}`)).body['checkInsExpected'];
    };
    expect(await file('no')).to.equal('no');
    expect(await file('')).to.equal('no');
    expect(await file('yes')).to.equal(undefined);
    expect(await file('No')).to.equal('no');
    expect(await file('perhaps'), 'a fault').to.equal('no');
    expect(await file('', '--empty-clears')).to.equal(undefined);
  });

  it('is refused with another value, which changes nothing', async () => {
    for (const value of ['yes', 'none', '', true, 0]) {
      expect(refusal(await change('Room', value)), String(value)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect(await counts()).to.deep.equal(same(6, 0));
  });

  it('is told by the texts of reports', async () => {
    await change('Room', 'no');
    const { out, err } = await run(['report', 'digest', '--tenant', acme.tenantId, '--week', week]);
    expect(out + err, out + err).to.include('1 person is excused.');
  });
});
