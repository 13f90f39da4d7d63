// Weeks that are good or bad for everyone, which say nothing about a person.
import { forEachScore, readScore, type History } from './history.ts';
import { thresholds } from './thresholds.ts';

const { weeks } = thresholds;

/**
 * Shared weeks in points, by week: of the tenant; of a department (by number, then week), beyond the tenant's and 0 if none is
 * clear; and of the departments other than this one.
 */
export type SharedWeeks = {
  tenant: Float64Array;
  departments: Float64Array;
  others: Float64Array;
  personMeans: Float64Array;
};

type Cell = { mean: number; people: number };

/** Means of people that a shift of everyone has moved are freed from it in so many rounds. */
const rounds = 3;

/**
 * Measures shared weeks of a dimension: by how much the people who wrote in a week are, on average, above their own means, which
 * are themselves freed from shared weeks. A week of the tenant is taken out as it is, however small: what is left of a slow season
 * would add up over months. A department's is left out where it is small, because it may be chance; of others, a part is left that
 * shrinks with their size (W. James and C. Stein, Proc. 4th Berkeley Symp. 1, 1961).
 */
export function measureSharedWeeks(history: History, dimension: number): SharedWeeks {
  const tenant = new Float64Array(weeks);
  const departments = new Float64Array(history.departments.length * weeks);
  const others = new Float64Array(history.departments.length * weeks);
  const shared: SharedWeeks = { tenant, departments, others, personMeans: new Float64Array(history.ids.length) };
  for (let round = 0; round < rounds; round += 1) {
    const variance = updatePersonMeans(history, dimension, shared);
    updateSharedWeeks(history, dimension, shared, variance);
  }
  updatePersonMeans(history, dimension, shared);
  return shared;
}

function updateSharedWeeks(history: History, dimension: number, shared: SharedWeeks, variance: number): void {
  const { departments, minimumGroup } = history;
  const ranked = rankDeviations(history, dimension, shared.personMeans);
  shared.departments.fill(0);
  for (let week = 0; week < weeks; week += 1) {
    const rest = { total: 0, people: 0 };
    const cells: Cell[] = [];
    const large: number[] = [];
    for (let number = 0; number < departments.length; number += 1) {
      const deviations = ranked(number, week);
      const total = deviations.reduce((sum, one) => sum + one, 0);
      if (number > 0 && deviations.length >= minimumGroup) {
        cells.push({ mean: total / deviations.length, people: deviations.length });
        large.push(number);
      } else {
        rest.total += total;
        rest.people += deviations.length;
      }
    }
    if (rest.people >= minimumGroup) cells.push({ mean: rest.total / rest.people, people: rest.people });
    const tenant = findMedian(cells);
    shared.tenant[week] = tenant;
    for (const [place, number] of large.entries()) {
      shared.others[number * weeks + week] = findMedian(cells.filter((_, other) => other !== place));
      shared.departments[number * weeks + week] = measureDepartment(ranked(number, week), tenant, variance);
    }
  }
}

/**
 * Measures a department's week beyond the tenant's; 0 if more than a few of its people are far from their median, because
 * then it is not the week of all of them.
 */
function measureDepartment(deviations: Float32Array, tenant: number, variance: number): number {
  const people = deviations.length;
  const median = ((deviations[(people - 1) >> 1] as number) + (deviations[people >> 1] as number)) / 2;
  const far = thresholds.sharedWeeks.farDistance * Math.sqrt(variance);
  const others = deviations.reduce((count, one) => count + (Math.abs(one - median) > far ? 1 : 0), 0);
  if (others > thresholds.sharedWeeks.farShare * people) return 0;
  return shrink(deviations.reduce((sum, one) => sum + one, 0) / people - tenant, people, variance);
}

/**
 * By department, then week: by how much each person who wrote is above their own mean, lowest first. All are in one
 * array, because there are many small groups.
 */
function rankDeviations(
  history: History,
  dimension: number,
  personMeans: Float64Array,
): (department: number, week: number) => Float32Array {
  const { departments } = history;
  const ends = new Uint32Array(departments.length * weeks + 1);
  forEachScore(history, dimension, (department, week) => (ends[department * weeks + week + 1]! += 1));
  for (let at = 1; at < ends.length; at += 1) ends[at]! += ends[at - 1] as number;
  const deviations = new Float32Array(ends.at(-1) as number);
  const next = ends.slice();
  forEachScore(history, dimension, (department, week, score, place) => {
    deviations[next[department * weeks + week]!++] = score - (personMeans[place] as number);
  });
  return (department, week) => {
    const at = department * weeks + week;
    return deviations.subarray(ends[at], ends[at + 1]).sort();
  };
}

/** Takes shared weeks out of a person's score. */
export function withoutSharedWeek(
  { tenant, departments }: SharedWeeks,
  score: number,
  week: number,
  department: number,
): number {
  return score - (tenant[week] as number) - (departments[department * weeks + week] as number);
}

/** Sets the means of people without shared weeks, and returns the variance around them. */
function updatePersonMeans(history: History, dimension: number, shared: SharedWeeks): number {
  const { ids, writtenIn } = history;
  let squares = 0;
  let degrees = 0;
  for (let place = 0; place < ids.length; place += 1) {
    let sum = 0;
    let sumOfSquares = 0;
    let count = 0;
    for (let week = 0; week < weeks; week += 1) {
      const score = readScore(history, place, week, dimension);
      if (score === 0) continue;
      const own = withoutSharedWeek(shared, score, week, writtenIn[place * weeks + week] as number);
      sum += own;
      sumOfSquares += own * own;
      count += 1;
    }
    if (count === 0) continue;
    shared.personMeans[place] = sum / count;
    squares += sumOfSquares - (sum * sum) / count;
    degrees += count - 1;
  }
  return degrees > 0 ? squares / degrees : 0;
}

/** The median of departments, each as heavy as its people: one that shifts hardly moves it. 0 without departments. */
function findMedian(cells: readonly Cell[]): number {
  const rising = [...cells].sort((a, b) => a.mean - b.mean);
  const half = rising.reduce((sum, { people }) => sum + people, 0) / 2;
  let passed = 0;
  for (const [place, { mean, people }] of rising.entries()) {
    passed += people;
    if (passed === half) return (mean + (rising[place + 1] as Cell).mean) / 2;
    if (passed > half) return mean;
  }
  return 0;
}

function shrink(mean: number, people: number, variance: number): number {
  if (people === 0 || variance === 0) return 0;
  const distance = (mean * mean * people) / variance;
  const least = thresholds.sharedWeeks.minimumDistance ** 2;
  return distance > least ? mean * (1 - least / distance) : 0;
}
