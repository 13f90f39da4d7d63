// The baseline: every constraint and index of the service, by feature. A new database gets this file alone.
// A database of release 0.3.0 has all of it already, by the migrations V001 to V036, which this file replaced; one of an older
// release is refused. Each "once only" of the service is a constraint. An id is unique across all tenants. An index of what is
// looked up within a tenant begins with the tenant's id; the others serve sign-in and work on all tenants.
// @works-with 0.3.0

// Tenants: by id, and by the name that operators and addresses use.
CREATE CONSTRAINT tenant_id IF NOT EXISTS FOR (tenant:Tenant) REQUIRE tenant.id IS UNIQUE;
CREATE CONSTRAINT tenant_slug IF NOT EXISTS FOR (tenant:Tenant) REQUIRE tenant.slug IS UNIQUE;

// People: by id, by the keys that a file, an admin or a directory knows them by (e-mail address, user name, external id, employee
// number), in the order of their names, and by when their entry changed, which readers of the directory follow.
CREATE CONSTRAINT user_id IF NOT EXISTS FOR (user:User) REQUIRE user.id IS UNIQUE;
CREATE CONSTRAINT user_once_per_email IF NOT EXISTS FOR (user:User) REQUIRE (user.tenantId, user.email) IS UNIQUE;
CREATE CONSTRAINT user_once_per_user_name IF NOT EXISTS FOR (user:User) REQUIRE (user.tenantId, user.userName) IS UNIQUE;
CREATE CONSTRAINT user_once_per_external_id IF NOT EXISTS FOR (user:User) REQUIRE (user.tenantId, user.externalId) IS UNIQUE;
CREATE CONSTRAINT user_once_per_employee_number IF NOT EXISTS FOR (user:User) REQUIRE (user.tenantId, user.employeeNumber) IS UNIQUE;
CREATE INDEX user_by_sort_name IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.active, user.sortName, user.id);
CREATE INDEX user_by_update IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.active, user.updatedAt);

// Search of people by the words of name, e-mail address and job title. The index without accents drops English stop words, some of
// which are names (Will, An); the other one keeps them. Roles are indexed without splitting them into words. Neo4j makes no second
// full-text index of the same list of properties, so each of the three lists them in another order.
CREATE FULLTEXT INDEX user_words_without_accents IF NOT EXISTS FOR (user:User) ON EACH [user.tenantId, user.name, user.email, user.jobTitle] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
CREATE FULLTEXT INDEX user_words IF NOT EXISTS FOR (user:User) ON EACH [user.name, user.email, user.jobTitle, user.tenantId] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words'}};
CREATE FULLTEXT INDEX user_by_role IF NOT EXISTS FOR (user:User) ON EACH [user.roles, user.tenantId] OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}};

// People who wait for a manager who is not there yet, and addresses that get no mail, which are counted without looking at all people.
CREATE INDEX user_by_pending_manager IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.pendingManager);
CREATE INDEX user_by_stopped_email IF NOT EXISTS FOR (user:User) ON (user.emailStopped);

// Teams: one of a name, whatever its spelling (`key`), in the order of their names, and by department.
CREATE CONSTRAINT team_once_per_key IF NOT EXISTS FOR (team:Team) REQUIRE (team.tenantId, team.key) IS UNIQUE;
CREATE INDEX team_by_sort_name IF NOT EXISTS FOR (team:Team) ON (team.tenantId, team.sortName);
CREATE INDEX team_by_department_key IF NOT EXISTS FOR (team:Team) ON (team.tenantId, team.departmentKey);

