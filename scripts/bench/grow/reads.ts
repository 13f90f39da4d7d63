// Measures small reads of one client over many tenants, just after Neo4j has started and again.
import { measureAlternating, type RequestSpec, type Target } from '../measure.ts';
import { printHeading, printRatios } from '../tables.ts';
import type { Callers, Manager } from './callers.ts';
import { newestWeek } from './population.ts';

const turns = 400;

/** The reads: each manager reads what is theirs. */
export function createReads({ active, any }: Callers): RequestSpec[] {
  return [
    createSpec('GET summary', active, ({ summaryIds }, turn) => `/summaries/${summaryIds[turn % summaryIds.length]}`),
    createSpec('GET weekly-digest (8)', active, () => `/summaries/reports/weekly-digest?weekStart=${newestWeek}`),
    createSpec('GET direct-reports (8), all tenants', any, ({ id }) => `/org/users/${id}/direct-reports`),
  ];
}

function createSpec(name: string, managers: Manager[], path: (manager: Manager, turn: number) => string): RequestSpec {
  const at = (turn: number): Manager => managers[turn % managers.length] as Manager;
  return { name, path: (turn) => path(at(turn), turn), token: (turn) => at(turn).token };
}

/** Measures and prints. The server has the floors. */
export async function measureReads(target: Target, callers: Callers): Promise<void> {
  const floor = createSpec('`RETURN 1`', callers.any, ({ id }) => `/floor/return-one/${id}`);
  const specs = [floor, ...createReads(callers)];
  for (const moment of ['just after the start', 'the same again']) {
    const measured = await measureAlternating(target, specs, turns);
    printHeading(`One client, ${moment}`);
    printRatios(floor, floor.name, measured);
  }
}
