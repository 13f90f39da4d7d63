// Binds a subject of an identity provider to the active person with the address $email, or the external id $externalId; the other one is
// null. Takes the person's write lock before it looks (see org/lock_tenant). No row, and nothing is changed, if there is nobody, the subject
// is bound, an admin has unbound it from this person, or another subject of the issuer is bound to them. Writes an audit entry.
OPTIONAL MATCH (byAddress:User {tenantId: $tenantId, email: $email, active: true})
OPTIONAL MATCH (byExternalId:User {tenantId: $tenantId, externalId: $externalId, active: true})
WITH coalesce(byAddress, byExternalId) AS person
WHERE person IS NOT NULL
SET person.id = person.id
WITH person
OPTIONAL MATCH (known:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
OPTIONAL MATCH (other:Identity {tenantId: $tenantId, issuer: $issuer, holderId: person.id})
WITH person, known, other
WHERE person.active AND (person.email = $email OR person.externalId = $externalId)
  AND other IS NULL AND (known IS NULL OR known.holderId IS NULL AND known.userId <> person.id)
MERGE (identity:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
ON CREATE SET
  identity:$($tenantLabel),
  identity.id = $identityId,
  identity.userId = person.id,
  identity.holderId = person.id,
  identity.boundAt = datetime($now)
// One that is unbound passes to another person. One that another request has made meanwhile stays as it is.
FOREACH (_ IN CASE WHEN identity.holderId IS NULL THEN [true] ELSE [] END |
  SET identity.userId = person.id, identity.holderId = person.id, identity.boundAt = datetime($now)
  REMOVE identity.unboundAt
)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry:$($tenantLabel),
  entry.action = 'identity.bind',
  entry.at = datetime($now),
  entry.actorId = person.id,
  entry.userId = person.id,
  entry.source = $source
RETURN person.id AS userId
