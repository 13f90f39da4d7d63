// is_recent(time): boolean expression, an admin did this in the last seven days. So long it is remembered who could have approved, or been told of,
// what an admin does: otherwise an admin would take their role, account or address away first. False without a time.
// @param now: instant
coalesce(time > datetime($now) - duration({days: 7}), false)
