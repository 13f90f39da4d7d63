// What a tenant keeps for a limited time: its rules and its run, and notifications by their age.
// @works-with 0.1.0
CREATE CONSTRAINT retention_run_once_per_tenant IF NOT EXISTS FOR (run:RetentionRun) REQUIRE run.tenantId IS UNIQUE;
CREATE INDEX notification_by_age IF NOT EXISTS FOR (notification:Notification) ON (notification.tenantId, notification.createdAt);
