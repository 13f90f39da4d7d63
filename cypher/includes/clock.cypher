// Text: the clock by which `person` of `team` (may be null) has `schedule`: {name, time, teamTimes: the times of teams
// by key}. Each of time zone and time is their own, or else that of the team, or the tenant ($timezone).
// @param timezone: text
coalesce(person.timezone, $timezone) + ' ' + coalesce(person[schedule.name], schedule.teamTimes[team.key], schedule.time)
