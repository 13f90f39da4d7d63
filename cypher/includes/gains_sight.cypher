// Boolean expression: a move of somebody from below `previous` (null at the top) to below `manager` lets `admin`, who
// decides it, see more people. That is so if the admin, a manager whose deputy the admin is or will be, or a manager for whom
// the admin has named a deputy, is above the person after the move and was not before. A holder of one of $rolesWithTenantScope sees everybody anyway. Null for
// `admin` is the operator, for whom it is false.
EXISTS {
  MATCH (manager)-[:REPORTS_TO*0..]->(upper:User)
  WHERE NOT EXISTS { (previous)-[:REPORTS_TO*0..]->(upper) } AND (
    upper = admin AND NOT any(role IN admin.roles WHERE role IN $rolesWithTenantScope)
    OR EXISTS {
      MATCH (upper)<-[term:DEPUTY_FOR]-(deputy:User {active: true})
      WHERE term.until > datetime($now) AND (deputy = admin OR term.namedById = admin.id)
        AND NOT any(role IN deputy.roles WHERE role IN $rolesWithTenantScope)
    }
  )
}
