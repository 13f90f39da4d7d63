// Report: the check-ins of each person by week, for the managers of few people. Who has many in sight gets one level of them.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { permitRowsByQuery } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import { agree, pluralize } from '../../platform/lib/pluralize.ts';
import { dimensions, type Dimension } from '../../platform/schema/scores.ts';
import {
  createPersonColumns,
  createScoreColumns,
  createShareHeadline,
  defineReport,
  type ReportScope,
} from './definition.ts';
import { listWeeks, toTone, type Figure } from './figures.ts';
import type { Row } from './rows.ts';
import type { Words } from './words.ts';

const weeks = 12;
const peopleShown = 25;
/** With more people in sight, one level of them is shown: all rows would be a hundred megabytes. */
const maxPeople = 1_000;

const en = {
  title: 'People by week',
  description: `the check-ins and scores of each person over ${weeks} weeks`,
  columns: { submitted: 'Checked in', below: 'Everyone below', belowSubmitted: 'Checked in below' },
  says: (checkIns: number, weeks: number, excused: number): string =>
    `${agree(checkIns, 'check-in was', 'check-ins were')} made in ${pluralize(weeks, 'week')}` +
    `${excused === 0 ? '' : `; ${pluralize(excused, 'was', 'were')} excused`}.`,
  emptyMessage: 'Nobody was active in those weeks.',
  about: 'The score of each week, from 1 (poor) to 5 (great); “–” is no check-in.',
  cut: (shown: string, all: string): string =>
    ` Shown are the ${shown} of ${all} people who have missed most check-ins.`,
  method:
    'The weeks begin as in “Check-ins by department”. People count from the week in which they start, and as long as they are active today, but for the weeks in which they ' +
    'had no working day, or need not check in, and did not.',
};

const de: typeof en = {
  title: 'Personen nach Woche',
  description: `was jede Person abgegeben hat, mit den Werten, über ${weeks} Wochen`,
  columns: { submitted: 'Abgegeben', below: 'Alle darunter', belowSubmitted: 'Darunter abgegeben' },
  says: (checkIns, weeks, excused) =>
    `${agree(checkIns, 'Wochenbericht', 'Wochenberichten')} aus ${pluralize(weeks, 'Woche', 'Wochen', 'de')} abgegeben` +
    `${excused === 0 ? '' : `; nicht erwartet: ${excused}`}.`,
  emptyMessage: 'In diesen Wochen war niemand aktiv.',
  about: 'Der Wert jeder Woche, von 1 (schlecht) bis 5 (sehr gut); „–“ heißt: nicht abgegeben.',
  cut: (shown, all) => ` Gezeigt werden die ${shown} von ${all} Personen, bei denen am meisten fehlt.`,
  method:
    'Die Wochen beginnen wie in „Beteiligung nach Abteilung“. Personen zählen ab der Woche, in der sie anfangen, und solange sie heute aktiv sind. ' +
    'Ausgenommen sind Wochen, in denen sie keinen Arbeitstag hatten oder nichts abgeben müssen, und auch nichts abgegeben haben.',
};

export const team = defineReport({ en, de }, readTeam, (own, words) => ({
  name: 'team',
  timeParameter: 'week',
  leadsDown: true,
  isSeries: true,
  columns: [
    { name: 'week', title: words.columns.week, holds: 'week' },
    ...createPersonColumns(words),
    { name: 'submitted', title: own.columns.submitted },
    ...createScoreColumns(0, words),
    { name: 'below', title: own.columns.below, fileOnly: true },
    { name: 'belowSubmitted', title: own.columns.belowSubmitted, fileOnly: true },
  ],
  time: ({ weekStart }) => weekStart,
  toResponse: ({ weekStart, excused, isLevel }) => ({ weekStart, excused, ...(isLevel && { isLevel }) }),
  headline(rows, { excused }) {
    const submitted = rows.filter((row) => row['submitted']).length;
    return createShareHeadline(words, submitted, rows.length, own.says(rows.length, listWeeks(rows).length, excused));
  },
  figures: (rows) => dimensions.map((name) => createGrid(rows, name, own, words)),
}));

type Heading = { weekStart: string; excused: number; isLevel: boolean; managerFound: boolean };

/** @throws {ApiError} FORBIDDEN; USER_NOT_FOUND if the caller does not see who reports to the manager */
async function readTeam(scope: ReportScope): Promise<PermittedList<Heading, Row>> {
  const { now, week, asOperator, managerId = null } = scope;
  const list = await readInSight<Heading, Row>(scope, 'digest:read', (sight) => [
    'reports/team',
    {
      ...sight,
      now,
      weekStart: week,
      rolesThatReadAbsences: permitRowsByQuery('absence:read'),
      weeks,
      managerId,
      maxPeople: asOperator ? Number.MAX_SAFE_INTEGER : maxPeople,
    },
  ]);
  if (managerId === null || list.head.managerFound) return list;
  void list.rows.return().catch(() => undefined);
  return fail('USER_NOT_FOUND');
}

const countMissing = (weeks: Row[]): number => weeks.filter((row) => !row['submitted']).length;

/** A dash is a missing check-in; the weeks before a person starts, or in which they are excused, are blank. */
function createGrid(rows: Row[], name: Dimension, own: typeof en, words: Words): Figure {
  const columns = listWeeks(rows);
  const people = [...Map.groupBy(rows, ({ userId }) => userId).values()];
  const isCut = people.length > peopleShown;
  if (isCut) people.sort((a, b) => countMissing(b) - countMissing(a));
  const cut = isCut ? own.cut(words.formatNumber(peopleShown), words.formatNumber(people.length)) : '';
  return {
    title: words.scoreTitles[name],
    about: own.about + cut,
    grid: {
      columns,
      rows: people.slice(0, peopleShown).map((of) => ({
        label: String(of[0]?.['name']),
        cells: columns.map((week) => {
          const row = of.find((one) => one['week'] === week);
          const score = row?.[name] ?? null;
          if (!row) return null;
          return score === null ? { text: '–' } : { text: String(score), tone: toTone(Number(score)) };
        }),
      })),
    },
  };
}
