// One spelling of each team and department: names with the same key are the same, and the first spelling stays. No IO.
import { toNameKey } from '../../../platform/lib/names.ts';

type Named = Partial<Record<'team' | 'department', string | undefined>>;

/**
 * Gives the teams and departments of rows the spelling that they have in the tenant, or in an earlier row.
 *
 * @returns `notes`: a sentence for each spelling that was replaced, with its first row
 */
export function spellNames<Row extends Named & { row: number }>(
  people: readonly Named[],
  rows: readonly Row[],
): { rows: Row[]; notes: string[] } {
  const notes = new Map<string, string>();
  const spellings = { team: new Map<string, string>(), department: new Map<string, string>() };
  const spell = (column: keyof Named, name: string): string => {
    const key = toNameKey(name);
    const spelling = spellings[column].get(key) ?? name;
    spellings[column].set(key, spelling);
    return spelling;
  };
  for (const { team, department } of people) {
    spell('team', team ?? '');
    spell('department', department ?? '');
  }
  const spelled = rows.map((row) => {
    const names: Named = {};
    for (const column of ['team', 'department'] as const) {
      const from = row[column];
      if (from === undefined) continue;
      const to = spell(column, from);
      names[column] = to;
      const note = `row ${row.row}: the ${column} ${JSON.stringify(from)} is kept as ${JSON.stringify(to)}, its first spelling`;
      if (from !== to && !notes.has(`${column} ${from}`)) notes.set(`${column} ${from}`, note);
    }
    return { ...row, ...names };
  });
  return { rows: spelled, notes: [...notes.values()] };
}
