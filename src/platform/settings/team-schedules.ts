// The times that teams have instead of the tenant's: entries such as `Payments=due Thursday 16:00`.
import { toNameKey } from '../lib/names.ts';
import { parseSchedule, scheduleNames, type ScheduleName } from '../time/schedule.ts';

/** The name of a team may have "=". */
const pattern = new RegExp(`^(.+?) *= *(${scheduleNames.join('|')}) ([^=]+)$`, 'u');

export function isTeamSchedule(entry: string): boolean {
  const [, team = '', , time = ''] = pattern.exec(entry) ?? [];
  return team !== '' && team.length <= 200 && !/\p{Cc}/u.test(team) && parseSchedule(time) !== 'invalid';
}

/** The times that teams have for a schedule, by the key of the team. */
export function getTeamTimes(entries: readonly string[], schedule: ScheduleName): Record<string, string> {
  const parsed = entries.map((entry) => pattern.exec(entry) ?? []);
  return Object.fromEntries(
    parsed.flatMap(([, team = '', name, time = '']) => (name === schedule ? [[toNameKey(team), time]] : [])),
  );
}
