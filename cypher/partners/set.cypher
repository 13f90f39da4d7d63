// Names $userId the partner of a part of the company: everyone below $headId, or the department $departmentKey; from $from to $to (yyyy-mm-dd,
// days of the tenant's time zone), instead of what was named for the same two before and has not ended. A term that has begun is kept for
// questions as of its time. role-requests/lock holds the tenant's write lock, and the caller decides: $requesterId asked for it. Writes an
// audit entry. Nothing is named, and `part` is null, if the partner has left or is an admin, if there is no such active head or department, if
// the term is over, or if `isFull`: the partner has $most terms that are in force, to come, or ended in the last year, or the tenant
// $mostOfTenant that have not ended. `headIds` are the people to tell. What a group
// gave the partner for the same part ends as well.
// @param partId: id
// @param userId: id
// @param headId: id or null
// @param departmentKey: text or null
// @param from: date
// @param to: date
// @param requesterId: id
// @param most: number
// @param mostOfTenant: number
// @param auditId: id
// @param now: instant
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (partner:User {tenantId: $tenantId, id: $userId, active: true})
OPTIONAL MATCH (head:User {tenantId: $tenantId, id: $headId, active: true})
WITH
  tenant, partner, head,
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
  $most <= COUNT {
    MATCH (partner)-[term:PARTNER_OF]->()
    WHERE term.until > datetime($now) - duration('P1Y')
  } OR $mostOfTenant <= COUNT {
    MATCH ()-[term:PARTNER_OF {tenantId: $tenantId}]->()
    USING INDEX term:PARTNER_OF(tenantId, id)
    WHERE term.id IS NOT NULL AND term.until > datetime($now)
  } AS isFull
WITH
  *,
  partner IS NOT NULL AND NOT 'admin' IN partner.roles AND (head IS NOT NULL AND head <> partner OR team IS NOT NULL)
    AND NOT isFull AND until > since AS isNamed
CALL (partner, head, team, from, until, since, isNamed) {
  WITH * WHERE isNamed
  CALL (partner, head) {
    MATCH (partner)-[old:PARTNER_OF]->()
    WHERE old.until > datetime($now) AND (old.headId = head.id OR old.departmentKey = $departmentKey) AND old.id <> $partId
    FOREACH (term IN CASE WHEN old.since > datetime($now) THEN [] ELSE [old] END | SET term.until = datetime($now))
    FOREACH (term IN CASE WHEN old.since > datetime($now) THEN [old] ELSE [] END | DELETE term)
  }
  WITH partner, head, team, from, until, since, coalesce(head, team) AS origin
  MERGE (partner)-[part:PARTNER_OF {tenantId: $tenantId, id: $partId}]->(origin)
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
    entry.action = 'partner.set',
    entry.userId = partner.id,
    entry.valueNames = ['partId', 'below', 'department', 'from', 'to'],
    entry.valuesBefore = ['', '', '', '', ''],
    entry.valuesAfter = [$partId, coalesce(head.id, ''), coalesce(part.departmentKey, ''), toString(from), $to],
    audit_entry(entry, $callerId, datetime($now))
  RETURN head(collect(part)) AS part
}
RETURN
  isFull, CASE WHEN part IS NOT NULL THEN part_fields(part, partner) END AS part,
  part_heads(head.id, $departmentKey) AS headIds
