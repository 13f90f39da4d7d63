// Returns whether a node of $kind with this id exists in any tenant. Asked only after a lookup in the caller's tenant
// found none, to tell 403 from 404. One branch per kind, because a label given as a parameter would be planned as a
// scan.
// @all-tenants
RETURN CASE $kind
  WHEN 'User' THEN EXISTS { (:User {id: $id}) }
  WHEN 'Summary' THEN EXISTS { (:Summary {id: $id}) }
  WHEN 'Goal' THEN EXISTS { (:Goal {id: $id}) }
  WHEN 'Nomination' THEN EXISTS { (:Nomination {id: $id}) }
  WHEN 'Notification' THEN EXISTS { MATCH (n:Notification {id: $id}) WHERE n.unread IS NOT NULL }
  WHEN 'ImportJob' THEN EXISTS { (:ImportJob {id: $id}) }
  WHEN 'OrgImport' THEN EXISTS { (:OrgImport {id: $id}) }
  WHEN 'OrgPlan' THEN EXISTS { (:OrgPlan {id: $id}) }
  WHEN 'Webhook' THEN EXISTS { (:Webhook {id: $id}) }
  WHEN 'IdentityProvider' THEN EXISTS { (:IdentityProvider {id: $id}) }
  WHEN 'Approval' THEN EXISTS { (:Approval {id: $id}) }
  WHEN 'Identity' THEN EXISTS { (:Identity {id: $id}) }
END AS exists
