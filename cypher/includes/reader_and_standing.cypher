// Clauses at the start of a list of people in sight: `reader` and `tenant` (null if unknown), and `standing`, that of
// the whole tenant with $asOperator.
// @param asOperator: boolean
// @param rolesWithTenantScope: list of roles
// @param now: instant
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  reader, tenant,
  reader {
    .roles,
    isManager:
      // @include is_manager
      ,
    isDeputy: EXISTS {
      MATCH (reader)-[term:DEPUTY_FOR]->(:User {active: true})
      WHERE 'read' IN term.rights AND
        is_in_force(term, datetime($now))
    },
    isPartner: is_partner(reader)
  } AS standing
WITH
  reader, tenant,
  CASE WHEN $asOperator THEN {roles: $rolesWithTenantScope, isManager: true} ELSE standing END AS standing
