// A reporting line by index instead of id: following it takes a tenth of the time.

/**
 * A person of a chart: id, id of the manager or null, active. Previews add `seesFurther`: whether a role lets them read of
 * everyone below what others read of direct reports alone.
 */
export type ChartLine = readonly [id: string, managerId: string | null, active: boolean, seesFurther?: boolean];

/** `managers` has the index of each person's manager, or `noManager`. */
export type Chart = { ids: string[]; indexById: Map<string, number>; managers: Int32Array; active: boolean[] };

export const noManager = -1;

export function createChart(lines: readonly ChartLine[]): Chart {
  const ids = lines.map(([id]) => id);
  const indexById = new Map(ids.map((id, index) => [id, index]));
  const managers = Int32Array.from(lines, ([, managerId]) => indexById.get(managerId ?? '') ?? noManager);
  return { ids, indexById, managers, active: lines.map(([, , active]) => active) };
}

/** Everyone above, nearest first. Ends where a corrupt line would begin again. */
export function listAbove({ managers }: Chart, index: number): number[] {
  const above: number[] = [];
  const visited = new Set([index]);
  for (
    let next = managers[index] ?? noManager;
    next !== noManager && !visited.has(next);
    next = managers[next] ?? noManager
  ) {
    above.push(next);
    visited.add(next);
  }
  return above;
}

/** The lines of these people and of everyone above them. */
export function listLines({ ids, managers, active }: Chart, indexes: Iterable<number>): ChartLine[] {
  const visited = new Set<number>();
  for (const start of indexes) {
    for (let index = start; index !== noManager && !visited.has(index); index = managers[index] ?? noManager) {
      visited.add(index);
    }
  }
  return [...visited].map((index) => [
    ids[index] ?? '',
    ids[managers[index] ?? noManager] ?? null,
    active[index] ?? false,
  ]);
}

/**
 * By index; deactivated people are passed over. `superior` is the nearest active manager above or `noManager`, `depth`
 * the number of active managers above, `reports` the active people who report directly, `below` those at any level. In
 * or below a cycle, the numbers are 0.
 */
export type Counts = Record<'superior' | 'depth' | 'reports' | 'below', Int32Array>;

export function countReports({ managers, active }: Chart): Counts {
  const size = managers.length;
  const superior = managers.map((manager) => (active[manager] ? manager : noManager));
  const [depth, reports, below] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const order = sortFromTop(managers);
  for (const index of order) {
    const manager = managers[index] ?? noManager;
    if (manager === noManager) continue;
    if (!active[manager]) superior[index] = superior[manager] ?? noManager;
    depth[index] = (depth[manager] ?? 0) + (active[manager] ? 1 : 0);
    if (active[index]) reports[manager] = (reports[manager] ?? 0) + 1;
  }
  for (const index of order.toReversed()) {
    const manager = managers[index] ?? noManager;
    if (manager !== noManager) {
      below[manager] = (below[manager] ?? 0) + (below[index] ?? 0) + (active[index] ? 1 : 0);
    }
  }
  return { superior, depth, reports, below };
}

/** Managers come before the people below them. Who is in or below a cycle is left out. */
function sortFromTop(managers: Int32Array): number[] {
  const firstReport = new Int32Array(managers.length).fill(noManager);
  const nextReport = new Int32Array(managers.length).fill(noManager);
  const order: number[] = [];
  managers.forEach((manager, index) => {
    if (manager === noManager) return void order.push(index);
    nextReport[index] = firstReport[manager] ?? noManager;
    firstReport[manager] = index;
  });
  for (const index of order) {
    // the list grows while it is read
    for (let report = firstReport[index] ?? noManager; report !== noManager; report = nextReport[report] ?? noManager) {
      order.push(report);
    }
  }
  return order;
}
