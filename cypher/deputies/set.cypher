// Names $deputyId the deputy of $userId from $from to $to (yyyy-mm-dd, days of the tenant's time zone) for $rights,
// instead of what was named before and has not ended; with no $rights that alone ends. A term that has begun is kept
// for questions as of its time. Writes an audit entry unless nothing changes. `isFull`: the manager has $most terms
// already that are in force, to come, or ended in the last year, or the deputy $most that have not ended. `isOwn`: an
// admin would name themself. `isUnapproved`: roles need a second admin, and an admin names a deputy for somebody else
// without $requesterId, who requested what the caller approves. `isChanged`: there is a new term, or another one, from
// `beginsAt` (null: now) to `endsAt`; `isEnded`: one has ended; `isForOther`: the caller is not the manager. Locks both
// people in the order of their ids, by the caller who is $userId or has one of $permittedRoles, or by the operator if it is null; others get
// their standing alone.
// @param userId: id
// @param requesterId: id or null
// @param permittedRoles: list of roles or null
// @param deputyId: id
// @param rights: list of texts
// @param now: instant
// @param to: date
// @param from: date
// @param most: number
// @param auditId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  tenant, caller {.roles, levelsAbove: CASE $callerId WHEN $userId THEN 0 END} AS standing,
  coalesce(tenant.timezone, 'UTC') AS timezone,
  tenant.roleApproval = 'second_admin' AND $requesterId IS NULL AND $callerId <> $userId AS needsSecond
CALL (standing) {
  WITH * WHERE standing.levelsAbove = 0 OR $permittedRoles IS NULL OR any(role IN standing.roles WHERE role IN $permittedRoles)
  UNWIND CASE WHEN $userId < $deputyId THEN [$userId, $deputyId] ELSE [$deputyId, $userId] END AS id
  MATCH (person:User {tenantId: $tenantId, id: id})
  SET person.id = id
  RETURN collect(person) AS people
}
WITH
  standing, timezone, size($rights) > 0 AND coalesce(needsSecond, false) AS isUnapproved,
  head([person IN people WHERE person.id = $userId]) AS manager,
  head([person IN people WHERE person.id = $deputyId]) AS deputy,
  date(datetime({datetime: datetime($now), timezone: timezone})) AS today
OPTIONAL MATCH (deputy)-[old:DEPUTY_FOR]->(manager)
WHERE old.until > datetime($now)
WITH
  standing, isUnapproved, manager, deputy, old, date($to) < today AS isOver,
  // A day that has passed counts as today, but does not change when a term began.
  CASE WHEN date($from) > today THEN date($from) WHEN old.from < today THEN old.from ELSE today END AS from,
  datetime({datetime: datetime({date: date($to) + duration('P1D'), timezone: timezone}), timezone: 'Z'}) AS until,
  datetime({datetime: datetime({date: date($from), timezone: timezone}), timezone: 'Z'}) AS start
WITH
  *,
  coalesce(old.from = from AND old.rights = $rights, false) AS keeps,
  $most <= COUNT {
    MATCH (manager)<-[term:DEPUTY_FOR]-()
    WHERE term.until > datetime($now) - duration('P1Y') AND (old IS NULL OR term <> old)
  } OR $most <= COUNT {
    MATCH (deputy)-[term:DEPUTY_FOR]->()
    WHERE term.until > datetime($now) AND (old IS NULL OR term <> old)
  } AS isFull,
  $deputyId = $callerId AS isOwn
WITH
  *,
  keeps AND old.until = until AS isSame,
  size($rights) > 0 AND NOT isOwn AND manager IS NOT NULL AND deputy.active AND NOT isOver AND NOT isFull AND NOT isUnapproved AS isNamed
CALL (manager, deputy, old, from, until, start, keeps, isSame, isNamed) {
  WITH * WHERE NOT isSame AND (isNamed OR size($rights) = 0 AND old IS NOT NULL)
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = CASE WHEN isNamed THEN 'deputy.set' ELSE 'deputy.end' END,
    entry.userId = manager.id,
    entry.deputyId = deputy.id,
    entry.valueNames = ['from', 'to', 'rights'],
    entry.valuesBefore = [
      coalesce(toString(old.from), ''), coalesce(toString(old.to), ''),
      substring(reduce(text = '', right IN coalesce(old.rights, []) | text + ',' + right), 1)
    ],
    entry.valuesAfter = CASE WHEN isNamed THEN [
      toString(from), $to, substring(reduce(text = '', right IN $rights | text + ',' + right), 1)
    ] ELSE ['', '', ''] END,
    audit_entry(entry, $callerId, datetime($now))
  FOREACH (term IN CASE WHEN isNamed AND keeps THEN [old] ELSE [] END | SET term.to = date($to), term.until = until, term.namedById = coalesce($requesterId, $callerId))
  FOREACH (term IN CASE WHEN keeps OR old.since > datetime($now) THEN [] ELSE [old] END | SET term.until = datetime($now))
  FOREACH (term IN CASE WHEN NOT keeps AND old.since > datetime($now) THEN [old] ELSE [] END | DELETE term)
  FOREACH (_ IN CASE WHEN isNamed AND NOT keeps THEN [true] ELSE [] END |
    CREATE (deputy)-[:DEPUTY_FOR {
      from: from,
      to: date($to),
      rights: $rights,
      since: CASE WHEN start > datetime($now) THEN start ELSE datetime($now) END,
      until: until,
      namedById: coalesce($requesterId, $callerId)
    }]->(manager)
  )
}
WITH
  standing, manager, deputy, isOver, isFull, isOwn, isUnapproved,
  isNamed AND NOT isSame AS isChanged,
  size($rights) = 0 AND old IS NOT NULL AS isEnded,
  CASE WHEN start > datetime($now) THEN start END AS beginsAt,
  until AS endsAt,
  (isNamed OR isSame) AND NOT isOwn AND NOT isUnapproved AS isNamed
OPTIONAL MATCH (deputy)-[term:DEPUTY_FOR]->(manager)
WHERE isNamed AND term.until > datetime($now)
RETURN
  standing,
  manager IS NOT NULL AS userFound, deputy IS NOT NULL AS deputyFound, coalesce(deputy.active, false) AS deputyActive,
  isOver, isFull, isOwn, isUnapproved, isChanged, isEnded, $callerId <> $userId AS isForOther, moment(beginsAt) AS beginsAt, moment(endsAt) AS endsAt,
  CASE WHEN term IS NOT NULL THEN
    // @include deputy_fields
  END AS deputy
