// Trend flags: where a person's, a department's or the organisation's scores of recent weeks lie apart from before.
import type { Settings } from '../rules/settings.ts';
import { compareWindows, splitWindows } from './compared-weeks.ts';
import { addTest, createFamily, selectDiscoveries, type Family } from './false-discoveries.ts';
import { addToGroups, compareGroups, type GroupWeeks } from './groups.ts';
import { defaultTrendSettings, dimensions, roundFlag, type CheckIn, type Flag, type TrendSettings } from './terms.ts';

/** A tenant's week as it is being looked at, person by person; it holds nobody's summaries. */
export type Screening = { settings: TrendSettings; people: Family; groupWeeks: GroupWeeks };

/** Points added to the spread of a person's weeks, and to that of a group's week means. */
const varianceOffset = { person: 0.5, group: 0.1 };

/** The method's settings in a tenant. */
export function resolveTrendSettings({
  trendLevel,
  minimumGroup,
  trendRecentWeeks,
  trendBaselineWeeks,
}: Pick<Settings, 'trendLevel' | 'minimumGroup' | 'trendRecentWeeks' | 'trendBaselineWeeks'>): TrendSettings {
  const windows = { recentWeeks: trendRecentWeeks, baselineWeeks: trendBaselineWeeks };
  return { ...defaultTrendSettings, ...windows, level: trendLevel, minimumGroup };
}

/** Begins to look at a tenant's week. */
export function startScreening(settings: TrendSettings): Screening {
  return { settings, people: createFamily(), groupWeeks: new Map() };
}

/**
 * Looks at one person, once. Somebody who has left is given without an id: their summaries still count for the groups
 * that they belonged to.
 */
export function screenPerson(screening: Screening, userId: string | null, checkIns: readonly CheckIn[]): void {
  const { settings, people, groupWeeks } = screening;
  addToGroups(groupWeeks, checkIns, settings);
  const windows = userId === null ? null : splitWindows(checkIns, settings);
  if (!windows || userId === null) return;
  const n = windows.recent.length;
  for (const dimension of dimensions) {
    const score = ({ scores }: CheckIn): number => scores[dimension];
    const measure = { toInteger: score, toPoints: score, unit: 1, varianceOffset: varianceOffset.person };
    const comparison = compareWindows(windows, measure, settings);
    addTest(people, { scope: 'individual', subject: userId, dimension, n, ...comparison }, dimension);
  }
}

/** The flags of the week, after everybody has been looked at; the surest first, their numbers as they are shown. */
export function selectFlags({ settings, people, groupWeeks }: Screening): Flag[] {
  const groups = createFamily();
  for (const test of compareGroups(groupWeeks, varianceOffset.group, settings)) addTest(groups, test, 'groups');
  return selectDiscoveries([people, groups], settings.level).map(roundFlag);
}
