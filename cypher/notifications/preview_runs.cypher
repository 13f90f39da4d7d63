// Returns who would receive the digest of $lastWeek and the reminder of $thisWeek, by e-mail address, and whether each
// was started already. Uses the same rules as open_digest_run and open_non_setters_run.
MATCH (tenant:Tenant {id: $tenantId})
WITH date($thisWeek) AS week
RETURN
  COLLECT {
    MATCH (reader:User {tenantId: $tenantId, active: true})
    WHERE reader.email IS NOT NULL AND (
      // @include is_manager
      OR any(role IN reader.roles WHERE role IN $rolesWithTenantScope)
    )
    RETURN reader.email ORDER BY reader.email
  } AS digest,
  COLLECT {
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
      AND coalesce(person.startDate < week + duration({weeks: 1}), true)
      AND NOT
        // @include excused
      AND NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: week}) }
    RETURN person.email ORDER BY person.email
  } AS nonSetters,
  EXISTS { (:WeeklyRun {tenantId: $tenantId, kind: 'digest.weekly', weekStart: date($lastWeek)}) } AS digestSent,
  EXISTS { (:WeeklyRun {tenantId: $tenantId, kind: 'goals.non_setters', weekStart: week}) } AS nonSettersSent
