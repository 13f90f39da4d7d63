// Whether a person or a department has moved more than the others have. When everybody shifts, such as when all begin to use the scale in another way, scores
// do not move alike, and what is left after the shared part was taken out is no news of one of them.
import { medianSorted } from 'simple-statistics';
import type { Series } from './series.ts';
import { thresholds } from './thresholds.ts';

/** The standard deviation of a normal distribution, of its median absolute deviation. */
const fromMedianDeviation = 1.4826;

type Weeks = Pick<Series, 'weeks'> & { values: ArrayLike<number> };

/** The mean of the weeks from `first` on less that of the weeks before; null if there are too few of either. */
function measureMove({ weeks, values }: Weeks, first: number): number | null {
  let [late, lateCount, early, earlyCount] = [0, 0, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if ((weeks[at] as number) >= first) [late, lateCount] = [late + value, lateCount + 1];
    else [early, earlyCount] = [early + value, earlyCount + 1];
  }
  const { minimumRecent, minimumBaseline } = thresholds;
  return lateCount < minimumRecent || earlyCount < minimumBaseline ? null : late / lateCount - early / earlyCount;
}

const listMoves = (all: readonly Weeks[], first: number): number[] =>
  all.flatMap((one) => measureMove(one, first) ?? []);
const findMedian = (values: readonly number[]): number => medianSorted(values.toSorted((a, b) => a - b));

/** Fewer others say nothing about how much moves differ. */
const fewestOthers = 6;

/** Scores as they were written, if the series has them: those of a group are means. */
const toWritten = ({ weeks, values, scores }: Series): Weeks => ({ weeks, values: scores ?? values });

type Moves = { count: number; up: number; down: number; median: number; spread: number };

/** What everybody in `alike` has moved from a week on; `up` and `down` are the shares of `people` whose scores have moved so. */
function summariseMoves(alike: readonly Series[], people: readonly Series[], first: number): Moves {
  const moves = listMoves(alike, first);
  const written = listMoves(people.map(toWritten), first);
  const share = (sign: number): number => written.filter((move) => Math.sign(move) === sign).length / written.length;
  if (moves.length === 0) return { count: 0, up: 0, down: 0, median: 0, spread: 0 };
  const median = findMedian(moves);
  const spread = fromMedianDeviation * findMedian(moves.map((move) => Math.abs(move - median)));
  return { count: moves.length, up: share(1), down: share(-1), median, spread };
}

/**
 * Creates the function that says whether the move of a person or a department in their last `count` weeks is beyond what everybody's shift
 * explains. It is, unless nearly everybody's scores have moved in its direction in the same weeks (`thresholds.everybody`): what one
 * department or a few have done explains nothing about others. Then it must be further from the median move of its like than
 * `thresholds.beyondOthers` robust standard deviations, both without shared weeks.
 *
 * The moves of all are measured once for each first week, of which there are at most `thresholds.weeks`, however many flags ask.
 *
 * @param alike the series of all people, or of all departments, in one dimension
 * @param people those of all people
 */
export function createOthers(
  alike: readonly Series[],
  people: readonly Series[],
): (series: Series, count: number) => boolean {
  const known = new Map<number, Moves>();
  return (series, count) => {
    const first = series.weeks[series.weeks.length - count] as number;
    const own = measureMove(series, first);
    if (own === null) return true;
    let all = known.get(first);
    if (!all) known.set(first, (all = summariseMoves(alike, people, first)));
    if (all.count <= fewestOthers || (own > 0 ? all.up : all.down) < thresholds.everybody) return true;
    return Math.abs(own - all.median) > thresholds.beyondOthers * all.spread;
  };
}
