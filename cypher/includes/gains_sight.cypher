// Boolean expression: a move of `person` from below `previous` (null at the top) to below `manager`, which `admin` decides, lets
// somebody see more people than they should by the word of one admin. Those who gain are above the person after the move and were
// not before, their deputies, and the partners of everybody below them (partner_gains). A partner who is `person`, or below `person`, may gain
// as well: nobody is the partner of people above them. When a manager in the part is above the partner no longer, the partner sees that
// manager. What the others gain is judged if they are the admin, if
// the admin named the deputy, and if they may be an account that the admin has made, named, keyed or brought back: a manager who is not
// established, or a deputy whose account the admin made, or an admin made, keyed or brought back within `establishedDays`. An established manager has, or had, a report for
// `establishedDays`, given by somebody else than this admin, or a report that no admin gave them; and no admin has made, keyed or
// brought back their account in that time. Where a second admin approves the move, `establishedDays` is null: only what that
// admin would gain is judged. A holder of one of $rolesWithTenantScope sees everybody anyway. Null for `admin` is the operator, for
// whom it is false.
// @param rolesWithTenantScope: list of roles
// @param now: instant
admin IS NOT NULL AND (EXISTS {
  MATCH (manager)-[:REPORTS_TO*0..]->(upper:User)
  WHERE NOT EXISTS { (previous)-[:REPORTS_TO*0..]->(upper) } AND (
    NOT any(role IN upper.roles WHERE role IN $rolesWithTenantScope) AND (
      upper = admin
      OR establishedDays IS NOT NULL AND (
        coalesce(upper.accountChangedAt > datetime($now) - duration({days: coalesce(establishedDays, 0)}), false)
        OR NOT EXISTS {
          MATCH (upper)<-[line:REPORTS_TO|REPORTED_TO]-(:User)
          WHERE line.byAdminId IS NULL OR line.byAdminId <> admin.id
            AND line.since <= coalesce(line.until, datetime($now)) - duration({days: coalesce(establishedDays, 0)})
        }
      )
    )
    OR EXISTS {
      MATCH (upper)<-[term:DEPUTY_FOR]-(deputy:User {active: true})
      WHERE term.until > datetime($now) AND NOT any(role IN deputy.roles WHERE role IN $rolesWithTenantScope) AND (
        deputy = admin OR term.namedById = admin.id OR establishedDays IS NOT NULL AND (
          coalesce(deputy.madeById = admin.id, false)
          OR coalesce(deputy.accountChangedAt > datetime($now) - duration({days: coalesce(establishedDays, 0)}), false)
        )
      )
    }
    OR EXISTS {
      MATCH (upper)<-[part:PARTNER_OF]-(partner:User)
      WHERE partner_gains(partner, part, admin, establishedDays)
    }
  )
} OR EXISTS {
  MATCH (partner:User {tenantId: $tenantId})-[part:PARTNER_OF {tenantId: $tenantId}]->()
  USING INDEX part:PARTNER_OF(tenantId, id)
  WHERE part.id IS NOT NULL AND partner_gains(partner, part, admin, establishedDays)
    AND EXISTS { (partner)-[:REPORTS_TO*0..]->(moving:User) WHERE moving = person }
    AND EXISTS {
      MATCH (previous)-[:REPORTS_TO*0..]->(former:User)
      WHERE NOT EXISTS { (manager)-[:REPORTS_TO*0..]->(above:User) WHERE above = former } AND (
        EXISTS { (former)-[:REPORTS_TO*1..]->(:User {id: part.headId}) }
        OR EXISTS { (former)-[:MEMBER_OF]->(:Team {departmentKey: part.departmentKey}) }
      )
    }
})
