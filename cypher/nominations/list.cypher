// Returns a page of nominations, newest first, behind the position $after ({createdAt, id} or null). They are the
// nominations of $period (yyyy-mm). If $period is null, they are the caller's own nominations of all periods. `standing` decides whether a period may be
// read. A partner gets those that name nobody outside their parts.
// @param period: date or null
// @param rolesWithTenantScope: list of roles
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller, is_partner(caller) AS isPartner
CALL (caller, isPartner) {
  CALL (caller, isPartner) {
    UNWIND CASE WHEN $period IS NOT NULL AND (isPartner OR any(role IN caller.roles WHERE role IN $rolesWithTenantScope)) THEN [$period] ELSE [] END AS period
    CALL (caller, isPartner, period) {
      MATCH (nomination:Nomination {tenantId: $tenantId, period: period})
      WHERE nomination.createdAt <= datetime(coalesce($after.createdAt, '9999-12-31T00:00:00Z')) AND nomination.id IS NOT NULL
        AND ($after IS NULL OR nomination.createdAt < datetime($after.createdAt) OR nomination.id < $after.id)
        AND (
          any(role IN caller.roles WHERE role IN $rolesWithTenantScope)
          OR isPartner AND NOT EXISTS { MATCH (nomination)-[:NAMES]->(nominee:User) WHERE NOT in_parts_of(caller, nominee) }
        )
      WITH nomination
      ORDER BY nomination.tenantId DESC, nomination.period DESC, nomination.createdAt DESC, nomination.id DESC
      LIMIT 201
      RETURN nomination
    }
    RETURN nomination
    UNION
    WITH * WHERE $period IS NULL
    MATCH (caller)-[:MADE]->(nomination:Nomination {tenantId: $tenantId})
    WHERE $after IS NULL OR nomination.createdAt < datetime($after.createdAt)
      OR nomination.createdAt = datetime($after.createdAt) AND nomination.id < $after.id
    RETURN nomination
  }
  WITH nomination
  ORDER BY nomination.createdAt DESC, nomination.id DESC
  LIMIT 201
  MATCH (nomination)<-[:MADE]-(nominator:User)
  OPTIONAL MATCH (nominator)-[:MEMBER_OF]->(team:Team)
  WITH nomination, nominator, team
  ORDER BY nomination.createdAt DESC, nomination.id DESC
  RETURN collect(nomination {
    .id, .kind, .reason, .period,
    teamName: CASE nomination.kind WHEN 'team' THEN nomination.teamName END,
    createdAt: moment(nomination.createdAt),
    nominator: nominator {.id, .name, team: team.name, .photoUrl},
    nominees: COLLECT {
      MATCH (nomination)-[:NAMES]->(nominee:User)
      OPTIONAL MATCH (nominee)-[:MEMBER_OF]->(nomineeTeam:Team)
      WITH nominee, nomineeTeam
      ORDER BY nominee.sortName, nominee.id
      RETURN nominee {.id, .name, team: nomineeTeam.name, .photoUrl}
    },
    position: {
      createdAt: moment(nomination.createdAt),
      id: nomination.id
    }
  }) AS nominations
}
RETURN caller {.roles, isPartner: isPartner} AS standing, nominations[0..toInteger($limit) + 1] AS items
