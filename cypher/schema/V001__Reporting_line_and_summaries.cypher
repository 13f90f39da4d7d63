// Every "once only" of the reporting line and of summaries is a constraint. An id is unique across all tenants.
CREATE CONSTRAINT tenant_id IF NOT EXISTS FOR (tenant:Tenant) REQUIRE tenant.id IS UNIQUE;
CREATE CONSTRAINT tenant_slug IF NOT EXISTS FOR (tenant:Tenant) REQUIRE tenant.slug IS UNIQUE;
CREATE CONSTRAINT user_id IF NOT EXISTS FOR (user:User) REQUIRE user.id IS UNIQUE;
CREATE CONSTRAINT user_once_per_email IF NOT EXISTS FOR (user:User) REQUIRE (user.tenantId, user.email) IS UNIQUE;
CREATE CONSTRAINT team_once_per_name IF NOT EXISTS FOR (team:Team) REQUIRE (team.tenantId, team.name) IS UNIQUE;
CREATE CONSTRAINT summary_id IF NOT EXISTS FOR (summary:Summary) REQUIRE summary.id IS UNIQUE;
CREATE CONSTRAINT summary_once_per_week IF NOT EXISTS FOR (summary:Summary) REQUIRE (summary.tenantId, summary.userId, summary.weekStart) IS UNIQUE;
CREATE CONSTRAINT response_once_per_summary IF NOT EXISTS FOR (response:Response) REQUIRE (response.tenantId, response.summaryId) IS UNIQUE;
CREATE CONSTRAINT outbox_event_once_per_key IF NOT EXISTS FOR (event:OutboxEvent) REQUIRE (event.tenantId, event.key) IS UNIQUE;
CREATE CONSTRAINT audit_entry_id IF NOT EXISTS FOR (entry:AuditEntry) REQUIRE entry.id IS UNIQUE;
