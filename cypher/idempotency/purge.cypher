// Deletes up to $limit records of all tenants that expired before $before, and returns how many.
// @all-tenants
// @param before: instant
// @param limit: whole number
MATCH (record:IdempotencyRecord)
WHERE record.expiresAt < datetime($before)
WITH record
LIMIT toInteger($limit)
DELETE record
RETURN count(*) AS count
