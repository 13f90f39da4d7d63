// What somebody can conclude who has pages of reports of a week, printed before and after people move or leave, and who reads the
// scores of some people.
import { createRandom, type Random } from '../../scripts/tools/random.ts';

export type Kind = 'check-ins' | 'goals' | 'question';
export type PageTime = 'before' | 'after';

/** Departments before and after; '' is none any more. `isKnown`: the attacker reads them by name. */
export type Member = { before: string; after: string; isKnown: boolean; value: number };
/** Sums of a page. `low` and `high`: of a department that is shown, or of everyone. */
export type Shown = { at: PageTime; department: string | null; low: number; high: number };
type Range = { low: number; high: number };

type Constraint = Range & { signs: Map<string, 1 | -1> };

/**
 * Narrows the sums of those who moved alike (from one department to another, or not at all) by all equations between them, until
 * nothing changes. Beside what is shown, the differences of two pages are equations: the many who stay cancel out.
 *
 * @param members those who count, each with a value within the limits
 * @returns the range of what a department has on a page, without those the attacker reads
 */
export function solveSums(
  members: readonly Member[],
  shown: readonly Shown[],
  { least, most }: { least: number; most: number },
): (at: PageTime, department: string) => Range {
  const nameOf = ({ before, after }: Member): string => `${before}>${after}`;
  const unknown = members.filter(({ isKnown }) => !isKnown);
  const cells = new Map<string, Range>();
  for (const [name, of] of Map.groupBy(unknown, nameOf))
    cells.set(name, { low: least * of.length, high: most * of.length });
  const isIn = (member: Member, { at, department }: Pick<Shown, 'at' | 'department'>): boolean =>
    department === null ? member[at] !== '' : member[at] === department;
  const constraints = shown.map((one): Constraint => {
    const known = members
      .filter((member) => member.isKnown && isIn(member, one))
      .reduce((sum, { value }) => sum + value, 0);
    const names = unknown.filter((member) => isIn(member, one)).map(nameOf);
    return { signs: new Map(names.map((name) => [name, 1])), low: one.low - known, high: one.high - known };
  });
  const subtract = (one: Constraint, other: Constraint): Constraint => ({
    low: one.low - other.high,
    high: one.high - other.low,
    signs: new Map([
      ...[...one.signs].filter(([name]) => !other.signs.has(name)),
      ...[...other.signs.keys()].flatMap((name): [string, 1 | -1][] => (one.signs.has(name) ? [] : [[name, -1]])),
    ]),
  });
  const pairs = shown.flatMap((one, place) =>
    shown.flatMap((other, otherPlace) =>
      one.at === 'before' && other.at === 'after' && one.department === other.department
        ? [subtract(constraints[place] as Constraint, constraints[otherPlace] as Constraint)]
        : [],
    ),
  );
  // everyone without the departments of the page that are shown
  const rests = (['before', 'after'] as const).flatMap((at) => {
    const total = shown.findIndex((one) => one.at === at && one.department === null);
    if (total < 0) return [];
    const others = constraints.filter((_, place) => shown[place]?.at === at && shown[place].department !== null);
    return [others.reduce((rest, other) => subtract(rest, other), constraints[total] as Constraint)];
  });
  const all = [...constraints, ...pairs, ...rests];
  for (let round = 0; round < 30; round += 1) if (!all.map((one) => narrow(cells, one)).some(Boolean)) break;
  return (at, department) => {
    const names = new Set(unknown.filter((member) => member[at] === department).map(nameOf));
    const range = { low: 0, high: 0 };
    for (const name of names) {
      range.low += cells.get(name)?.low ?? 0;
      range.high += cells.get(name)?.high ?? 0;
    }
    for (const one of all) {
      // an equation with all of them bounds their sum better than each alone
      if (![...names].every((name) => one.signs.get(name) === 1)) continue;
      const rest = [...one.signs].filter(([name]) => !names.has(name));
      const [low, high] = boundSum(cells, rest);
      range.low = Math.max(range.low, one.low - high);
      range.high = Math.min(range.high, one.high - low);
    }
    return range;
  };
}

function boundSum(cells: Map<string, Range>, terms: Iterable<[string, 1 | -1]>): [low: number, high: number] {
  let low = 0;
  let high = 0;
  for (const [name, sign] of terms) {
    const cell = cells.get(name) as Range;
    low += sign > 0 ? cell.low : -cell.high;
    high += sign > 0 ? cell.high : -cell.low;
  }
  return [low, high];
}

/** Narrows each sum by one equation; tells whether one has become clearly narrower. */
function narrow(cells: Map<string, Range>, { signs, low, high }: Constraint): boolean {
  let isNarrower = false;
  for (const [name, sign] of signs) {
    const cell = cells.get(name) as Range;
    const [least, most] = boundSum(
      cells,
      [...signs].filter(([other]) => other !== name),
    );
    const [from, to] = sign > 0 ? [low - most, high - least] : [least - high, most - low];
    const next = { low: Math.max(cell.low, from), high: Math.min(cell.high, to) };
    if (next.low - cell.low > 1e-3 || cell.high - next.high > 1e-3) isNarrower = true;
    cells.set(name, next);
  }
  return isNarrower;
}

/** A person in two weeks: scores (0 is no check-in), goals completed, and points given to a question (0 is no answer). */
export type Employee = {
  before: string;
  after: string;
  isReport: boolean;
  scores: [number, number];
  completed: [number, number];
  points: [number, number];
};

/**
 * A company in two weeks, between which up to three people move to another department, or leave. A manager has a team, of one
 * department or from several.
 */
export function makeCompany(seed: number): Employee[] {
  const random = createRandom('companies', String(seed));
  const sizes = Array.from({ length: 1 + Math.floor(random() * 9) }, () => 1 + Math.floor(random() ** 2 * 14));
  const people = sizes.flatMap((size, at) =>
    Array.from({ length: size }, (): Employee => {
      const score = (): number => (random() < 0.8 ? 1 + Math.floor(random() * 5) : 0);
      const goals = (): number => 1 + Math.floor(random() * 5);
      const department = `D${at}`;
      return {
        before: department,
        after: department,
        isReport: false,
        scores: [score(), score()],
        completed: [goals(), goals()],
        points: [0, 0],
      };
    }),
  );
  const pick = (): number => Math.floor(random() * people.length);
  for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
    const mover = people[pick()] as Employee;
    mover.after = random() < 0.4 ? '' : `D${Math.floor(random() * sizes.length)}`;
  }
  const ofTeam = `D${Math.floor(random() * sizes.length)}`;
  const share = seed % 2 === 0 ? 1 : 0.6;
  for (const person of people) person.isReport = person.before === ofTeam && random() < share;
  const answers = createRandom('answers', String(seed));
  for (const person of people)
    person.points = person.scores.map((score) => drawPoints(answers, score)) as [number, number];
  return people;
}

/** Of those who check in, most answer. */
const drawPoints = (random: Random, score: number): number =>
  score > 0 && random() < 0.7 ? 1 + Math.floor(random() * 5) : 0;
