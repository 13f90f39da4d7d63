// The figures of the demo company's reports, computed a second time: from lists and single reads of the API, by other means.
import { expect } from 'chai';
import { reports } from '../../../src/features/reports/index.ts';
import type { Row } from '../../../src/features/reports/rows.ts';
import { addWeeks, endOfMonth } from '../../../src/platform/time/weeks.ts';
import { companies } from '../../../scripts/tools/demo/companies.ts';
import { mondayWeeksAgo } from '../../../scripts/tools/demo/summaries.ts';
import type { Client } from '../../support/company.ts';
import { demoReports, type DemoReports } from '../../support/demo-reports.ts';
import { friday, service } from '../../support/service.ts';

type User = { id: string; name: string; email: string; department?: string; managerId?: string; startDate?: string };
type Summary = {
  id: string;
  user: { id: string };
  weekStart: string;
  createdAt: string;
  scores: Record<string, number>;
  response?: { createdAt: string; manager: { id: string } };
};
type Goal = { userId: string; weekStart: string; status: string };

const lastWeek = '2026-11-09';
const minimumGroup = 5;
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Half of the last digit: a half may be rounded either way. */
const near = (actual: unknown, expected: number, digits: number, about: string): void =>
  void expect(Number(actual), about).to.be.closeTo(expected, 0.500001 * 10 ** -digits);

