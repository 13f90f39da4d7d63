// A reporting line by index instead of id: following it takes a tenth of the time.

/**
 * A person of a chart and their manager, whom somebody at the top has not. In previews, `seesFurther` says whether a role lets
 * them read of everyone below what others read of direct reports alone.
 */
export type ChartLine = { id: string; managerId?: string | null; active: boolean; seesFurther?: boolean };

/** `managers` has the index of each person's manager, or `noManager`. */
export type Chart = { ids: string[]; indexById: Map<string, number>; managers: Int32Array; active: boolean[] };

export const noManager = -1;

/** If a person has several lines, the first counts: somebody who is being moved may be read under two managers. */
export function createChart(lines: Iterable<ChartLine>): Chart {
  const [ids, managerIds, active]: [string[], (string | null)[], boolean[]] = [[], [], []];
  const indexById = new Map<string, number>();
  for (const { id, managerId, active: isActive } of lines) {
    if (indexById.has(id)) continue;
    indexById.set(id, ids.length);
    ids.push(id);
    managerIds.push(managerId ?? null);
    active.push(isActive);
  }
  const managers = new Int32Array(ids.length);
  for (let index = 0; index < ids.length; index += 1) {
    managers[index] = indexById.get(managerIds[index] ?? '') ?? noManager;
  }
  return { ids, indexById, managers, active };
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

/**
 * By index; deactivated people are passed over. `superior` is the nearest active manager above or `noManager`, `depth`
 * the number of active managers above, `reports` the active people who report directly, `below` those at any level. In
 * or below a cycle, the numbers are 0.
 */
export type Counts = Record<'superior' | 'depth' | 'reports' | 'below', Int32Array>;

export function countReports({ managers, active }: Pick<Chart, 'managers' | 'active'>): Counts {
  const size = managers.length;
  const superior = managers.map((manager) => (active[manager] ? manager : noManager));
  const depth = new Int32Array(size);
  const reports = new Int32Array(size);
  const below = new Int32Array(size);
  const order = sortFromTop(managers);
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place] ?? 0;
    const manager = managers[index] ?? noManager;
    if (manager === noManager) continue;
    if (!active[manager]) superior[index] = superior[manager] ?? noManager;
    depth[index] = (depth[manager] ?? 0) + (active[manager] ? 1 : 0);
    if (active[index]) reports[manager] = (reports[manager] ?? 0) + 1;
  }
  for (let place = order.length - 1; place >= 0; place -= 1) {
    const index = order[place] ?? 0;
    const manager = managers[index] ?? noManager;
    if (manager !== noManager) {
      below[manager] = (below[manager] ?? 0) + (below[index] ?? 0) + (active[index] ? 1 : 0);
    }
  }
  return { superior, depth, reports, below };
}

/** Managers come before the people below them. People in or below a cycle are left out. */
function sortFromTop(managers: Int32Array): Int32Array {
  const firstReport = new Int32Array(managers.length).fill(noManager);
  const nextReport = new Int32Array(managers.length).fill(noManager);
  const order = new Int32Array(managers.length);
  let length = 0;
  for (let index = 0; index < managers.length; index += 1) {
    const manager = managers[index] ?? noManager;
    if (manager === noManager) {
      order[length] = index;
      length += 1;
    } else {
      nextReport[index] = firstReport[manager] ?? noManager;
      firstReport[manager] = index;
    }
  }
  // the list grows while it is read
  for (let place = 0; place < length; place += 1) {
    let report = firstReport[order[place] ?? 0] ?? noManager;
    for (; report !== noManager; report = nextReport[report] ?? noManager) {
      order[length] = report;
      length += 1;
    }
  }
  return order.subarray(0, length);
}
