// Rows of weeks by department, and of everyone: of which departments the figures are shown.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import { rolesThatHold, type ReportPermission, type Standing } from '../../platform/access/permissions.ts';
import type { AnyPermission } from '../../platform/permissions.ts';
import type { Rows } from '../../platform/graph/client.ts';
import type { Call } from '../../platform/graph/queries/call-types.ts';
import { isShowable, selectShown } from '../../platform/lib/withholding.ts';
import { mapRows, splitIntoPages, toWeekParams, type WeekScope } from './definition.ts';
import type { Cell, Row } from './rows.ts';

/** Counts and sums of a department in a week. `people` are those expected, without the excused. */
export type DepartmentWeek = { week: string; department: string; people: number; excused: number } & Record<
  string,
  number | string
>;

type Figures = Record<string, Cell>;

/** What the heading of every such query has. */
export type Heading = { week: string; minimumGroup: number };

/**
 * What a row shows of a department, or of everyone. `figures` are about the people who are expected. `written` are figures of what some
 * of them wrote: `by` is the name of the count of these, `distances` says how far they are from answers of all, as withholding.ts does.
 */
export type Described<Head = null> = {
  figures: (sums: DepartmentWeek) => Figures;
  written?: {
    by: string;
    distances: (sums: DepartmentWeek) => readonly number[];
    figures: (sums: DepartmentWeek, head: Head) => Figures;
  };
};

/** `toSums`: a row as counts and sums, if that is not what the query returns. */
type Reading<Head, Source> = Described<Head> & {
  permission: ReportPermission;
  weeks: number;
  toSums?: (source: Source) => DepartmentWeek;
  toCall: (params: Parameters<Parameters<typeof readInSight>[2]>[0] & ReturnType<typeof toWeekParams>) => Call;
};

/**
 * Reads a report of weeks by department.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
export async function readByDepartment<Head extends Heading = Heading, Source = DepartmentWeek>(
  scope: WeekScope,
  { permission, weeks, toSums, toCall, ...described }: Reading<Head, Source>,
): Promise<PermittedList<Head, Row>> {
  const read = async (
    asOperator: boolean,
  ): Promise<{ head: Head & { standing: Standing }; sums: DepartmentWeek[] }> => {
    const { head, rows } = await readInSight<Head, Source>({ ...scope, asOperator }, permission, (sight) =>
      toCall({ ...sight, ...toWeekParams(scope, weeks) }),
    );
    return { head, sums: await gather(toSums ? mapRows(rows, toSums) : (rows as unknown as Rows<DepartmentWeek>)) };
  };
  const { head, sums } = await read(scope.asOperator);
  const isOfPart = head.standing.isPartner === true && !isOfTenant(head.standing, permission);
  const whole = isOfPart ? (await read(true)).sums : sums;
  const seen = isOfPart ? sums : null;
  const isEmpty = isOfPart && sums.length === 0; // who sees nobody of it learns nothing of the others
  return { head, rows: splitIntoPages(isEmpty ? [] : describeWeeks(whole, head.minimumGroup, described, head, seen)) };
}

/** Whether a role permits it for the whole tenant: a partner has it for a part. */
export const isOfTenant = ({ roles }: Standing, permission: AnyPermission): boolean =>
  rolesThatHold(permission).some((role) => roles.includes(role));

async function gather<T>(pages: Rows<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/**
 * Makes the rows of each week: first the row of everyone, then the rows of the departments by name. For a department that is
 * withheld, only the number of people is shown. What was written is withheld by the count of those who wrote, which no later move
 * changes, and where the department itself is withheld; in a department to which nobody belongs any more there is no rate to withhold.
 *
 * @param seen what a partner sees. The figures of a part are then those that the page of the whole tenant shows of the departments that are
 *   wholly in the part, and of all these together. Whatever pages somebody puts beside each other, there is no figure of a smaller group. What
 *   was written in a department also counts people who are not in the part today: it is shown if those whom the partner cannot read wrote
 *   nothing, or are enough themselves, since a partner can take off what the others wrote.
 */
export function describeWeeks<Head>(
  all: readonly DepartmentWeek[],
  minimumGroup: number,
  { figures, written }: Described<Head>,
  head: Head,
  seen: readonly DepartmentWeek[] | null = null,
): Row[] {
  const rows: Row[] = [];
  const ofPart = seen && Map.groupBy(seen, ({ week }) => week);
  for (const [week, departments] of Map.groupBy(all, (one) => one.week)) {
    const toGroup = (of: DepartmentWeek) => ({
      name: of.department,
      size: written ? Number(of[written.by]) : 0,
      distances: written?.distances(of) ?? [],
    });
    const shown = selectShown(
      departments.map(({ department, people }) => ({ name: department, size: people })),
      minimumGroup,
    );
    const shownWriters = selectShown(departments.map(toGroup), minimumGroup);
    const inPart = ofPart && new Map((ofPart.get(week) ?? []).map((one) => [one.department, one]));
    const isWhole = (of: DepartmentWeek): boolean => {
      const part = inPart?.get(of.department);
      return !inPart || (part?.people === of.people && part.excused === of.excused);
    };
    const isRestShowable = (of: DepartmentWeek): boolean => {
      const part = inPart?.get(of.department);
      const rest = toGroup(part ? takeOff(of, part) : of);
      return !inPart || rest.size === 0 || isShowable(rest, minimumGroup);
    };
    const isShown = (of: DepartmentWeek): boolean => shown.has(of.department) && isWhole(of);
    const isWrittenShown = (of: DepartmentWeek): boolean =>
      (isShown(of) || of.people === 0) && shownWriters.has(of.department) && isWhole(of) && isRestShowable(of);
    const counted = inPart ? departments.filter(isShown) : departments;
    const total = addUp(week, counted);
    const totalWritten = addUp(week, inPart ? departments.filter(isWrittenShown) : departments);
    const describe = (of: DepartmentWeek): Figures => ({ excused: of.excused, ...figures(of) });
    const describeWritten = (of: DepartmentWeek): Figures => written?.figures(of, head) ?? {};
    rows.push(
      toRow('everyone', total, {
        ...(counted.length > 0 && describe(total)),
        ...(isShowable(toGroup(totalWritten), minimumGroup) && describeWritten(totalWritten)),
      }),
    );
    for (const one of departments) {
      const part = inPart ? inPart.get(one.department) : one;
      if (!part) continue;
      rows.push(
        toRow('department', part, {
          ...(isShown(one) && describe(one)),
          ...(isWrittenShown(one) && describeWritten(one)),
        }),
      );
    }
  }
  return rows;
}

function toRow(scope: 'everyone' | 'department', { week, department, people }: DepartmentWeek, figures: Figures): Row {
  const row = { week, scope, ...(scope === 'department' && { department }), people, ...figures };
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

/** The counts and sums of those of a department whom a part of it has not. */
const takeOff = (of: DepartmentWeek, part: DepartmentWeek): DepartmentWeek => ({
  ...of,
  ...Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value - Number(part[name] ?? 0)]] : [],
    ),
  ),
});

/** A number with one decimal, as trend flags show means of groups: with more, differences of groups would be exact. */
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
