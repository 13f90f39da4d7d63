// Returns whom a subject of an identity provider signs in as: `userId` is null if it is nobody. `active` is false if
// they have left. A subject that is not bound is bound to the active person with the address $email, or the external id
// $externalId; the other one is null. $domains, unless it is null, are those that the person's address must have. Takes the write
// locks of identity and person before it decides (see organisation/lock_tenant). Nothing is changed if there is nobody, an admin has
// unbound the subject from this person, or from twenty people, or another subject of the issuer is bound to them.
//
// It `waits` for a second admin, also if nothing else is wrong, for what nobody has approved yet (includes/open_reasons): because an
// admin changed by what the person signs in (organisation/mark_keys), if the tenant demands a second admin for roles, or has an active
// admin beside the one who made the change, or had one then; because an admin made the person or brought them back ($issuerById:
// or added the provider), or the person is bound at another issuer, if the tenant demands a second admin. Where the tenant does
// not demand one, `given` has which of these there were, so that the person `name` is told. $notice tells the admins of a sign-in
// that begins to wait. Writes an audit entry with $subjectHash and whose change made room.
// @param issuer: text
// @param subject: text
// @param email: text or null
// @param externalId: text or null
// @param domains: list of texts or null
// @param issuerById: id or null
// @param approvalId: id
// @param now: instant
// @param notice: {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
// @param identityId: id
// @param auditId: id
// @param subjectHash: text
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (bound:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
SET bound.subject = $subject
WITH coalesce(tenant.roleApproval = 'second_admin', false) AS needsSecond, bound
OPTIONAL MATCH (holder:User {tenantId: $tenantId, id: bound.holderId})
// Who was brought back since they were bound signs in as if for the first time, where a second admin must know.
WITH needsSecond, CASE WHEN NOT (needsSecond AND coalesce(holder.madeAt > bound.boundAt, false)) THEN bound.holderId END AS holderId
CALL (holderId, needsSecond) {
  WITH * WHERE holderId IS NULL
  OPTIONAL MATCH (byAddress:User {tenantId: $tenantId, email: $email, active: true})
  OPTIONAL MATCH (byId:User {tenantId: $tenantId, externalId: $externalId, active: true})
  WITH needsSecond, coalesce(byAddress, byId) AS person
  WHERE person IS NOT NULL
  SET person.id = person.id
  WITH needsSecond, person
  OPTIONAL MATCH (known:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
  OPTIONAL MATCH (other:Identity {tenantId: $tenantId, issuer: $issuer, holderId: person.id})
  OPTIONAL MATCH (mark:Approval {tenantId: $tenantId, key: 'sign_in:' + person.id})
  WITH needsSecond, person, known, other, mark, known.unboundFrom AS unboundFrom
  WHERE person.active AND (person.email = $email OR person.externalId = $externalId) AND (other IS NULL OR other = known)
    AND ($domains IS NULL OR any(domain IN $domains WHERE person.email ENDS WITH '@' + domain))
    AND (known IS NULL OR known.holderId = person.id OR (
      known.holderId IS NULL AND NOT coalesce(person.id IN unboundFrom, false) AND size(coalesce(unboundFrom, [])) < 20
    ))
  WITH needsSecond, person, mark, unboundFrom, reduce(
    ids = [], id IN [mark.emailBy, mark.userNameBy, mark.externalIdBy, mark.identityBy] |
    CASE WHEN id IS NULL OR id IN ids THEN ids ELSE ids + id END
  ) AS changedBy, {
    made: CASE WHEN person.madeById IS NOT NULL AND NOT EXISTS {
      MATCH (earlier:Identity {tenantId: $tenantId, userId: person.id})
      WHERE earlier.boundAt >= person.madeAt AND earlier.id IS NOT NULL
    } THEN person.madeById END,
    issuer: CASE WHEN $issuerById <> person.id THEN $issuerById END,
    otherIssuer: CASE WHEN EXISTS {
      MATCH (elsewhere:Identity {tenantId: $tenantId, userId: person.id})
      WHERE elsewhere.boundAt IS NOT NULL AND elsewhere.id IS NOT NULL
        AND elsewhere.holderId = person.id AND elsewhere.issuer <> $issuer
    } THEN person.id END
  } AS firsts
  WITH *, CASE WHEN mark IS NULL THEN [] ELSE [
    reason IN open_reasons(mark) WHERE reason[0] IN ['email', 'userName', 'externalId', 'identity'] | reason[1]
  ] END AS openKeys
  WITH *, CASE WHEN size(openKeys) > 0 THEN COLLECT {
    CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:admin') YIELD node
    WITH node AS admin
    WHERE admin.active AND 'admin' IN admin.roles
    RETURN admin.id
  } ELSE [] END AS adminIds
  WITH
    needsSecond, person, mark, unboundFrom, changedBy, firsts,
    size(openKeys) > 0 AND (
      needsSecond OR coalesce(mark.hadSecond, false) OR size(adminIds) > 1 OR any(id IN adminIds WHERE NOT id IN openKeys)
    ) AS keysWait,
    [reason IN ['made', 'issuer', 'otherIssuer'] WHERE firsts[reason] IS NOT NULL] AS given,
    CASE WHEN mark.issuer = $issuer THEN
      CASE WHEN mark.approvedById IS NULL THEN mark.approvedReasons ELSE ['made', 'issuer', 'otherIssuer'] END
    END AS approved
  WITH *, [reason IN given WHERE needsSecond AND NOT coalesce(reason IN approved, false)] AS waitingFirsts
  WITH *, keysWait OR size(waitingFirsts) > 0 AS waits
  CALL (person, mark, firsts, waitingFirsts) {
    WITH *
    WHERE size(waitingFirsts) > 0
      AND (mark IS NULL OR coalesce(mark.issuer <> $issuer, true) OR any(reason IN waitingFirsts WHERE mark[reason + 'By'] IS NULL))
    MERGE (waiting:Approval {tenantId: $tenantId, key: 'sign_in:' + person.id})
    ON CREATE SET
      waiting:$($tenantLabel),
      waiting.kind = 'sign_in',
      waiting.userId = person.id,
      waiting.requesterId = person.id,
      waiting.requestedAt = datetime($now)
    SET
      waiting.id = $approvalId, // what waits is not what it was
      waiting.approvedReasons = [
        reason IN CASE
          WHEN waiting.approvedById IS NULL THEN waiting.approvedReasons
          ELSE ['email', 'userName', 'externalId', 'identity']
        END
        WHERE NOT reason IN ['made', 'issuer', 'otherIssuer']
      ],
      waiting.issuer = $issuer,
      waiting.madeBy = firsts.made,
      waiting.issuerBy = firsts.issuer,
      waiting.otherIssuerBy = firsts.otherIssuer
    REMOVE waiting.approvedById, waiting.approvedAt
    WITH person.id AS subjectId, $notice AS notice
    // @include tell_roles
  }
  CALL (person, mark, unboundFrom, changedBy, waits, given) {
    WITH * WHERE NOT waits
    MERGE (identity:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
    ON CREATE SET
      identity:$($tenantLabel),
      identity.id = $identityId,
      identity.userId = person.id,
      identity.holderId = person.id,
      identity.boundAt = datetime($now)
    // An identity that is bound to nobody is bound to this person, and one whose person was brought back is bound again. An identity that
    // another request has created meanwhile stays as it is.
    FOREACH (_ IN CASE WHEN identity.holderId IS NULL OR identity.boundAt < person.madeAt THEN [true] ELSE [] END |
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
      entry.userId = person.id,
      entry.valueNames = CASE WHEN mark IS NULL THEN ['subject'] ELSE ['subject', 'keysChangedBy', 'keysChangedAt', 'approvedBy'] END,
      entry.valuesBefore = CASE WHEN mark IS NULL THEN [''] ELSE ['', '', '', ''] END,
      entry.valuesAfter = CASE WHEN mark IS NULL THEN [$subjectHash] ELSE [
        $subjectHash,
        substring(reduce(text = '', id IN changedBy | text + ',' + id), 1),
        moment(mark.requestedAt),
        coalesce(mark.approvedById, '')
      ] END,
      audit_entry(entry, person.id, datetime($now))
    DELETE mark
  }
  RETURN collect({waits: waits, given: given, personId: person.id, name: person.name}) AS found
}
OPTIONAL MATCH (identity:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
OPTIONAL MATCH (holder:User {tenantId: $tenantId, id: identity.holderId})
WITH holder, coalesce(head(found).waits, false) AS waits, coalesce(head(found).given, []) AS given, head(found).name AS name
RETURN
  CASE WHEN NOT waits THEN holder.id END AS userId,
  CASE WHEN NOT waits THEN holder.active END AS active,
  waits, given, name
