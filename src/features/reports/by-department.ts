// Rows of weeks by department, and of everyone: of which departments the figures are shown.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import type { ReportPermission } from '../../platform/access/permissions.ts';
import type { Rows } from '../../platform/graph/client.ts';
import type { Call } from '../../platform/graph/queries/call-types.ts';
import { selectShown } from './withholding.ts';
import { mapRows, toPages, toWeekParams, type WeekScope } from './definition.ts';
import type { Cell, Row } from './rows.ts';

/** Counts and sums of a department in a week. `people` are those expected, without the excused. */
export type DepartmentWeek = { week: string; department: string; people: number; excused: number } & Record<
  string,
  number | string
>;

type Figures = Record<string, Cell>;

/** What the heading of every such query has. */
export type Heading = { week: string; minimumGroup: number };

/** `figures` and `inner`: see `describeWeeks`. `toSums`: a row as counts and sums, if that is not what the query returns. */
type Reading<Head, Source> = {
  permission: ReportPermission;
  weeks: number;
  inner: string;
  toSums?: (source: Source) => DepartmentWeek;
  figures: (sums: DepartmentWeek, isShown: boolean, head: Head) => Figures;
  toCall: (params: Parameters<Parameters<typeof readInSight>[2]>[0] & ReturnType<typeof toWeekParams>) => Call;
};

/**
 * Reads a report of weeks by department.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
export async function readByDepartment<Head extends Heading = Heading, Source = DepartmentWeek>(
  scope: WeekScope,
  { permission, weeks, inner, toSums, figures, toCall }: Reading<Head, Source>,
): Promise<PermittedList<Head, Row>> {
  const { head, rows } = await readInSight<Head, Source>(scope, permission, (sight) =>
    toCall({ ...sight, ...toWeekParams(scope, weeks) }),
  );
  const sums = toSums ? mapRows(rows, toSums) : (rows as unknown as Rows<DepartmentWeek>);
  const describe = (of: DepartmentWeek, isShown: boolean): Figures => figures(of, isShown, head);
  return { head, rows: toPages(await describeWeeks(sums, head.minimumGroup, inner, describe)) };
}

/**
 * Makes the rows of each week: first the row of everyone, then the rows of the departments by name. For a department that is
 * withheld, only the number of people is shown.
 *
 * @param describe the figures of a row; `isShown` says whether figures that depend on a smaller count are shown, too
 * @param inner the name of that count
 */
export async function describeWeeks(
  pages: Rows<DepartmentWeek>,
  minimumGroup: number,
  inner: string,
  describe: (sums: DepartmentWeek, isShown: boolean) => Figures,
): Promise<Row[]> {
  const all: DepartmentWeek[] = [];
  for await (const page of pages) all.push(...page);
  const rows: Row[] = [];
  for (const [week, departments] of Map.groupBy(all, (one) => one.week)) {
    const select = (count: string): Set<string> =>
      selectShown(
        departments.map((one) => ({ name: one.department, size: Number(one[count]) })),
        minimumGroup,
      );
    const shown = select('people');
    const innerShown = select(inner);
    const total = addUp(week, departments);
    rows.push(toRow('everyone', total, describe(total, Number(total[inner]) >= minimumGroup)));
    for (const one of departments) {
      const figures = shown.has(one.department) ? describe(one, innerShown.has(one.department)) : null;
      rows.push(toRow('department', one, figures));
    }
  }
  return rows;
}

function toRow(
  scope: 'everyone' | 'department',
  { week, department, people, excused }: DepartmentWeek,
  figures: Figures | null,
): Row {
  const row = {
    week,
    scope,
    ...(scope === 'department' && { department }),
    people,
    ...(figures && { excused, ...figures }),
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;
}

function addUp(week: string, departments: readonly DepartmentWeek[]): DepartmentWeek {
  const total: DepartmentWeek = { week, department: '', people: 0, excused: 0 };
  for (const one of departments) {
    for (const [name, value] of Object.entries(one)) {
      if (typeof value === 'number') total[name] = Number(total[name] ?? 0) + value;
    }
  }
  return total;
}

/** A number with one decimal, as trend flags show means of groups: with more, differences of groups would be exact. */
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
