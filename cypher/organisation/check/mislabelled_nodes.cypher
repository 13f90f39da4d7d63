// Returns the number of nodes whose tenantId and tenant label disagree, by kind. A consistent database has none.
// Written by `npm run queries` from the table of nodes (src/features/personal-data/table-of-nodes.ts); do not edit.
CALL () {
  MATCH (node)
  WHERE node:$($tenantLabel) AND (node.tenantId IS NULL OR node.tenantId <> $tenantId)
  RETURN node
  UNION ALL
  MATCH (
    node:User
      |Team
      |OrgImport
      |ScimGroup
      |OrgPlan
      |IdentityProvider
      |Identity
      |ServiceToken
      |AssistantUse
      |Approval
      |Summary
      |SummaryDraft
      |Response
      |Question
      |QuestionWording
      |Answer
      |Goal
      |Nomination
      |Notification
      |OutboxEvent
      |Profile
      |ImportJob
      |Motivators
      |TrendFlag
      |TrendRun
      |WeeklyRun
      |IdempotencyRecord
      |AuditEntry
      |AuditChain
      |ChangeEntry
      |ChangeBatch
      |ChangeLog
      |Webhook
      |WebhookDelivery
      |RetentionRun
    {tenantId: $tenantId}
  )
  WHERE [label IN labels(node) WHERE label STARTS WITH 'T_'] <> [$tenantLabel]
  RETURN node
}
RETURN coalesce([label IN labels(node) WHERE NOT label STARTS WITH 'T_'][0], 'unlabelled') AS kind, count(*) AS count
ORDER BY kind
