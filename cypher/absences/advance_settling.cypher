// Notes that the excused weeks of the people up to $lastId are derived; with $isLast, those of everyone. The transaction has
// listed these people (absences/list_unsettled), so it holds the tenant's write lock.
// @param isLast: boolean
// @param lastId: id
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.unsettledAfter = CASE WHEN NOT $isLast THEN $lastId END
RETURN tenant.id AS id