// Plans of reorganisations: the list of a tenant by time, those that are due by state, the moves of a plan, and these in their order.
CREATE CONSTRAINT org_plan_id IF NOT EXISTS FOR (plan:OrgPlan) REQUIRE plan.id IS UNIQUE;
CREATE INDEX org_plan_by_creation IF NOT EXISTS FOR (plan:OrgPlan) ON (plan.tenantId, plan.createdAt, plan.id);
CREATE INDEX org_plan_by_status IF NOT EXISTS FOR (plan:OrgPlan) ON (plan.tenantId, plan.status, plan.effectiveOn);
CREATE INDEX would_report_to_by_plan IF NOT EXISTS FOR ()-[move:WOULD_REPORT_TO]-() ON (move.planId);
CREATE INDEX would_report_to_by_position IF NOT EXISTS FOR ()-[move:WOULD_REPORT_TO]-() ON (move.planId, move.position);

// Imports of people: a tenant has one at a time, the last of which is kept. What it prepares waits in batches until it is used.
CREATE CONSTRAINT org_import_once_per_tenant IF NOT EXISTS FOR (job:OrgImport) REQUIRE job.tenantId IS UNIQUE;
CREATE CONSTRAINT org_import_id IF NOT EXISTS FOR (job:OrgImport) REQUIRE job.id IS UNIQUE;
CREATE INDEX import_batch_by_time IF NOT EXISTS FOR (batch:ImportBatch) ON (batch.createdAt);

// Groups of a directory that provisions people by SCIM.
CREATE CONSTRAINT scim_group_id IF NOT EXISTS FOR (group:ScimGroup) REQUIRE group.id IS UNIQUE;
CREATE CONSTRAINT scim_group_once_per_external_id IF NOT EXISTS FOR (group:ScimGroup) REQUIRE (group.tenantId, group.externalId) IS UNIQUE;
CREATE INDEX scim_group_by_name IF NOT EXISTS FOR (group:ScimGroup) ON (group.tenantId, group.displayName, group.id);

// Sign-in: an issuer and an audience are one tenant's, or with a claim one each (`key`). A subject of an issuer is bound to one person,
// and a person to one subject of each issuer. Of the token of a service only the hash is known.
CREATE CONSTRAINT identity_provider_id IF NOT EXISTS FOR (provider:IdentityProvider) REQUIRE provider.id IS UNIQUE;
CREATE CONSTRAINT identity_provider_once_per_key IF NOT EXISTS FOR (provider:IdentityProvider) REQUIRE provider.key IS UNIQUE;
CREATE INDEX identity_provider_by_issuer IF NOT EXISTS FOR (provider:IdentityProvider) ON (provider.issuer, provider.audience);
CREATE INDEX identity_provider_by_creation IF NOT EXISTS FOR (provider:IdentityProvider) ON (provider.tenantId, provider.createdAt, provider.id);
CREATE CONSTRAINT identity_id IF NOT EXISTS FOR (identity:Identity) REQUIRE identity.id IS UNIQUE;
CREATE CONSTRAINT identity_once_per_subject IF NOT EXISTS FOR (identity:Identity) REQUIRE (identity.tenantId, identity.issuer, identity.subject) IS UNIQUE;
CREATE CONSTRAINT identity_once_per_holder IF NOT EXISTS FOR (identity:Identity) REQUIRE (identity.tenantId, identity.issuer, identity.holderId) IS UNIQUE;
CREATE INDEX identity_by_person IF NOT EXISTS FOR (identity:Identity) ON (identity.tenantId, identity.userId, identity.boundAt, identity.id);
CREATE CONSTRAINT service_token_id IF NOT EXISTS FOR (token:ServiceToken) REQUIRE token.id IS UNIQUE;
CREATE CONSTRAINT service_token_once_per_hash IF NOT EXISTS FOR (token:ServiceToken) REQUIRE token.hash IS UNIQUE;
CREATE INDEX service_token_by_creation IF NOT EXISTS FOR (token:ServiceToken) ON (token.tenantId, token.createdAt, token.id);

