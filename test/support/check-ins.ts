// Half a year of check-ins of a drawn company, with shifts where a test wants them.
import { addWeeks } from '../../src/platform/time/weeks.ts';
import type { Company } from './company.ts';
import type { Service } from './service.ts';

/** The last week that is over on the Friday of the tests' clock. */
export const lastWeek = '2026-11-09';
const weeksWritten = 26;

/** By how much somebody's personal wellbeing departs from usual, so many weeks before the last one. */
export type Shift = (weeksAgo: number) => number;
/** Down by so many points in the last five weeks. */
export const downBy =
  (points: number): Shift =>
  (weeksAgo) =>
    weeksAgo < 5 ? -points : 0;

/** -1, 0 or 1: by the week and a number of the series, without any order. */
export function waver(week: number, series: number): number {
  const mixed = Math.imul(week + 1, 0x9e3779b1) ^ Math.imul(series + 1, 0x85ebca6b);
  return ((Math.imul(mixed, 0xc2b2ae35) >>> 20) % 3) - 1;
}

/** Writes a check-in for every week of these people, in the department of their team. */
export async function checkIn(api: Service, { tenantId, people }: Company, who: Record<string, Shift>): Promise<void> {
  const summaries = people.flatMap(({ id, name, team }, place) => {
    const shift = who[name];
    if (!shift) return [];
    return Array.from({ length: weeksWritten }, (_, weeksAgo) => {
      const wavering = (by: number): number => 4 + waver(weeksAgo, place * 3 + by);
      return {
        userId: id,
        department: team ?? null,
        weekStart: addWeeks(lastWeek, -weeksAgo),
        qualityOfWork: wavering(0),
        personalWellbeing: Math.max(1, Math.min(5, wavering(1) + shift(weeksAgo))),
        professionalWellbeing: wavering(2),
      };
    });
  });
  await api.graph.statement(
    `UNWIND $summaries AS written
     MATCH (owner:User {tenantId: $tenantId, id: written.userId})
     CREATE (owner)-[:WROTE]->(summary:Summary:$($label) {tenantId: $tenantId, id: randomUUID()})
     SET summary += written, summary.weekStart = date(written.weekStart), summary.createdAt = datetime()`,
    { tenantId, label: `T_${tenantId.replaceAll('-', '')}`, summaries },
  );
}

/** A team of so many people under a manager, as lines of a drawing. */
export function teamOf(size: number, name: string, indent: string): string {
  return Array.from({ length: size }, (_, i) => `${indent}${name} ${i + 1} [${name}]`).join('\n');
}
