// Returns whom a subject of an identity provider signs in as: `userId` is null if it is nobody. `active` is false if
// they have left. A subject that is not bound is bound to the active person with the address $email, or the external id
// $externalId; the other one is null. Takes the write locks of identity and person before it decides (see
// org/lock_tenant). Nothing is changed if there is nobody, an admin has unbound the subject from this person, or from
// twenty people, or another subject of the issuer is bound to them; or if it `waits`: an admin changed by what the
// person signs in (approvals/mark_keys), nobody else has approved it yet, and the tenant demands a second admin for
// roles or has an active admin beside the one who made the change, who could approve it or ask who operates the
// service. Writes an audit entry with $subjectHash and whose change made room.
OPTIONAL MATCH (bound:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
SET bound.subject = $subject
WITH bound.holderId AS holderId
CALL (holderId) {
  WITH * WHERE holderId IS NULL
  OPTIONAL MATCH (byAddress:User {tenantId: $tenantId, email: $email, active: true})
  OPTIONAL MATCH (byId:User {tenantId: $tenantId, externalId: $externalId, active: true})
  WITH coalesce(byAddress, byId) AS person
  WHERE person IS NOT NULL
  SET person.id = person.id
  WITH person
  OPTIONAL MATCH (known:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
  OPTIONAL MATCH (other:Identity {tenantId: $tenantId, issuer: $issuer, holderId: person.id})
  OPTIONAL MATCH (mark:Approval {tenantId: $tenantId, key: 'sign_in:' + person.id})
  WITH person, known, other, mark, known.unboundFrom AS unboundFrom
  WHERE person.active AND (person.email = $email OR person.externalId = $externalId) AND other IS NULL
    AND (known IS NULL OR known.holderId IS NULL AND NOT person.id IN unboundFrom AND size(unboundFrom) < 20)
  WITH person, mark, unboundFrom, reduce(
    ids = [], id IN [mark.emailBy, mark.userNameBy, mark.externalIdBy, mark.identityBy] |
    CASE WHEN id IS NULL OR id IN ids THEN ids ELSE ids + id END
  ) AS changedBy
  WITH person, mark, unboundFrom, changedBy, CASE WHEN mark.approvedById IS NULL AND size(changedBy) > 0 THEN COLLECT {
    CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:admin') YIELD node
    WITH node AS admin
    WHERE admin.active AND 'admin' IN admin.roles
    RETURN admin.id
  } END AS adminIds
  WITH person, mark, unboundFrom, changedBy, CASE WHEN adminIds IS NOT NULL THEN (
    size(adminIds) > 1
    OR any(id IN adminIds WHERE NOT id IN changedBy)
    OR EXISTS { (:Tenant {id: $tenantId, roleApproval: 'second_admin'}) }
  ) ELSE false END AS waits
  CALL (person, mark, unboundFrom, changedBy, waits) {
    WITH * WHERE NOT waits
    MERGE (identity:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
    ON CREATE SET
      identity:$($tenantLabel),
      identity.id = $identityId,
      identity.userId = person.id,
      identity.holderId = person.id,
      identity.boundAt = datetime($now)
    // One that is unbound passes to another person. One that another request has made meanwhile stays as it is.
    FOREACH (_ IN CASE WHEN identity.holderId IS NULL THEN [true] ELSE [] END |
      SET
        identity.userId = person.id,
        identity.holderId = person.id,
        identity.boundAt = datetime($now),
        identity.unboundFrom = unboundFrom
      REMOVE identity.unboundAt
    )
    MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
    ON CREATE SET
      entry.action = 'identity.bind',
      entry:$($tenantLabel),
      entry.userId = person.id,
      entry.at = datetime($now),
      entry.actorId = person.id,
      entry.valueNames = CASE WHEN mark IS NULL THEN ['subject'] ELSE ['subject', 'keysChangedBy', 'keysChangedAt', 'approvedBy'] END,
      entry.valuesBefore = CASE WHEN mark IS NULL THEN [''] ELSE ['', '', '', ''] END,
      entry.valuesAfter = CASE WHEN mark IS NULL THEN [$subjectHash] ELSE [
        $subjectHash,
        substring(reduce(text = '', id IN changedBy | text + ',' + id), 1),
        moment(mark.requestedAt),
        coalesce(mark.approvedById, '')
      ] END,
      entry.source = $source,
      entry.traceId = substring($traceparent, 3, 32),
      entry.recordedAt = datetime.realtime()
    DELETE mark
  }
  RETURN collect(waits) AS waiting
}
OPTIONAL MATCH (identity:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
OPTIONAL MATCH (holder:User {tenantId: $tenantId, id: identity.holderId})
RETURN holder.id AS userId, holder.active AS active, coalesce(head(waiting), false) AS waits