// What a second admin decides: one node for a person and kind (`key`). By id alone, since a 404 and a 403 differ by whether another
// tenant has it; by the two people it is about, with whom it is erased; and by its end, since those that are over make room.
CREATE CONSTRAINT approval_once_per_key IF NOT EXISTS FOR (approval:Approval) REQUIRE (approval.tenantId, approval.key) IS UNIQUE;
CREATE INDEX approval_by_id IF NOT EXISTS FOR (approval:Approval) ON (approval.id);
CREATE INDEX approval_in_tenant IF NOT EXISTS FOR (approval:Approval) ON (approval.tenantId, approval.id);
CREATE INDEX approval_by_person IF NOT EXISTS FOR (approval:Approval) ON (approval.tenantId, approval.userId);
CREATE INDEX approval_by_other IF NOT EXISTS FOR (approval:Approval) ON (approval.tenantId, approval.otherId);
CREATE INDEX approval_by_end IF NOT EXISTS FOR (approval:Approval) ON (approval.tenantId, approval.expiresAt);

// Check-ins: one summary, one draft of a person and week, one response to a summary. Reports read the summaries of a week.
CREATE CONSTRAINT summary_id IF NOT EXISTS FOR (summary:Summary) REQUIRE summary.id IS UNIQUE;
CREATE CONSTRAINT summary_once_per_week IF NOT EXISTS FOR (summary:Summary) REQUIRE (summary.tenantId, summary.userId, summary.weekStart) IS UNIQUE;
CREATE INDEX summary_by_week IF NOT EXISTS FOR (summary:Summary) ON (summary.tenantId, summary.weekStart, summary.id);
CREATE CONSTRAINT summary_draft_id IF NOT EXISTS FOR (draft:SummaryDraft) REQUIRE draft.id IS UNIQUE;
CREATE CONSTRAINT summary_draft_once_per_week IF NOT EXISTS FOR (draft:SummaryDraft) REQUIRE (draft.tenantId, draft.userId, draft.weekStart) IS UNIQUE;
CREATE CONSTRAINT response_once_per_summary IF NOT EXISTS FOR (response:Response) REQUIRE (response.tenantId, response.summaryId) IS UNIQUE;

// Goals: by owner and week, the last one of somebody by when it was set. A goal is copied once.
CREATE CONSTRAINT goal_id IF NOT EXISTS FOR (goal:Goal) REQUIRE goal.id IS UNIQUE;
CREATE INDEX goal_by_owner_and_week IF NOT EXISTS FOR (goal:Goal) ON (goal.tenantId, goal.userId, goal.weekStart);
CREATE INDEX goal_by_owner_and_date_set IF NOT EXISTS FOR (goal:Goal) ON (goal.tenantId, goal.userId, goal.dateSet);
CREATE CONSTRAINT goal_once_copied IF NOT EXISTS FOR (goal:Goal) REQUIRE (goal.tenantId, goal.copyOf) IS UNIQUE;

// Nominations: once for each nominator, kind, team and period; that of a person has the empty `teamKey`. Lists are by period.
CREATE CONSTRAINT nomination_id IF NOT EXISTS FOR (nomination:Nomination) REQUIRE nomination.id IS UNIQUE;
CREATE CONSTRAINT nomination_once_per_period IF NOT EXISTS FOR (nomination:Nomination) REQUIRE (nomination.tenantId, nomination.nominatorId, nomination.kind, nomination.teamKey, nomination.period) IS UNIQUE;
CREATE INDEX nomination_by_period IF NOT EXISTS FOR (nomination:Nomination) ON (nomination.tenantId, nomination.period, nomination.createdAt, nomination.id);

// Profiles: one profile and one set of motivators of a person; imports of PDFs by what is to be done with them.
CREATE CONSTRAINT profile_once_per_user IF NOT EXISTS FOR (profile:Profile) REQUIRE (profile.tenantId, profile.userId) IS UNIQUE;
CREATE CONSTRAINT motivators_once_per_user IF NOT EXISTS FOR (motivators:Motivators) REQUIRE (motivators.tenantId, motivators.userId) IS UNIQUE;
CREATE CONSTRAINT import_job_id IF NOT EXISTS FOR (job:ImportJob) REQUIRE job.id IS UNIQUE;
CREATE INDEX import_job_by_status IF NOT EXISTS FOR (job:ImportJob) ON (job.tenantId, job.status, job.createdAt);

