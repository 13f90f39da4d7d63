// Trend flags: where a person's, a department's or the organisation's scores of recent weeks lie apart from before.
import type { Settings } from '../rules/settings.ts';
import { compared, windowsOf } from './compared-weeks.ts';
import { addTest, emptyFamily, flagsAmong, type Family } from './false-discoveries.ts';
import { addToGroups, comparedGroups, type GroupWeeks } from './groups.ts';
import { defaultTrendSettings, dimensions, rounded, type CheckIn, type Flag, type TrendSettings } from './terms.ts';

/** A tenant's week as it is being looked at, person by person; it holds nobody's summaries. */
export type Screening = { settings: TrendSettings; people: Family; groupWeeks: GroupWeeks };

/** Points added to the spread of a person's weeks, and to that of a group's week means. */
const steadiness = { person: 0.5, group: 0.1 };

/** The method's settings in a tenant. */
export function trendSettingsOf({
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
  return { settings, people: emptyFamily(), groupWeeks: new Map() };
}

/**
 * Looks at one person, once. Somebody who has left is given without an id: their summaries still count for the groups
 * that they belonged to.
 */
export function screenPerson(screening: Screening, userId: string | null, checkIns: readonly CheckIn[]): void {
  const { settings, people, groupWeeks } = screening;
  addToGroups(groupWeeks, checkIns, settings);
  const windows = userId === null ? null : windowsOf(checkIns, settings);
  if (!windows || userId === null) return;
  const n = windows.recent.length;
  for (const dimension of dimensions) {
    const score = ({ scores }: CheckIn): number => scores[dimension];
    const measure = { tested: score, shown: score, unit: 1, steadiness: steadiness.person };
    const comparison = compared(windows, measure, settings);
    addTest(people, { scope: 'individual', subject: userId, dimension, n, ...comparison }, dimension);
  }
}

/** The flags of the week, after everybody has been looked at; the surest first, their numbers as they are shown. */
export function flagsOf({ settings, people, groupWeeks }: Screening): Flag[] {
  const groups = emptyFamily();
  for (const test of comparedGroups(groupWeeks, steadiness.group, settings)) addTest(groups, test, 'groups');
  return flagsAmong([people, groups], settings.level).map(rounded);
}
