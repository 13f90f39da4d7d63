// Entries of a map of `person`: what decides on which days they work, see src/platform/settings/calendars.ts.
.timezone, .region, .workingDays, .absences
