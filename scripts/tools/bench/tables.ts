// Prints the benchmark's Markdown tables: a row per measurement, with its ratio to the floor.
import { median, sum } from 'simple-statistics';
import { noteRatio } from './form.ts';
import {
  measureConcurrent,
  type Observed,
  type RequestSpec,
  type Rounds,
  type Target,
  type Throughput,
  type Timing,
} from './measure.ts';
import { logProgress } from './progress.ts';

/** Prints one row of a table. */
export function line(...cells: (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** Prints the titles of a table. The first column has texts, the others numbers. */
export function printTitles(title: string, ...more: string[]): void {
  console.log('');
  line(title, ...more);
  line('---', ...more.map(() => '---:'));
}

/** Prints the heading of a table of medians with ratios to a floor. */
export function printHeading(title: string, ...more: string[]): void {
  printTitles(title, 'p50 ms', 'p99 ms', 'p50 as a ratio', ...more);
}

/**
 * Prints the medians of one run, each as a ratio to the floor of that run.
 *
 * @param more further cells of a row
 */
export function printRatios(
  floor: { name: string },
  floorName: string,
  measured: Record<string, Timing>,
  more: (name: string, timing: Timing) => (string | number)[] = () => [],
): void {
  for (const [name, timing] of Object.entries(measured)) {
    const ratio = timing.p50 / (measured[floor.name]?.p50 ?? NaN);
    if (name !== floor.name) noteRatio(`speed of ${name} beside ${floorName}`, 1 / ratio);
    line(name, ms(timing.p50), ms(timing.p99), `${ratio.toFixed(2)} × ${floorName}`, ...more(name, timing));
  }
}

type RatesTable = {
  title: string;
  target: Target;
  specs: RequestSpec[];
  rounds: readonly Rounds[];
  observed: Observed;
  /** What is compared with which request. */
  ratios: { of: 'p50' | 'perSecond'; floor: string }[];
  aim: (name: string, clients: number) => string;
};

/** Measures, and prints medians of the rounds, each compared with the floors of its round. */
export async function printRates({ title, target, specs, rounds, observed, ratios, aim }: RatesTable): Promise<void> {
  const compared = ratios.map(({ of, floor }) => `${of === 'p50' ? 'p50 ' : ''}× ${floor}`);
  printTitles(title, 'clients', 'p50 ms', 'p99 ms', 'requests/s', ...compared, 'aim', 'CPU ms/request');
  for (const round of rounds) {
    logProgress(`${title}: ${round.clients} clients`);
    const measured = await measureConcurrent(target, specs, round, observed);
    for (const [name, own] of Object.entries(measured)) {
      const middle = (of: keyof Throughput): number => median(own.map((each) => each[of]));
      const medians = ratios.map(({ of, floor }) =>
        median(own.map((each, at) => each[of] / (measured[floor]?.[at]?.[of] ?? NaN))).toFixed(2),
      );
      const { floor = '' } = ratios.at(-1) ?? {}; // the one that asks the database, where there is one
      const cost = (rounds: readonly Throughput[] = []): number =>
        sum(rounds.map(({ cpuMs, count }) => cpuMs * count)) / sum(rounds.map(({ count }) => count));
      if (name !== floor) noteRatio(`processor time of ${floor} by that of ${name}`, cost(measured[floor]) / cost(own));
      const cells = [name, round.clients, ms(middle('p50')), ms(middle('p99')), Math.round(middle('perSecond'))];
      line(...cells, ...medians, aim(name, round.clients), middle('cpuMs').toFixed(2));
    }
  }
}

/** Formats milliseconds. */
export function ms(time: number): string {
  return time < 10 ? time.toFixed(2) : time.toFixed(0);
}
