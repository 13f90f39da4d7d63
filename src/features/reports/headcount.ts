// Report: people, joiners and leavers, span and levels by month.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readPermitted, type PermittedList } from '../../platform/access/in-sight.ts';
import { permit, rolesThatHold } from '../../platform/access/permissions.ts';
import { failInvalid } from '../../platform/errors.ts';
import { createHeadcount, type Presence } from '../../platform/chart/headcount.ts';
import { pluralize } from '../../platform/lib/pluralize.ts';
import { addMonths, endOfMonth, formatMonth, toLocalDate } from '../../platform/time/weeks.ts';
import { defineReport, splitIntoPages, type ReportScope } from './definition.ts';
import type { Bar, Figure } from './figures.ts';
import { readNumber, type Row } from './rows.ts';

const months = 12;

export const headcount = defineReport({
  name: 'headcount',
  title: 'People over time',
  description: `how many people there were, who joined and left, and the span and levels of the chart, over ${months} months`,
  timeParameter: 'period',
  isSeries: true,
  columns: [
    { name: 'month', title: 'Month' },
    { name: 'people', title: 'People', digits: 0 },
    { name: 'joiners', title: 'Joined', digits: 0 },
    { name: 'leavers', title: 'Left', digits: 0 },
    { name: 'managers', title: 'Managers', digits: 0 },
    { name: 'medianSpan', title: 'Direct reports, median', digits: 1 },
    { name: 'meanSpan', title: 'Direct reports, mean', digits: 1 },
    { name: 'layers', title: 'Levels', digits: 0 },
  ],
  read: readHeadcount,
  time: ({ period }) => period,
  toResponse: ({ period }) => ({ period }),
  headline(rows) {
    const [joiners, leavers] = ['joiners', 'leavers'].map((name) =>
      rows.reduce((sum, row) => sum + readNumber(row, name), 0),
    );
    const newest = rows.at(-1);
    const people = newest ? readNumber(newest, 'people') : 0;
    const figure = pluralize(people, 'person', 'people');
    return {
      figure,
      says: `${figure}, ${joiners} joined and ${leavers} left in ${pluralize(rows.length, 'month')}.`,
      saysFigure: true,
      amount: people === 0 ? null : people,
      unit: 'people',
    };
  },
  emptyMessage: 'There was nobody yet.',
  figures: (rows) => [createChangeFigure(rows), ...createStructureFigure(rows)],
  method:
    'A person is there from the start date on until they are deactivated; without a start date from the day on which they were ' +
    'entered, or always if that was within a day of the first person. The months begin with the one in which the company was entered here or, ' +
    'if that is earlier, with the first one in which somebody is known to have joined or left. People at the end of a month are those at the end of the ' +
    'month before, plus who joined, minus who left; who was erased is not counted. Span and levels are known from the first import of the chart on; who was ' +
    'entered later than they started is not in the chart of the time between.',
});

/** A person, or a change of somebody's state. */
type Source = Omit<Presence, 'changes'> | { id: string; changes: Presence['changes'][0] };

/** @throws {ApiError} FORBIDDEN if the caller may not read the report; VALIDATION_ERROR for a month to come */
async function readHeadcount(scope: ReportScope): Promise<PermittedList<{ period: string }, Row>> {
  const { graph, asOperator, now, period } = scope;
  const { head, rows } = await readPermitted<{ period: string; timezone: string; madeIn: string | null }, Source>(
    graph,
    ['reports/headcount', { asOperator, now, period, permittedRoles: rolesThatHold('headcount:read') }],
    (standing) => permit(standing, 'headcount:read'),
  );
  const current = toLocalDate(now, head.timezone).slice(0, 'YYYY-MM'.length);
  const last = head.period;
  if (last > current) {
    void rows.return().catch(() => undefined);
    failInvalid([{ parameter: 'period', message: 'period must not be in the future.' }]);
  }
  const measure = createHeadcount(await readPeople(rows));
  const toMoment = ({ date, at }: { date: string; at: string }) => ({ date, at: Date.parse(at) });
  const measured: Row[] = [];
  for (let ago = months - 1; ago >= 0; ago -= 1) {
    const month = addMonths(last, -ago);
    const before = endOfMonth(addMonths(month, -1), head.timezone);
    const end = endOfMonth(month, head.timezone);
    const moment = end.at < now ? end : { at: now, date: toLocalDate(now, head.timezone) };
    measured.push({ month, ...measure(toMoment(before), toMoment(moment)) });
    await nextTurn(); // other bulk requests are answered between two months
  }
  const madeIn = head.madeIn ?? '';
  const first = measured.findIndex(
    (row) => String(row['month']) >= madeIn || readNumber(row, 'joiners') + readNumber(row, 'leavers') > 0,
  );
  return { head: { ...head, period: last }, rows: splitIntoPages(first < 0 ? [] : measured.slice(first)) };
}

/** Gathers people with the changes of their state, which come after them. */
async function readPeople(rows: AsyncIterable<Source[]>): Promise<Presence[]> {
  const people = new Map<string, Presence>();
  for await (const page of rows)
    for (const row of page) {
      if ('changes' in row) people.get(row.id)?.changes.push(row.changes);
      else people.set(row.id, { ...row, changes: [] });
    }
  return [...people.values()];
}

function createChangeFigure(rows: Row[]): Figure {
  const most = Math.max(...rows.map((row) => readNumber(row, 'people')), 1);
  return {
    title: 'Joined and left',
    about: 'People at the end of each month.',
    bars: rows.map((row): Bar => {
      const [people, joiners, leavers] = ['people', 'joiners', 'leavers'].map((name) => readNumber(row, name));
      return {
        label: formatMonth(String(row['month'])),
        text: `${pluralize(people ?? 0, 'person', 'people')}; ${joiners} joined, ${leavers} left`,
        parts: [{ share: (people ?? 0) / most }],
      };
    }),
  };
}

const structure = { layers: 'Levels', managers: 'Managers', medianSpan: 'Direct reports of a manager (median)' };

/** None if no chart of these months is known. */
function createStructureFigure(rows: Row[]): Figure[] {
  const lines = Object.entries(structure).flatMap(([name, title]) => {
    const points = rows.map((row) => ({
      at: `${String(row['month'])}-01`,
      value: (row[name] ?? null) as number | null,
    }));
    const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
    const first = known[0];
    const last = known.at(-1);
    if (first === undefined || last === undefined) return [];
    return [
      { title, text: `${last}; ${first} at first`, points, domain: [0, Math.max(...known) * 1.2] as [number, number] },
    ];
  });
  return lines.length === 0 ? [] : [{ title: 'Shape of the chart', about: 'At the end of each month.', lines }];
}
