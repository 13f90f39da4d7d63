// Columns that several reports have.
import { scoreTitles } from '../model/scores.ts';
import type { Column } from './definition.ts';

/** Who a row is about; the id and the address are in files alone. */
export const personColumns: Column[] = [
  { name: 'userId', title: 'User ID', fileOnly: true },
  { name: 'name', title: 'Name' },
  { name: 'email', title: 'Email', fileOnly: true },
  { name: 'team', title: 'Team' },
  { name: 'department', title: 'Department' },
];

/** @param digits after the decimal point */
export function createScoreColumns(digits: number): Column[] {
  return Object.entries(scoreTitles).map(([name, title]) => ({ name, title, digits }));
}

/** What a row about a group and a week begins with; everyone has no department. `people` excludes those excused. */
export const departmentColumns: Column[] = [
  { name: 'week', title: 'Week' },
  { name: 'scope', title: 'Scope' },
  { name: 'department', title: 'Department' },
  { name: 'people', title: 'People', digits: 0 },
  { name: 'excused', title: 'Excused', digits: 0 },
];
