// Returns how many people have excused weeks that are still to be derived again.
MATCH (tenant:Tenant {id: $tenantId})
RETURN COUNT {
  MATCH (person:User {tenantId: $tenantId})
  WHERE person.id > tenant.unsettledAfter
} AS count
