// Returns the entries of the change log behind the number $after (null: the oldest that is kept), among the next $span,
// of one of $types, or of all where it is null; up to $limit and one more. `end` is the number up to which was looked,
// `openThrough` the last that can be read, `sweptThrough` the last that was deleted. Callers without one of
// $permittedRoles get none, unless $asService.
// @param after: whole number or null
// @param span: number
// @param asService: boolean
// @param permittedRoles: list of roles
// @param types: list of texts or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (log:ChangeLog {tenantId: $tenantId})
WITH
  caller {.roles} AS standing,
  coalesce(log.openThrough, 0) AS openThrough,
  coalesce(log.sweptThrough, 0) AS sweptThrough
WITH standing, openThrough, sweptThrough, toInteger(coalesce($after, sweptThrough)) AS start
WITH
  standing, openThrough, sweptThrough, start,
  CASE WHEN start + $span < openThrough THEN toInteger(start + $span) ELSE openThrough END AS end
CALL (standing, start, end) {
  UNWIND CASE WHEN $asService OR any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
  MATCH (entry:ChangeEntry {tenantId: $tenantId})
  WHERE entry.sequence > start AND entry.sequence <= end AND ($types IS NULL OR entry.type IN $types)
  WITH entry
  ORDER BY entry.tenantId, entry.sequence
  RETURN collect(entry {
    .id, .type, .changed, .orgRevision, .sequence,
    subject: {type: entry.subjectType, id: entry.subjectId},
    at: moment(entry.at)
  }) AS entries
}
RETURN standing, entries[0..toInteger($limit) + 1] AS items, end, openThrough, sweptThrough
