// Notes that the excused weeks of everyone are to be derived again, from the first person on: see absences/list_unsettled. Takes
// the tenant's write lock.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.unsettledAfter = ''
RETURN tenant.id AS id
