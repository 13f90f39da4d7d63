// Returns what names a user without being joined to them, or one of $relatedIds, the ids of what is theirs: records of events, of
// changes and of requests. Events and notifications without aboutIds are about the user when the payload contains one of
// $payloadTerms. Texts that were sent to others about several people are left out, and so are the ids of other recipients.
RETURN
  COLLECT {
    MATCH (event:OutboxEvent {tenantId: $tenantId})
    WHERE event.key IS NOT NULL
    WITH
      event,
      coalesce($userId IN event.recipientIds, false) AS isRecipient,
      coalesce(event.aboutIds = [$userId], false) AS isOnlyAboutThem,
      coalesce(
        event.actorId = $userId
        OR event.subjectId IN $relatedIds
        OR event.key CONTAINS $userId
        OR $userId IN event.aboutIds
        OR event.aboutIds IS NULL AND any(term IN $payloadTerms WHERE event.payload CONTAINS term),
        false
      ) AS isConcerned
    WHERE isRecipient OR isConcerned
    RETURN event {
      .id, .key, .type, .status, .createdAt, .dueAt, .endedAt, .subjectId, .actorId, .attempts, isRecipient: isRecipient,
      recipients: size(event.recipientIds),
      payload: CASE WHEN (isRecipient OR isOnlyAboutThem) AND NOT event.type IN $figureTypes THEN event.payload END
    }
    ORDER BY event.createdAt
  } AS events,
  COLLECT {
    MATCH (notification:Notification {tenantId: $tenantId})
    WHERE notification.eventId IS NOT NULL AND notification.userId IS NOT NULL
      AND notification.userId <> $userId
      AND (
        $userId IN notification.aboutIds
        OR notification.subjectId IN $relatedIds
        OR notification.aboutIds IS NULL AND any(term IN $payloadTerms WHERE notification.payload CONTAINS term)
      )
    WITH notification, coalesce(notification.aboutIds = [$userId], false) AS isOnlyAboutThem
    RETURN notification {
      .id, .type, .createdAt, .subjectType, .subjectId,
      title: CASE WHEN isOnlyAboutThem THEN notification.title END,
      text: CASE WHEN isOnlyAboutThem THEN notification.text END
    }
    ORDER BY notification.createdAt
  } AS notificationsAbout,
  COLLECT {
    MATCH (flag:TrendFlag {tenantId: $tenantId})
    WHERE flag.weekStart IS NOT NULL AND flag.scope = 'individual' AND flag.subjectId = $userId
    RETURN properties(flag)
    ORDER BY flag.weekStart
  } AS trendFlags,
  COLLECT {
    MATCH (flag:TrendFlag {tenantId: $tenantId})
    WHERE flag.weekStart IS NOT NULL AND any(writers IN flag.weekWriters WHERE writers CONTAINS $userId)
    RETURN flag {.id, .weekStart, .scope, .subjectId, .dimension}
    ORDER BY flag.weekStart
  } AS groupFlags,
  COLLECT {
    MATCH (run:TrendRun {tenantId: $tenantId})
    WHERE run.weekStart IS NOT NULL AND any(key IN run.told WHERE key CONTAINS $userId)
    RETURN run {.weekStart, .detectedAt, told: [key IN run.told WHERE key CONTAINS $userId]}
    ORDER BY run.weekStart
  } AS trendRuns,
  COLLECT {
    MATCH (job:ImportJob {tenantId: $tenantId})
    WHERE job.id IS NOT NULL AND job.adminId = $userId AND job.userId <> $userId
    RETURN job {.id, .status, .createdAt}
    ORDER BY job.createdAt
  } AS importsStarted,
  COLLECT {
    MATCH (import:OrgImport {tenantId: $tenantId})
    WHERE any(term IN $terms WHERE import.result CONTAINS term)
    RETURN import {.id, .status, .createdAt}
  } AS peopleImports,
  COLLECT {
    MATCH (record:IdempotencyRecord {tenantId: $tenantId})
    WHERE record.id IS NOT NULL AND (
      record.callerId = $userId
      OR any(id IN record.subjectIds WHERE id IN $relatedIds)
      OR any(term IN $terms WHERE record.body CONTAINS term)
    )
    RETURN record {
      .id, .status, .expiresAt,
      subjectIds: [id IN record.subjectIds WHERE id IN $relatedIds],
      location: CASE WHEN record.callerId = $userId THEN record.location END,
      body: CASE WHEN record.callerId = $userId THEN record.body END
    }
    ORDER BY record.expiresAt
  } AS requests,
  COLLECT {
    MATCH (entry:AuditEntry {tenantId: $tenantId})
    WHERE entry.at IS NOT NULL AND entry.id IS NOT NULL
      AND $userId IN [entry.userId, entry.actorId, entry.fromManagerId, entry.toManagerId, entry.deputyId]
    RETURN properties(entry)
    ORDER BY entry.at
  } AS auditEntries,
  COLLECT {
    MATCH (entry:ChangeEntry {tenantId: $tenantId})
    WHERE entry.key IS NOT NULL
      AND (entry.subjectId IN $relatedIds OR split(entry.key, ':')[-1] IN $relatedIds)
    RETURN entry {.key, .id, .type, .subjectType, .subjectId, .changed, .at}
    ORDER BY entry.at
  } AS changes,
  COLLECT {
    MATCH (delivery:WebhookDelivery {tenantId: $tenantId})
    WHERE delivery.webhookId IS NOT NULL AND delivery.changeId IS NOT NULL AND delivery.subjectId IN $relatedIds
    RETURN delivery {.id, .webhookId, .changeId, .type, .subjectType, .subjectId, .status, .createdAt, .endedAt}
    ORDER BY delivery.createdAt
  } AS webhookDeliveries,
  COLLECT {
    MATCH (plan:OrgPlan {tenantId: $tenantId})
    WHERE plan.createdAt IS NOT NULL AND plan.id IS NOT NULL
      AND ($userId IN [plan.authorId, plan.approverId, plan.appliedById, plan.undoneById] OR $userId IN plan.lostIds OR plan.faults CONTAINS $userId)
    RETURN plan {
      .id, .name, .status, .reason, .effectiveOn, .createdAt, .appliedAt,
      isAuthor: plan.authorId = $userId,
      isApprover: plan.approverId = $userId,
      hasApplied: plan.appliedById = $userId,
      hasUndone: plan.undoneById = $userId
    }
    ORDER BY plan.createdAt
  } AS plans
