// The benchmark's Markdown tables: a line for each thing measured, beside the floor it is held against.
import type { Timing } from './measure.ts';

/** Prints one row of a table. */
export function line(...cells: (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** Prints the head of a table of medians, in which each row is followed by its ratio to a floor. */
export function printHead(title: string, ...more: string[]): void {
  console.log('');
  line(title, 'p50 ms', 'p99 ms', 'p50 as a ratio', ...more);
  line('---', '---:', '---:', '---', ...more.map(() => '---:'));
}

/**
 * Prints what was measured in one turn, each as a ratio to the floor of that turn.
 *
 * @param more further cells of a row, by the name of the shot
 */
export function against(
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

function ms(time: number): string {
  return time < 10 ? time.toFixed(2) : time.toFixed(0);
}
