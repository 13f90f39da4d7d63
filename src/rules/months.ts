// Months, `YYYY-MM`.

/** @param count may be negative */
export function addMonths(month: string, count: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months: count }).toString();
}

/** The last day of a month, and its last millisecond in a time zone as an instant in UTC. */
export function endOfMonth(month: string, timezone: string): { date: string; at: string } {
  const { year, month: number, daysInMonth: day } = Temporal.PlainYearMonth.from(month);
  const date = Temporal.PlainDate.from({ year, month: number, day });
  const next = date.add({ days: 1 }).toZonedDateTime(timezone);
  return { date: date.toString(), at: new Date(next.epochMilliseconds - 1).toISOString() };
}
