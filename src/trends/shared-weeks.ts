// Weeks that are good or bad for everyone, which say nothing about a person.
import { readScore, type History } from './history.ts';
import { thresholds } from './thresholds.ts';

/** In points, by week: of the tenant; and of a department (by number, then week) beyond the tenant's. 0 if none is clear. */
export type SharedWeeks = { tenant: Float64Array; departments: Float64Array; personMeans: Float64Array };

/** Means of people that a shift of everyone has moved are freed from it in so many rounds. */
const rounds = 3;

/**
 * Measures shared weeks of a dimension: by how much those who wrote in a week are above their own means, which are
 * themselves freed from shared weeks.
 */
export function measureSharedWeeks(history: History, dimension: number): SharedWeeks {
  const tenant = new Float64Array(history.weeks);
  const departments = new Float64Array(history.departments.length * history.weeks);
  const shared: SharedWeeks = { tenant, departments, personMeans: new Float64Array(history.ids.length) };
  for (let round = 0; round < rounds; round += 1) {
    const variance = updatePersonMeans(history, dimension, shared);
    updateSharedWeeks(history, dimension, shared, variance);
  }
  updatePersonMeans(history, dimension, shared);
  return shared;
}

/** Takes shared weeks out of a person's score. */
export function withoutSharedWeek(
  { tenant, departments }: SharedWeeks,
  score: number,
  week: number,
  department: number,
): number {
  return score - (tenant[week] as number) - (departments[department * tenant.length + week] as number);
}

function updateSharedWeeks(history: History, dimension: number, shared: SharedWeeks, variance: number): void {
  const { weeks, departments, ids, writtenIn } = history;
  const { tenantMajority, departmentMajority } = thresholds.sharedWeeks;
  const all: number[] = []; // the lists serve every week: new ones would fill the memory
  const byDepartment = departments.map((): number[] => []);
  for (let week = 0; week < weeks; week += 1) {
    for (const list of [all, ...byDepartment]) list.length = 0;
    for (let place = 0; place < ids.length; place += 1) {
      const score = readScore(history, place, week, dimension);
      if (score === 0) continue;
      const deviation = score - (shared.personMeans[place] as number);
      all.push(deviation);
      byDepartment[writtenIn[place * weeks + week] as number]?.push(deviation);
    }
    const tenant = findCommon(all, 0, tenantMajority, variance);
    shared.tenant[week] = tenant;
    for (const [number, deviations] of byDepartment.entries()) {
      if (number > 0)
        shared.departments[number * weeks + week] = findCommon(deviations, tenant, departmentMajority, variance);
    }
  }
}

/** Sets the means of people without shared weeks, and returns the variance around them. */
function updatePersonMeans(history: History, dimension: number, shared: SharedWeeks): number {
  const { weeks, ids, writtenIn } = history;
  let [squares, degrees] = [0, 0];
  for (let place = 0; place < ids.length; place += 1) {
    let [sum, sumOfSquares, count] = [0, 0, 0];
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

/**
 * What people have in common beyond the tenant: their median or mean, whichever is smaller, or 0 unless a majority moves the same way, so that
 * some who shift are not taken for all. What may be chance is left in: the part that shrinks with the size (W. James and
 * C. Stein, Proc. 4th Berkeley Symp. 1, 1961).
 */
function findCommon(deviations: number[], tenant: number, majority: number, variance: number): number {
  const ranked = Float64Array.from(deviations, (one) => one - tenant).sort();
  const people = ranked.length;
  const at = (share: number): number => ranked[Math.min(people - 1, Math.floor(share * people))] as number;
  if (people === 0 || variance === 0 || at(1 - majority) * at(majority) <= 0) return 0;
  const median = (at(0.5) + (ranked[(people - 1) >> 1] as number)) / 2;
  const mean = ranked.reduce((sum, one) => sum + one, 0) / people;
  const common = median * mean <= 0 ? 0 : Math.abs(mean) < Math.abs(median) ? mean : median;
  const distance = (common * common * people) / variance;
  return common === 0 ? 0 : common * Math.max(0, 1 - thresholds.sharedWeeks.minimumDistance ** 2 / distance);
}
