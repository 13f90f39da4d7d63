// Report: the check-ins of each person by week, for the managers of few people. Who has many in sight gets one level of them.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { permitRowsByQuery } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import { agree, pluralize } from '../../platform/lib/pluralize.ts';
import { scoreTitles } from '../../platform/schema/scores.ts';
import {
  createScoreColumns,
  createShareHeadline,
  defineReport,
  personColumns,
  type ReportScope,
} from './definition.ts';
import { listWeeks, toTone, type Figure } from './figures.ts';
import type { Row } from './rows.ts';

const weeks = 12;
const peopleShown = 25;
/** With more people in sight, one level of them is shown: all rows would be a hundred megabytes. */
const maxPeople = 1_000;

export const team = defineReport({
  name: 'team',
  title: 'People by week',
  description: `the check-ins and scores of each person over ${weeks} weeks`,
  timeParameter: 'week',
  leadsDown: true,
  isSeries: true,
  columns: [
    { name: 'week', title: 'Week' },
    ...personColumns,
    { name: 'submitted', title: 'Checked in' },
    ...createScoreColumns(0),
    { name: 'below', title: 'Everyone below', fileOnly: true },
    { name: 'belowSubmitted', title: 'Checked in below', fileOnly: true },
  ],
  read: readTeam,
  time: ({ weekStart }) => weekStart,
  toResponse: ({ weekStart, excused, isLevel }) => ({ weekStart, excused, ...(isLevel && { isLevel }) }),
  headline(rows, { excused }) {
    const submitted = rows.filter((row) => row['submitted']).length;
    const of = pluralize(listWeeks(rows).length, 'week');
    const says = `${agree(rows.length, 'check-in was', 'check-ins were')} made in ${of}${excused === 0 ? '' : `; ${pluralize(excused, 'was', 'were')} excused`}.`;
    return createShareHeadline(submitted, rows.length, says);
  },
  emptyMessage: 'Nobody was active in those weeks.',
  figures: (rows) => Object.entries(scoreTitles).map(([name, title]) => createGrid(rows, name, title)),
  method:
    'The weeks begin as in “Check-ins by department”. People count from the week in which they start, and as long as they are active today, but for the weeks in which they ' +
    'had no working day, or need not check in, and did not.',
});

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
function createGrid(rows: Row[], name: string, title: string): Figure {
  const columns = listWeeks(rows);
  const people = [...Map.groupBy(rows, ({ userId }) => userId).values()];
  const isCut = people.length > peopleShown;
  if (isCut) people.sort((a, b) => countMissing(b) - countMissing(a));
  const shown = isCut ? ` Shown are the ${peopleShown} of ${people.length} people who have missed most check-ins.` : '';
  return {
    title,
    about: `The score of each week, from 1 (poor) to 5 (great); “–” is no check-in.${shown}`,
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
