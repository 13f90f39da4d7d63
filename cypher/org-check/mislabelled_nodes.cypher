// Returns the number of nodes whose tenantId and tenant label disagree, by kind. A consistent database has none.
CALL () {
  MATCH (node)
  WHERE node:$($tenantLabel) AND (node.tenantId IS NULL OR node.tenantId <> $tenantId)
  RETURN node
  UNION ALL
  MATCH (
    node:User|Team|Summary|Response|Goal|Nomination|Profile|Motivators|ImportJob|TrendFlag|TrendRun|Notification
      |OrgImport|WeeklyRun|OutboxEvent|AuditEntry|AuditChain|IdempotencyRecord|OrgPlan|ScimGroup|ChangeEntry|ChangeLog
      |Webhook|WebhookDelivery|IdentityProvider|Identity|ServiceToken|SummaryDraft|RetentionRun|Approval
    {tenantId: $tenantId}
  )
  WHERE [label IN labels(node) WHERE label STARTS WITH 'T_'] <> [$tenantLabel]
  RETURN node
}
RETURN coalesce([label IN labels(node) WHERE NOT label STARTS WITH 'T_'][0], 'unlabelled') AS kind, count(*) AS count
ORDER BY kind
