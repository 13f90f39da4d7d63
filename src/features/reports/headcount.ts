// Report: people, joiners and leavers, span and levels by month.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readPermitted, type PermittedList } from '../../platform/access/in-sight.ts';
import { permit, rolesThatHold } from '../../platform/access/permissions.ts';
import { failInvalid } from '../../platform/errors.ts';
import { createHeadcount, type Presence } from '../../platform/chart/headcount.ts';
import { pluralize } from '../../platform/lib/pluralize.ts';
import { addMonths, endOfMonth, toLocalDate } from '../../platform/time/weeks.ts';
import { defineReport, splitIntoPages, type ReportScope } from './definition.ts';
import type { Bar, Figure } from './figures.ts';
import { readNumber, type Row } from './rows.ts';
import type { Words } from './words.ts';

const months = 12;

const en = {
  title: 'People over time',
  description: `how many people there were, who joined and left, and the span and levels of the chart, over ${months} months`,
  columns: {
    month: 'Month',
    people: 'People',
    joiners: 'Joined',
    leavers: 'Left',
    managers: 'Managers',
    medianSpan: 'Direct reports, median',
    meanSpan: 'Direct reports, mean',
    layers: 'Levels',
  },
  says: (people: string, joiners: string, leavers: string, months: number): string =>
    `${people}, ${joiners} joined and ${leavers} left in ${pluralize(months, 'month')}.`,
  emptyMessage: 'There was nobody yet.',
  changes: 'Joined and left',
  aboutChanges: 'People at the end of each month.',
  change: (people: string, joiners: string, leavers: string): string => `${people}; ${joiners} joined, ${leavers} left`,
  shape: 'Shape of the chart',
  aboutShape: 'At the end of each month.',
  ofManager: 'Direct reports of a manager (median)',
  line: (last: string, first: string): string => `${last}; ${first} at first`,
  method:
    'A person is there from the start date on until they are deactivated; without a start date from the day on which they were ' +
    'entered, or always if that was within a day of the first person. The months begin with the one in which the company was entered here or, ' +
    'if that is earlier, with the first one in which somebody is known to have joined or left. People at the end of a month are those at the end of the ' +
    'month before, plus who joined, minus who left; who was erased is not counted. Span and levels are known from the first import of the chart on; who was ' +
    'entered later than they started is not in the chart of the time between.',
};

const de: typeof en = {
  title: 'Personen im Zeitverlauf',
  description: `wie viele Personen es gab, wer dazukam und wer ging, und wie breit und tief das Organigramm war, über ${months} Monate`,
  columns: {
    month: 'Monat',
    people: 'Personen',
    joiners: 'Dazugekommen',
    leavers: 'Gegangen',
    managers: 'Führungskräfte',
    medianSpan: 'Direkt Unterstellte, Median',
    meanSpan: 'Direkt Unterstellte, Mittel',
    layers: 'Ebenen',
  },
  says: (people, joiners, leavers, months) =>
    `${people}; in ${pluralize(months, 'Monat', 'Monaten', 'de')} dazugekommen: ${joiners}, gegangen: ${leavers}.`,
  emptyMessage: 'Es gab noch niemanden.',
  changes: 'Dazugekommen und gegangen',
  aboutChanges: 'Personen am Ende jedes Monats.',
  change: (people, joiners, leavers) => `${people}; dazugekommen: ${joiners}, gegangen: ${leavers}`,
  shape: 'Form des Organigramms',
  aboutShape: 'Am Ende jedes Monats.',
  ofManager: 'Direkt Unterstellte einer Führungskraft (Median)',
  line: (last, first) => `${last}; anfangs ${first}`,
  method:
    'Eine Person ist vom Tag ihres Eintritts an da, bis sie deaktiviert wird; ohne Eintrittsdatum von dem Tag an, an dem sie eingetragen wurde, ' +
    'oder schon immer, wenn das innerhalb eines Tages nach der ersten Person war. Die Monate beginnen mit dem, in dem das Unternehmen hier ' +
    'angelegt wurde, oder mit dem ersten, in dem bekanntlich jemand dazukam oder ging, wenn dieser früher war. Die Personen am Ende eines Monats ' +
    'sind die am Ende des Monats davor, dazu wer dazukam, ohne wer ging; wessen Daten gelöscht wurden, zählt nicht. Breite und Tiefe sind vom ' +
    'ersten Import des Organigramms an bekannt; wer später eingetragen wurde, als er anfing, fehlt im Organigramm der Zeit dazwischen.',
};

export const headcount = defineReport({ en, de }, readHeadcount, (own, words) => ({
  name: 'headcount',
  timeParameter: 'period',
  isSeries: true,
  columns: [
    { name: 'month', title: own.columns.month, holds: 'month' },
    { name: 'people', title: own.columns.people, digits: 0 },
    { name: 'joiners', title: own.columns.joiners, digits: 0 },
    { name: 'leavers', title: own.columns.leavers, digits: 0 },
    { name: 'managers', title: own.columns.managers, digits: 0 },
    { name: 'medianSpan', title: own.columns.medianSpan, digits: 1 },
    { name: 'meanSpan', title: own.columns.meanSpan, digits: 1 },
    { name: 'layers', title: own.columns.layers, digits: 0 },
  ],
  time: ({ period }) => period,
  toResponse: ({ period }) => ({ period }),
  headline(rows) {
    const [joiners, leavers] = (['joiners', 'leavers'] as const).map((name) =>
      words.formatNumber(rows.reduce((sum, row) => sum + readNumber(row, name), 0)),
    ) as [string, string];
    const newest = rows.at(-1);
    const people = newest ? readNumber(newest, 'people') : 0;
    const figure = words.countPeople(people);
    return {
      figure,
      says: own.says(figure, joiners, leavers, rows.length),
      saysFigure: true,
      amount: people === 0 ? null : people,
      unit: 'people',
    };
  },
  figures: (rows) => [createChangeFigure(rows, own, words), ...createStructureFigure(rows, own, words)],
}));

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

function createChangeFigure(rows: Row[], own: typeof en, words: Words): Figure {
  const most = Math.max(...rows.map((row) => readNumber(row, 'people')), 1);
  return {
    title: own.changes,
    about: own.aboutChanges,
    bars: rows.map((row): Bar => {
      const format = (name: string): string => words.formatNumber(readNumber(row, name));
      const people = readNumber(row, 'people');
      return {
        label: words.formatMonth(String(row['month'])),
        text: own.change(words.countPeople(people), format('joiners'), format('leavers')),
        parts: [{ share: people / most }],
      };
    }),
  };
}

/** None if no chart of these months is known. */
function createStructureFigure(rows: Row[], own: typeof en, words: Words): Figure[] {
  const structure = { layers: own.columns.layers, managers: own.columns.managers, medianSpan: own.ofManager };
  const lines = Object.entries(structure).flatMap(([name, title]) => {
    const points = rows.map((row) => ({
      at: `${String(row['month'])}-01`,
      value: (row[name] ?? null) as number | null,
    }));
    const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
    const first = known[0];
    const last = known.at(-1);
    if (first === undefined || last === undefined) return [];
    const text = own.line(words.formatNumber(last), words.formatNumber(first));
    return [{ title, text, points, domain: [0, Math.max(...known) * 1.2] as [number, number] }];
  });
  return lines.length === 0 ? [] : [{ title: own.shape, about: own.aboutShape, lines }];
}