describe('the figures of the demo, computed from what the API lists', () => {
  const api = service();
  let demo: DemoReports;
  let reader: Client;
  let users: User[];
  let summaries: Summary[];
  let goals: Goal[];

  const listAll = async <T>(path: string): Promise<T[]> => {
    const found: T[] = [];
    for (let after = ''; ;) {
      const { body } = await reader.get<{ items: T[]; nextCursor?: string }>(`${path}limit=200${after}`);
      found.push(...body.items);
      if (body.nextCursor === undefined) return found;
      after = `&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
  };
  /** Reads of all items, eight at a time. */
  const readEach = async <T, R>(items: T[], read: (item: T) => Promise<R>): Promise<R[]> => {
    const results: R[] = [];
    for (let at = 0; at < items.length; at += 8)
      results.push(...(await Promise.all(items.slice(at, at + 8).map(read))));
    return results;
  };
  const rowsOf = async (name: string): Promise<{ rows: Row[]; head: object }> => {
    const report = reports.find((one) => one.name === name);
    const reading = report && (await demo.read(report, 'farid.noorzaman@harbour.example'));
    if (!reading) throw new Error(`${name} cannot be read.`);
    return reading;
  };

  before(async () => {
    demo = await demoReports(api);
    reader = await demo.as('farid.noorzaman@harbour.example'); // People Team
    const [harbour] = companies;
    const drawn = new Map(harbour?.people.map((person) => [person.email, person]));
    users = (await listAll<User>('/users?')).map((user) => {
      const { department, joinedWeeksAgo: ago } = drawn.get(user.email) ?? {};
      const startDate = harbour && ago !== undefined && mondayWeeksAgo(harbour, new Date(friday), ago).toString();
      return { ...user, ...(department !== undefined && { department }), ...(startDate && { startDate }) };
    });
    const listed = await listAll<{ id: string }>(`/summaries?weekFrom=${addWeeks(lastWeek, -11)}&weekTo=${lastWeek}&`);
    summaries = await readEach(listed, async ({ id }) => (await reader.get<Summary>(`/summaries/${id}`)).body);
    const perUser = await readEach(users, async ({ id }) =>
      (await listAll<Omit<Goal, 'userId'>>(`/goals?userId=${id}&`)).map((goal) => ({ ...goal, userId: id })),
    );
    goals = perUser.flat();
    expect([users.length, summaries.length > 500, goals.length > 100]).to.deep.equal([62, true, true]);
  });

  const isExpected = ({ id, startDate }: User, week: string): boolean =>
    startDate === undefined ||
    startDate < addWeeks(week, 1) ||
    summaries.some(({ user, weekStart }) => user.id === id && weekStart === week);
  const findSummary = (id: string, week: string): Summary | undefined =>
    summaries.find(({ user, weekStart }) => user.id === id && weekStart === week);
  const select = ({ scope, department }: Row): User[] =>
    users.filter((user) => scope === 'everyone' || user.department === department);

  it('digest and people by week: who has checked in, with which scores', async () => {
    const { rows: digest } = await rowsOf('digest');
    const { rows: team } = await rowsOf('team');
    for (const row of [...digest.map((one): Row => ({ ...one, week: lastWeek })), ...team]) {
      const { scores = {} } = findSummary(String(row['userId']), String(row['week'])) ?? {};
      expect(row['submitted']).to.equal(scores['qualityOfWork'] !== undefined);
      for (const name of ['qualityOfWork', 'personalWellbeing', 'professionalWellbeing'])
        expect(row[name]).to.equal(scores[name] ?? null);
    }
    expect(digest).to.have.length(users.filter((user) => isExpected(user, lastWeek)).length);
    const weeks = Array.from({ length: 12 }, (_, ago) => addWeeks(lastWeek, -ago));
    expect(team).to.have.length(weeks.flatMap((week) => users.filter((user) => isExpected(user, week))).length);
  });

  /** Whether a department is withheld so that those that are smaller are enough people together, without any one of them. */
  function isWithheldWithOthers(row: Row, rows: Row[], count: 'people' | 'written'): boolean {
    if (row['scope'] === 'everyone') return false;
    const week = String(row['week']);
    const sizeOf = (one: Row): number =>
      select(one).filter((user) =>
        count === 'people' ? isExpected(user, week) : findSummary(user.id, week) !== undefined,
      ).length;
    const sizes = rows
      .filter((one) => one['week'] === week && one['scope'] === 'department')
      .map((one) => ({ size: sizeOf(one), name: String(one['department']) }));
    const rising = sizes.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size || a.name.localeCompare(b.name));
    const at = rising.findIndex(({ name }) => name === row['department']);
    if ((rising[0]?.size ?? 0) >= minimumGroup) return false;
    // without the largest of those before, who are the others?
    return rising.slice(0, Math.max(0, at - 1)).reduce((sum, { size }) => sum + size, 0) < minimumGroup;
  }

  it('check-ins: rates and means of everyone and of each department, of twelve weeks', async () => {
    const rows = (await rowsOf('check-ins')).rows.filter(({ week }) => String(week) >= addWeeks(lastWeek, -11));
    expect(new Set(rows.map(({ department }) => department)).size).to.equal(8);
    for (const row of rows) {
      const people = select(row).filter((user) => isExpected(user, String(row['week'])));
      const written = people.flatMap(({ id }) => findSummary(id, String(row['week'])) ?? []);
      const about = `${String(row['department'])}, ${String(row['week'])}`;
      const isSmall = row['scope'] === 'department' && people.length < minimumGroup;
      const isWithheld = isSmall || isWithheldWithOthers(row, rows, 'people');
      expect([row['people'], row['submitted']], about).to.deep.equal([
        people.length,
        isWithheld ? null : written.length,
      ]);
      if (isWithheld) expect(row['rate'], about).to.equal(null);
      else near(row['rate'], (100 * written.length) / people.length, 1, about);
      for (const name of ['qualityOfWork', 'personalWellbeing', 'professionalWellbeing']) {
        if (isWithheld || written.length < minimumGroup) expect(row[name], about).to.equal(null);
        else if (row[name] === null) expect(isWithheldWithOthers(row, rows, 'written'), about).to.equal(true);
        else near(row[name], mean(written.map(({ scores }) => scores[name] ?? NaN)), 1, about);
      }
    }
  });

  it('goals and people without one', async () => {
    const { rows } = await rowsOf('goals');
    for (const row of rows) {
      const week = String(row['week']);
      const set = (id: string): Goal[] => goals.filter((goal) => goal.userId === id && goal.weekStart === week);
      const people = select(row).filter(
        ({ id, startDate }) => !startDate || startDate < addWeeks(week, 1) || set(id).length > 0,
      );
      const all = people.flatMap(({ id }) => set(id));
      const isSmall =
        (row['scope'] === 'department' && people.length < minimumGroup) || isWithheldWithOthers(row, rows, 'people');
      const figures = [people.filter(({ id }) => set(id).length > 0).length, all.length];
      expect([row['people'], row['setters'], row['goals'], row['completed']], week).to.deep.equal([
        people.length,
        ...(isSmall ? [null, null, null] : [...figures, all.filter(({ status }) => status === 'completed').length]),
      ]);
    }
    const { rows: without } = await rowsOf('non-setters');
    const setters = new Set(
      goals.filter(({ weekStart }) => weekStart === addWeeks(lastWeek, 1)).map(({ userId }) => userId),
    );
    expect(without.map(({ userId }) => userId)).to.have.members(
      users.flatMap(({ id }) => (setters.has(id) ? [] : [id])),
    );
  });

  it('response times: by handing the weight of open summaries to later ones', async () => {
    const hours = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 3_600_000;
    const waits = summaries.map(({ user, createdAt, response }) => ({
      manager: response?.manager.id ?? users.find(({ id }) => id === user.id)?.managerId,
      isAnswered: response !== undefined,
      time: Math.floor(hours(createdAt, response?.createdAt ?? friday) * 3600) / 3600,
    }));
    const { rows, head } = await rowsOf('response-times');
    const { total } = head as { total: Row };
    const answerable = waits.filter(({ manager }) => manager !== undefined);
    for (const row of [...rows, total]) {
      const own = row === total ? answerable : answerable.filter(({ manager }) => manager === row['managerId']);
      const answered = own.filter(({ isAnswered }) => isAnswered);
      expect([row['summaries'], row['answered']]).to.deep.equal([own.length, answered.length]);
      for (const days of [1, 3, 7]) {
        const isKnown = answered.length === own.length || own.some(({ time }) => time >= days * 24);
        const figure = row[`within${days}`] ?? null;
        if (isKnown) near(figure, 100 * redistribute(own, days * 24), 1, `${days} days`);
        else expect(figure, `${days} days, for which nobody was watched`).to.equal(null);
      }
    }
    expect(rows).to.have.length(new Set(answerable.map(({ manager }) => manager)).size);
  });

  it('nominations, organisation and people over time', async () => {
    const nominated = await listAll('/mvp/nominations?period=2026-11&');
    expect((await rowsOf('nominations')).rows).to.have.length(nominated.length);
    const { rows: org } = await rowsOf('org');
    const { body: chart } =
      await reader.get<{ id: string; depth: number; reports: number; below: number }[]>('/org/chart');
    expect(org.map(({ id, depth, directReports, below }) => [id, depth, directReports, below])).to.have.deep.members(
      chart.map(({ id, depth, reports, below }) => [id, depth, reports, below]),
    );
    const { rows: months } = await rowsOf('headcount');
    const spans = chart.flatMap(({ reports: span }) => (span > 0 ? [span] : []));
    expect(months.at(-1)).to.include({
      people: users.length,
      managers: spans.length,
      layers: Math.max(...chart.map(({ depth }) => depth)) + 1,
    });
    near(months.at(-1)?.['meanSpan'], mean(spans), 1, 'span');
    for (const { month, joiners, leavers } of months.slice(1)) {
      const started = users.filter(({ startDate }) => startDate?.startsWith(String(month)));
      expect([joiners, leavers], String(month)).to.deep.equal([started.length, 0]);
    }
    for (const { month, people } of months.slice(-6, -1)) {
      const { date } = endOfMonth(String(month), 'Europe/Berlin');
      const { body } = await reader.get<{ rows: Row[] }>(`/reports/org?asOf=${date}`);
      expect(body.rows.length, `both reports at the end of ${String(month)}`).to.equal(people);
    }
  });
});

/**
 * The share answered within a time, by redistribution to the right: B. Efron, The two sample problem with censored data,
 * Proceedings of the Fifth Berkeley Symposium 4 (1967), 831–853. Each open one hands its weight to those with longer times.
 */
function redistribute(waits: { time: number; isAnswered: boolean }[], within: number): number {
  const sorted = waits.toSorted((a, b) => a.time - b.time || Number(b.isAnswered) - Number(a.isAnswered));
  const weights = sorted.map(() => 1 / sorted.length);
  sorted.forEach(({ isAnswered }, at) => {
    const later = sorted.length - at - 1;
    if (isAnswered || later === 0) return;
    for (let next = at + 1; next < sorted.length; next += 1)
      weights[next] = (weights[next] ?? 0) + (weights[at] ?? 0) / later;
    weights[at] = 0;
  });
  return sorted.reduce(
    (sum, { time, isAnswered }, at) => sum + (isAnswered && time <= within ? (weights[at] ?? 0) : 0),
    0,
  );
}
