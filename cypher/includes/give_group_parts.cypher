// Subquery: makes `people` partners of the parts of the company that `grants` give, a list of relationships GIVES_PART that have not ended: each gets a
// term PARTNER_OF from now on, or from the first day of the grant, with an audit entry. The head of a part gets none, and neither does who has
// a term of their own for the same part, or has the term already. Returns the terms as `named`; `unnamed` counts those that are missing,
// because a person has $most terms that are in force, to come, or ended in the last year, the group has made $mostMembers people partners,
// or the tenant has $mostOfTenant terms that have not ended. Those with the smallest ids come first.
// @param most: whole number
// @param mostMembers: whole number
// @param mostOfTenant: whole number
// @param now: instant
CALL (grants, people) {
  UNWIND people AS person
  UNWIND grants AS grant
  WITH person, grant
  WHERE person.id <> coalesce(grant.headId, '') AND NOT EXISTS {
    MATCH (person)-[term:PARTNER_OF]->()
    WHERE term.until > datetime($now) AND (
      term.groupPartId = grant.id
      OR term.groupPartId IS NULL AND (term.headId = grant.headId OR term.departmentKey = grant.departmentKey)
    )
  }
  WITH person, grant
  ORDER BY person.id, grant.id
  WITH person, collect(grant) AS wanted
  WITH person, wanted, COUNT {
    MATCH (person)-[term:PARTNER_OF]->()
    WHERE term.until > datetime($now) - duration('P1Y')
  } AS held
  ORDER BY person.id
  UNWIND range(0, size(wanted) - 1) AS place
  WITH wanted[place] AS grant, collect(CASE WHEN held + place < toInteger($most) THEN person END) AS fitting, count(*) AS wanted
  WITH grant, fitting, wanted, toInteger($mostMembers) - COUNT {
    MATCH ()-[term:PARTNER_OF {tenantId: $tenantId}]->()
    USING INDEX term:PARTNER_OF(tenantId, id)
    WHERE term.id IS NOT NULL AND term.until > datetime($now) AND term.groupPartId = grant.id
  } AS room
  ORDER BY grant.id
  WITH sum(wanted) AS wanted, collect({
    grant: grant,
    headIds: part_heads(grant.headId, grant.departmentKey),
    people: fitting[0..CASE WHEN room > 0 THEN room ELSE 0 END]
  }) AS given
  WITH
    wanted,
    reduce(all = [], one IN given | all + [person IN one.people | {person: person, grant: one.grant, headIds: one.headIds}]) AS pairs,
    toInteger($mostOfTenant) - COUNT {
      MATCH ()-[term:PARTNER_OF {tenantId: $tenantId}]->()
      USING INDEX term:PARTNER_OF(tenantId, id)
      WHERE term.id IS NOT NULL AND term.until > datetime($now)
    } AS room,
    COLLECT {
      MATCH (tenant:Tenant {id: $tenantId})
      RETURN date(datetime({datetime: datetime($now), timezone: coalesce(tenant.timezone, 'UTC')}))
    }[0] AS today
  WITH wanted, today, pairs[0..CASE WHEN room > 0 THEN room ELSE 0 END] AS pairs
  CALL (today, pairs) {
    UNWIND pairs AS pair
    WITH
      today, pair.person AS partner, pair.grant AS grant, pair.headIds AS headIds, startNode(pair.grant) AS giver, endNode(pair.grant) AS origin,
      randomUUID() AS auditId
    CREATE (partner)-[term:PARTNER_OF {tenantId: $tenantId, id: randomUUID()}]->(origin)
    SET
      term.headId = grant.headId,
      term.departmentKey = grant.departmentKey,
      term.department = grant.department,
      term.from = CASE WHEN grant.from > today THEN grant.from ELSE today END,
      term.to = grant.to,
      term.since = CASE WHEN grant.since > datetime($now) THEN grant.since ELSE datetime($now) END,
      term.until = grant.until,
      term.namedById = grant.namedById,
      term.groupPartId = grant.id
    MERGE (entry:AuditEntry {tenantId: $tenantId, id: auditId})
    ON CREATE SET
      entry.action = 'partner.set',
      entry.userId = partner.id,
      entry.groupId = giver.id,
      entry.valueNames = ['partId', 'below', 'department', 'from', 'to', 'group'],
      entry.valuesBefore = ['', '', '', '', '', ''],
      entry.valuesAfter = [
        term.id, coalesce(term.headId, ''), coalesce(term.departmentKey, ''), toString(term.from), toString(term.to), giver.displayName
      ],
      audit_entry(entry, $callerId, datetime($now))
    RETURN collect({
      partId: term.id, groupPartId: grant.id, groupName: giver.displayName, partnerId: partner.id, partnerName: partner.name,
      headId: term.headId, department: term.department, from: toString(term.from), to: toString(term.to), headIds: headIds,
      belowName: COLLECT { MATCH (head:User {tenantId: $tenantId, id: term.headId}) RETURN head.name }[0]
    }) AS named
  }
  RETURN named, wanted - size(named) AS unnamed
}
