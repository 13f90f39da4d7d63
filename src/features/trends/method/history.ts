// The scores of a tenant's people by week, packed: 5 bytes for each week of a person.
import { dimensions } from '../../../platform/schema/scores.ts';
import { thresholds } from './thresholds.ts';
import type { CheckIn } from './types.ts';

const { weeks } = thresholds;

/**
 * Weeks count from the oldest, 0, to the detected one. `place` is a person's number in the order of adding. A group's week
 * with fewer people than `minimumGroup` is left out.
 */
export type History = {
  minimumGroup: number;
  ids: string[];
  /** By place. */
  areTested: boolean[];
  /** The empty name stands for no department. */
  departments: string[];
  departmentNumbers: Map<string, number>;
  /** By place, week and dimension; 0 without a summary. */
  scores: Uint8Array;
  /** The department's number by place and week. */
  writtenIn: Uint16Array;
};

const firstCapacity = 64;

export function createHistory(minimumGroup: number): History {
  return {
    minimumGroup,
    ids: [],
    areTested: [],
    departments: [''],
    departmentNumbers: new Map([['', 0]]),
    scores: new Uint8Array(firstCapacity * weeks * dimensions.length),
    writtenIn: new Uint16Array(firstCapacity * weeks),
  };
}

/**
 * Adds a person. Call it once per person. Check-ins outside of the weeks are ignored.
 *
 * @param isTested false for a deactivated user: no flags about them, but their summaries count for their groups
 */
export function addPerson(history: History, id: string, checkIns: readonly CheckIn[], isTested = true): void {
  const place = history.ids.push(id) - 1;
  history.areTested.push(isTested);
  if ((place + 1) * weeks > history.writtenIn.length) grow(history);
  for (const { weeksAgo, department, scores } of checkIns) {
    const week = weeks - 1 - weeksAgo;
    if (week < 0 || week >= weeks) continue;
    const at = place * weeks + week;
    history.writtenIn[at] = numberDepartment(history, department ?? '');
    dimensions.forEach((dimension, i) => (history.scores[at * dimensions.length + i] = scores[dimension]));
  }
}

/** Returns the score of a person in a week; 0 without a summary. @param dimension its number in `dimensions` */
export function readScore({ scores }: History, place: number, week: number, dimension: number): number {
  return scores[(place * weeks + week) * dimensions.length + dimension] as number;
}

/** Returns the numbers of the weeks in which a person wrote, ascending. */
export function listWeeks(history: History, place: number): number[] {
  return Array.from({ length: weeks }, (_, week) => week).filter((week) => readScore(history, place, week, 0));
}

/** Calls `handle` with each score of a dimension, person by person. `department` is the number of theirs in that week. */
export function forEachScore(
  history: History,
  dimension: number,
  handle: (department: number, week: number, score: number, place: number) => void,
): void {
  const { ids, writtenIn } = history;
  for (let place = 0; place < ids.length; place += 1) {
    for (let week = 0; week < weeks; week += 1) {
      const score = readScore(history, place, week, dimension);
      if (score > 0) handle(writtenIn[place * weeks + week] as number, week, score, place);
    }
  }
}

function numberDepartment({ departments, departmentNumbers }: History, name: string): number {
  const known = departmentNumbers.get(name);
  if (known !== undefined) return known;
  departmentNumbers.set(name, departments.length);
  return departments.push(name) - 1;
}

function grow(history: History): void {
  const scores = new Uint8Array(history.scores.length * 2);
  scores.set(history.scores);
  const writtenIn = new Uint16Array(history.writtenIn.length * 2);
  writtenIn.set(history.writtenIn);
  Object.assign(history, { scores, writtenIn });
}
