// could_see(standing): boolean expression, something in `standing` may permit a read: a role, the line, or a place from which the caller
// reads. The permission decides; for a caller with none of these nothing is looked for.
(standing.levelsAbove IS NOT NULL OR size(standing.roles) > 0 OR size(standing.places) > 0)
