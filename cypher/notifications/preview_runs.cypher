// Whom the digest and the push of these weeks would reach, and whether they were sent already.
MATCH (tenant:Tenant {id: $tenantId})
RETURN
  COLLECT {
    MATCH (reader:User {tenantId: $tenantId, active: true})
    WHERE reader.email IS NOT NULL AND (
      EXISTS { (reader)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) }
      OR ('senior_manager' IN reader.roles AND EXISTS {
        MATCH (reader)<-[:REPORTS_TO*1..]-(below:User {tenantId: $tenantId, active: true})
        RETURN DISTINCT below
      })
      OR any(role IN reader.roles WHERE role IN $readerRoles)
    )
    RETURN reader.email ORDER BY reader.email
  } AS digest,
  COLLECT {
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
      AND coalesce(person.startDate < date($thisWeek) + duration({weeks: 1}), true)
      AND NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: date($thisWeek)}) }
    RETURN person.email ORDER BY person.email
  } AS nonSetters,
  EXISTS { (:WeeklyRun {tenantId: $tenantId, kind: 'digest.weekly', weekStart: date($lastWeek)}) } AS digestSent,
  EXISTS { (:WeeklyRun {tenantId: $tenantId, kind: 'goals.non_setters', weekStart: date($thisWeek)}) } AS nonSettersSent
