// Notes up to which person, $lastId, the excused weeks have been derived. $isLast says that this was the last person. The transaction
// has listed these people (absences/list_unsettled), so it holds the tenant's write lock.
// @param isLast: boolean
// @param lastId: id
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.unsettledAfter = CASE WHEN NOT $isLast THEN $lastId END
RETURN tenant.id AS id
