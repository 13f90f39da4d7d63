// Which assistants act for whom: once for each person and client, and by time.
// @works-with 0.3.0

CREATE CONSTRAINT assistant_use_once IF NOT EXISTS FOR (use:AssistantUse) REQUIRE (use.tenantId, use.userId, use.client) IS UNIQUE;
CREATE INDEX assistant_use_by_time IF NOT EXISTS FOR (use:AssistantUse) ON (use.tenantId, use.lastAt, use.userId, use.client);
