// Lets a group of a directory give its members a part of the company: everyone below $headId, or the department $departmentKey; from $from to $to
// (yyyy-mm-dd, days of the tenant's time zone), instead of what the group gave for the same two before. Its members become partners (see
// give_group_parts). role-requests/lock holds the tenant's write lock, and the caller decides: $requesterId asked for it. Writes an audit entry.
// Nothing is given, and `part` is null, if there is no such group, active head or department, if the term is over, or if `isFull`: the
// group has more than $mostMembers members, or the group gives $most parts, or the groups of the tenant $mostOfTenant, that have not ended.
// `headIds` are the people to tell.
// @param partId: id
// @param groupId: id
// @param headId: id or null
// @param departmentKey: text or null
// @param from: date
// @param to: date
// @param requesterId: id
// @param most: whole number
// @param mostMembers: whole number
// @param mostOfTenant: whole number
// @param auditId: id
// @param now: instant
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (group:ScimGroup {tenantId: $tenantId, id: $groupId})
OPTIONAL MATCH (head:User {tenantId: $tenantId, id: $headId, active: true})
WITH
  group, head,
  COLLECT { MATCH (one:Team {tenantId: $tenantId, departmentKey: $departmentKey}) RETURN one ORDER BY one.key LIMIT 1 }[0] AS team,
  coalesce(tenant.timezone, 'UTC') AS timezone
WITH *, date(datetime({datetime: datetime($now), timezone: timezone})) AS today
WITH
  *,
  CASE WHEN date($from) > today THEN date($from) ELSE today END AS from,
  datetime({datetime: datetime({date: date($to) + duration('P1D'), timezone: timezone}), timezone: 'Z'}) AS until
WITH
  *,
  CASE WHEN from > today THEN datetime({datetime: datetime({date: from, timezone: timezone}), timezone: 'Z'}) ELSE datetime($now) END AS since,
  COLLECT {
    MATCH (group)<-[:IN_GROUP]-(member:User)
    RETURN member
    LIMIT 201
  } AS people,
  toInteger($most) <= COUNT {
    MATCH (group)-[grant:GIVES_PART]->()
    WHERE grant.until > datetime($now)
      AND NOT (coalesce(grant.headId = $headId, false) OR coalesce(grant.departmentKey = $departmentKey, false))
  } OR toInteger($mostOfTenant) <= COUNT {
    MATCH (:ScimGroup {tenantId: $tenantId})-[grant:GIVES_PART {tenantId: $tenantId}]->()
    USING INDEX grant:GIVES_PART(tenantId, id)
    WHERE grant.id IS NOT NULL AND grant.until > datetime($now)
  } AS hasMany
WITH *, hasMany OR size(people) > toInteger($mostMembers) AS isFull
WITH *, group IS NOT NULL AND (head IS NOT NULL OR team IS NOT NULL) AND NOT isFull AND until > since AS isGiven
CALL (group, head, team, from, until, since, isGiven) {
  WITH * WHERE isGiven
  CALL (group, head) {
    MATCH (group)-[old:GIVES_PART]->()
    WHERE (old.headId = head.id OR old.departmentKey = $departmentKey) AND old.id <> $partId
    CALL (old) {
      MATCH ()-[term:PARTNER_OF {tenantId: $tenantId}]->()
      USING INDEX term:PARTNER_OF(tenantId, id)
      WHERE term.id IS NOT NULL AND term.until > datetime($now) AND term.groupPartId = old.id
      FOREACH (one IN CASE WHEN term.since > datetime($now) THEN [] ELSE [term] END | SET one.until = datetime($now))
      FOREACH (one IN CASE WHEN term.since > datetime($now) THEN [term] ELSE [] END | DELETE one)
    }
    DELETE old
  }
  WITH group, head, team, from, until, since, coalesce(head, team) AS origin
  MERGE (group)-[part:GIVES_PART {tenantId: $tenantId, id: $partId}]->(origin)
  SET
    part.headId = head.id,
    part.departmentKey = CASE WHEN head IS NULL THEN $departmentKey END,
    part.department = CASE WHEN head IS NULL THEN team.department END,
    part.from = from,
    part.to = date($to),
    part.since = since,
    part.until = until,
    part.namedById = $requesterId
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'partner-group.set',
    entry.groupId = group.id,
    entry.valueNames = ['partId', 'below', 'department', 'from', 'to', 'group'],
    entry.valuesBefore = ['', '', '', '', '', ''],
    entry.valuesAfter = [$partId, coalesce(head.id, ''), coalesce(part.departmentKey, ''), toString(from), $to, group.displayName],
    audit_entry(entry, $callerId, datetime($now))
  RETURN head(collect(part)) AS part
}
WITH group, head, part, isFull, people, CASE WHEN part IS NULL THEN [] ELSE [part] END AS grants
// @include give_group_parts
RETURN
  isFull, named, unnamed,
  CASE WHEN part IS NOT NULL THEN given_part_fields(part, group) END AS part,
  part_heads(head.id, $departmentKey) AS headIds
