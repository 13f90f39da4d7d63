// What a second admin decides: one node for a person and kind. Requests for roles, which were with the person, become such nodes.
// @works-with 0.1.0
CREATE CONSTRAINT approval_once_per_key IF NOT EXISTS FOR (approval:Approval) REQUIRE (approval.tenantId, approval.key) IS UNIQUE;
CREATE INDEX approval_by_id IF NOT EXISTS FOR (approval:Approval) ON (approval.id);
CREATE INDEX approval_in_tenant IF NOT EXISTS FOR (approval:Approval) ON (approval.tenantId, approval.id);
CREATE INDEX approval_by_person IF NOT EXISTS FOR (approval:Approval) ON (approval.tenantId, approval.userId);
CREATE INDEX approval_by_other IF NOT EXISTS FOR (approval:Approval) ON (approval.tenantId, approval.otherId);
CREATE INDEX approval_by_end IF NOT EXISTS FOR (approval:Approval) ON (approval.tenantId, approval.expiresAt);
MATCH (person:User)
WHERE person.roleRequestId IS NOT NULL
CALL (person) {
  MERGE (approval:Approval {tenantId: person.tenantId, key: 'role:' + person.id})
  ON CREATE SET
    approval:$([label IN labels(person) WHERE label STARTS WITH 'T_']),
    approval.id = person.roleRequestId,
    approval.kind = 'role',
    approval.userId = person.id,
    approval.role = person.requestedRole,
    approval.requesterId = person.roleRequesterId,
    approval.requestedAt = person.roleRequestedAt,
    approval.expiresAt = datetime.realtime() + duration('P30D')
  SET person.roleRequestId = null, person.requestedRole = null, person.roleRequesterId = null, person.roleRequestedAt = null
} IN TRANSACTIONS OF 1000 ROWS;
