// The places of people in an org chart, computed from its lines: manager, depth, direct reports, and everyone below.
import { countReports, createChart, noManager, type ChartLine } from './chart.ts';

/**
 * A deactivated user is left out, and the people below count for the next active manager: `managerId` is that manager,
 * absent at the top of the chart; `depth` counts the active managers up to there. `reports` are the active people who
 * report to the user directly, `below` those at any level.
 */
export type ChartPlace = { managerId?: string; depth: number; reports: number; below: number };

/**
 * Returns a function that finds the place of an active person; null for others. Takes time in proportion to the people,
 * whatever the depth.
 */
export function createOrgChart(lines: Iterable<ChartLine>): (id: string) => ChartPlace | null {
  const chart = createChart(lines);
  const { superior, depth, reports, below } = countReports(chart);
  return (id) => {
    const index = chart.indexById.get(id);
    if (index === undefined || !chart.active[index]) return null;
    const managerId = chart.ids[superior[index] ?? noManager];
    return {
      ...(managerId !== undefined && { managerId }),
      depth: depth[index] ?? 0,
      reports: reports[index] ?? 0,
      below: below[index] ?? 0,
    };
  };
}
