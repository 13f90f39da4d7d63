// Returns whether what $code says was not found exists in any tenant, by its id. Asked only after a lookup in the caller's
// tenant found none, to tell 403 from 404.
// Written by `npm run queries` from the table of nodes (src/features/personal-data/table-of-nodes.ts); do not edit.
// @all-tenants
// @param code: text
// @param id: id
RETURN CASE $code
  WHEN 'USER_NOT_FOUND' THEN EXISTS { MATCH (node:User {id: $id}) }
  WHEN 'MANAGER_NOT_FOUND' THEN EXISTS { MATCH (node:User {id: $id}) }
  WHEN 'ORG_IMPORT_NOT_FOUND' THEN EXISTS { MATCH (node:OrgImport {id: $id}) }
  WHEN 'PLAN_NOT_FOUND' THEN EXISTS { MATCH (node:OrgPlan {id: $id}) }
  WHEN 'PROVIDER_NOT_FOUND' THEN EXISTS { MATCH (node:IdentityProvider {id: $id}) }
  WHEN 'IDENTITY_NOT_FOUND' THEN EXISTS { MATCH (node:Identity {id: $id}) }
  WHEN 'APPROVAL_NOT_FOUND' THEN EXISTS { MATCH (node:Approval {id: $id}) }
  WHEN 'SUMMARY_NOT_FOUND' THEN EXISTS { MATCH (node:Summary {id: $id}) }
  WHEN 'QUESTION_NOT_FOUND' THEN EXISTS { MATCH (node:Question {id: $id}) }
  WHEN 'GOAL_NOT_FOUND' THEN EXISTS { MATCH (node:Goal {id: $id}) }
  WHEN 'NOMINATION_NOT_FOUND' THEN EXISTS { MATCH (node:Nomination {id: $id}) }
  WHEN 'NOTIFICATION_NOT_FOUND' THEN EXISTS { MATCH (node:Notification {id: $id}) WHERE node.unread IS NOT NULL }
  WHEN 'IMPORT_JOB_NOT_FOUND' THEN EXISTS { MATCH (node:ImportJob {id: $id}) }
  WHEN 'WEBHOOK_NOT_FOUND' THEN EXISTS { MATCH (node:Webhook {id: $id}) }
END AS exists
