// Deletes a batch of what an import that ended had prepared, with all that has no label yet, and returns $limit if
// there was one, as more may follow: of imports of all tenants that began before $before, or of $onlyTenantId, whose
// write lock the caller holds.
// @all-tenants
// @param before: instant or null
// @param onlyTenantId: id or null
// @param limit: whole number
MATCH (batch:ImportBatch)
WHERE batch.createdAt IS NOT NULL
  AND ($before IS NULL OR batch.createdAt < datetime($before))
  AND ($onlyTenantId IS NULL OR batch.tenantId = $onlyTenantId)
WITH batch
LIMIT 1
CALL (batch) {
  UNWIND batch.references AS reference
  MATCH (staged {tenantId: batch.tenantId})
  WHERE elementId(staged) = reference AND size(labels(staged)) = 0
  DETACH DELETE staged
}
DELETE batch
RETURN count(*) * toInteger($limit) AS count