// Trends: the flags of a week are kept once each, and so is how its detection went.
CREATE CONSTRAINT trend_flag_id IF NOT EXISTS FOR (flag:TrendFlag) REQUIRE flag.id IS UNIQUE;
CREATE CONSTRAINT trend_flag_once IF NOT EXISTS FOR (flag:TrendFlag) REQUIRE (flag.tenantId, flag.weekStart, flag.scope, flag.subjectId, flag.dimension) IS UNIQUE;
CREATE INDEX trend_flag_by_week IF NOT EXISTS FOR (flag:TrendFlag) ON (flag.tenantId, flag.weekStart);
CREATE CONSTRAINT trend_run_once IF NOT EXISTS FOR (run:TrendRun) REQUIRE (run.tenantId, run.weekStart) IS UNIQUE;

// Notifications: one of an event reaches a person once. Pages list the unread ones first, and find those that were read since the first
// page; retention finds the old ones. A Monday run happens once for a tenant, kind and week.
CREATE CONSTRAINT notification_id IF NOT EXISTS FOR (notification:Notification) REQUIRE notification.id IS UNIQUE;
CREATE CONSTRAINT notification_once_per_event IF NOT EXISTS FOR (notification:Notification) REQUIRE (notification.tenantId, notification.eventId, notification.userId) IS UNIQUE;
CREATE INDEX notification_by_reader IF NOT EXISTS FOR (notification:Notification) ON (notification.tenantId, notification.userId, notification.unread, notification.createdAt);
CREATE INDEX notification_by_reading IF NOT EXISTS FOR (notification:Notification) ON (notification.tenantId, notification.userId, notification.readAt);
CREATE INDEX notification_by_age IF NOT EXISTS FOR (notification:Notification) ON (notification.tenantId, notification.createdAt);
CREATE CONSTRAINT weekly_run_once IF NOT EXISTS FOR (run:WeeklyRun) REQUIRE (run.tenantId, run.kind, run.weekStart) IS UNIQUE;

// Outbox: an event is recorded once. Workers take what is due queue by queue, and in turn by tenant where much is due; old ones are
// found by when they ended.
CREATE CONSTRAINT outbox_event_id IF NOT EXISTS FOR (event:OutboxEvent) REQUIRE event.id IS UNIQUE;
CREATE CONSTRAINT outbox_event_once_per_key IF NOT EXISTS FOR (event:OutboxEvent) REQUIRE (event.tenantId, event.key) IS UNIQUE;
CREATE INDEX outbox_event_by_due_time IF NOT EXISTS FOR (event:OutboxEvent) ON (event.status, event.dueAt);
CREATE INDEX outbox_event_by_end IF NOT EXISTS FOR (event:OutboxEvent) ON (event.status, event.endedAt);
CREATE INDEX outbox_event_by_queue IF NOT EXISTS FOR (event:OutboxEvent) ON (event.queue, event.status, event.dueAt);
CREATE INDEX outbox_event_by_tenant_and_queue IF NOT EXISTS FOR (event:OutboxEvent) ON (event.tenantId, event.queue, event.status, event.dueAt);

// Change log: one log of a tenant. An entry is written once, is found while it waits for its place, and is read by its place. The
// changes of an import wait as batches until the log has an entry of each.
CREATE CONSTRAINT change_log_once_per_tenant IF NOT EXISTS FOR (log:ChangeLog) REQUIRE log.tenantId IS UNIQUE;
CREATE INDEX change_log_by_unopened IF NOT EXISTS FOR (log:ChangeLog) ON (log.hasUnopened);
CREATE CONSTRAINT change_entry_once_per_key IF NOT EXISTS FOR (entry:ChangeEntry) REQUIRE (entry.tenantId, entry.key) IS UNIQUE;
CREATE INDEX change_entry_by_recording IF NOT EXISTS FOR (entry:ChangeEntry) ON (entry.recordedAt);
CREATE INDEX change_entry_by_place IF NOT EXISTS FOR (entry:ChangeEntry) ON (entry.tenantId, entry.sequence);
CREATE INDEX change_batch_by_recording IF NOT EXISTS FOR (batch:ChangeBatch) ON (batch.recordedAt);
CREATE INDEX change_batch_by_tenant IF NOT EXISTS FOR (batch:ChangeBatch) ON (batch.tenantId, batch.recordedAt);

