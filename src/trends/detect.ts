// Detects trend flags: people, departments or the organisation whose recent scores differ from the scores before.
import { dimensions } from '../model/scores.ts';
import type { Settings } from '../rules/settings.ts';
import { compareWindows, splitWindows } from './compare-windows.ts';
import { addTest, createFamily, selectDiscoveries, type Family } from './false-discoveries.ts';
import { addToGroups, compareGroups, type GroupWeeks } from './groups.ts';
import { defaultTrendSettings, roundFlag, type CheckIn, type Flag, type TrendSettings } from './types.ts';

/** The state of the detection in a tenant's week. It contains sums, not the summaries of people. */
export type Screening = { settings: TrendSettings; people: Family; groupWeeks: GroupWeeks };

/** In points, see `compareWindows`. */
const varianceOffsets = { person: 0.5, group: 0.1 };

/** Combines the settings of a tenant with the fixed parameters of the method. */
export function resolveTrendSettings({
  trendLevel,
  minimumGroup,
  trendRecentWeeks,
  trendBaselineWeeks,
}: Pick<Settings, 'trendLevel' | 'minimumGroup' | 'trendRecentWeeks' | 'trendBaselineWeeks'>): TrendSettings {
  const windows = { recentWeeks: trendRecentWeeks, baselineWeeks: trendBaselineWeeks };
  return { ...defaultTrendSettings, ...windows, level: trendLevel, minimumGroup };
}

export function createScreening(settings: TrendSettings): Screening {
  return { settings, people: createFamily(), groupWeeks: new Map() };
}

/**
 * Adds a person. Call it once per person.
 *
 * @param userId null for a deactivated user: no flags about them, but their summaries count for their groups
 */
export function screenPerson(screening: Screening, userId: string | null, checkIns: readonly CheckIn[]): void {
  const { settings, people, groupWeeks } = screening;
  addToGroups(groupWeeks, checkIns, settings);
  const windows = userId === null ? null : splitWindows(checkIns, settings);
  if (!windows || userId === null) return;
  const n = windows.recent.length;
  for (const dimension of dimensions) {
    const getScore = ({ scores }: CheckIn): number => scores[dimension];
    const measure = { toInteger: getScore, toPoints: getScore, unit: 1, varianceOffset: varianceOffsets.person };
    const comparison = compareWindows(windows, measure, settings);
    addTest(people, { scope: 'individual', subject: userId, dimension, n, ...comparison }, dimension);
  }
}

/** Returns the flags of the week, lowest p first, after all people have been added. */
export function selectFlags({ settings, people, groupWeeks }: Screening): Flag[] {
  const groups = createFamily();
  for (const test of compareGroups(groupWeeks, varianceOffsets.group, settings)) addTest(groups, test, 'groups');
  return selectDiscoveries([people, groups], settings.level).map(roundFlag);
}
