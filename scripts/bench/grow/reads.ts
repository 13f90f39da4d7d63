// Measures small reads of one client over many tenants, just after Neo4j has started and again.
import { measureAlternating, type Shot, type Target } from '../measure.ts';
import { printHeading, printRatios } from '../tables.ts';
import type { Callers, Manager } from './callers.ts';
import { newestWeek } from './population.ts';

const turns = 400;

/** The reads: each manager reads what is theirs. */
export function createReads({ active, any }: Callers): Shot[] {
  return [
    createShot('GET summary', active, ({ summaryIds }, turn) => `/summaries/${summaryIds[turn % summaryIds.length]}`),
    createShot('GET weekly-digest (8)', active, () => `/summaries/reports/weekly-digest?weekStart=${newestWeek}`),
    createShot('GET direct-reports (8), all tenants', any, ({ id }) => `/org/users/${id}/direct-reports`),
  ];
}

function createShot(name: string, managers: Manager[], path: (manager: Manager, turn: number) => string): Shot {
  const at = (turn: number): Manager => managers[turn % managers.length] as Manager;
  return { name, path: (turn) => path(at(turn), turn), token: (turn) => at(turn).token };
}

/** Measures and prints. The server has the floors. */
export async function measureReads(target: Target, callers: Callers): Promise<void> {
  const floor = createShot('`RETURN 1`', callers.any, ({ id }) => `/floor/return-one/${id}`);
  const shots = [floor, ...createReads(callers)];
  for (const moment of ['just after the start', 'the same again']) {
    const measured = await measureAlternating(target, shots, turns);
    printHeading(`One client, ${moment}`);
    printRatios(floor, floor.name, measured);
  }
}