// Webhooks: the list of a tenant, and those that are due. Their deliveries by place, by time, and once for each change.
CREATE CONSTRAINT webhook_id IF NOT EXISTS FOR (webhook:Webhook) REQUIRE webhook.id IS UNIQUE;
CREATE INDEX webhook_by_creation IF NOT EXISTS FOR (webhook:Webhook) ON (webhook.tenantId, webhook.createdAt, webhook.id);
CREATE INDEX webhook_by_status IF NOT EXISTS FOR (webhook:Webhook) ON (webhook.tenantId, webhook.status);
CREATE INDEX webhook_by_due_time IF NOT EXISTS FOR (webhook:Webhook) ON (webhook.dueAt);
CREATE CONSTRAINT webhook_delivery_id IF NOT EXISTS FOR (delivery:WebhookDelivery) REQUIRE delivery.id IS UNIQUE;
CREATE CONSTRAINT webhook_delivery_once_per_change IF NOT EXISTS FOR (delivery:WebhookDelivery) REQUIRE (delivery.tenantId, delivery.webhookId, delivery.changeId) IS UNIQUE;
CREATE INDEX webhook_delivery_by_place IF NOT EXISTS FOR (delivery:WebhookDelivery) ON (delivery.tenantId, delivery.webhookId, delivery.status, delivery.sequence);
CREATE INDEX webhook_delivery_by_time IF NOT EXISTS FOR (delivery:WebhookDelivery) ON (delivery.tenantId, delivery.webhookId, delivery.createdAt, delivery.id);
CREATE INDEX webhook_delivery_by_age IF NOT EXISTS FOR (delivery:WebhookDelivery) ON (delivery.createdAt);

// Audit log: pages by time of a tenant, about a person, by a person, by plan and by action. An entry is found while it waits for its
// place in the hash chain of its tenant, and then by that place.
CREATE CONSTRAINT audit_entry_id IF NOT EXISTS FOR (entry:AuditEntry) REQUIRE entry.id IS UNIQUE;
CREATE INDEX audit_entry_by_time IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.at, entry.id);
CREATE INDEX audit_entry_by_user IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.userId, entry.at, entry.id);
CREATE INDEX audit_entry_by_actor IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.actorId, entry.at, entry.id);
CREATE INDEX audit_entry_by_plan IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.planId, entry.at, entry.id);
CREATE INDEX audit_entry_by_action IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.action, entry.at, entry.id);
CREATE INDEX audit_entry_by_recording IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.recordedAt);
CREATE INDEX audit_entry_by_place IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.sequence);
CREATE CONSTRAINT audit_chain_once_per_tenant IF NOT EXISTS FOR (chain:AuditChain) REQUIRE chain.tenantId IS UNIQUE;

// Retention: one run of a tenant at a time.
CREATE CONSTRAINT retention_run_once_per_tenant IF NOT EXISTS FOR (run:RetentionRun) REQUIRE run.tenantId IS UNIQUE;

// Retries: a caller's Idempotency-Key is recorded once; records are found by the time they expire.
CREATE CONSTRAINT idempotency_record_id IF NOT EXISTS FOR (record:IdempotencyRecord) REQUIRE (record.tenantId, record.id) IS UNIQUE;
CREATE INDEX idempotency_record_by_expiry IF NOT EXISTS FOR (record:IdempotencyRecord) ON (record.expiresAt);

// What a database of release 0.3.0 has beside all this, which nothing uses any more.
DROP INDEX user_by_role_request IF EXISTS;
DROP CONSTRAINT later_migration_version IF EXISTS;
