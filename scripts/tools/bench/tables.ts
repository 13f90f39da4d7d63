// Prints the benchmark's Markdown tables: a row per measurement, with its ratio to the floor.
import type { Timing } from './measure.ts';

/** Prints one row of a table. */
export function line(...cells: (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** Prints the heading of a table of medians with ratios to a floor. */
export function printHeading(title: string, ...more: string[]): void {
  console.log('');
  line(title, 'p50 ms', 'p99 ms', 'p50 as a ratio', ...more);
  line('---', '---:', '---:', '---', ...more.map(() => '---:'));
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
    const ratio = (timing.p50 / (measured[floor.name]?.p50 ?? NaN)).toFixed(2);
    line(name, ms(timing.p50), ms(timing.p99), `${ratio} × ${floorName}`, ...more(name, timing));
  }
}

/** Formats milliseconds. */
export function ms(time: number): string {
  return time < 10 ? time.toFixed(2) : time.toFixed(0);
}
