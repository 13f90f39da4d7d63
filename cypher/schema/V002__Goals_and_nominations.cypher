// Goals are found by owner and week, and somebody's last one by when it was set; a nomination is made once per
// nominator, kind, team and period. An individual nomination has the empty teamKey.
CREATE CONSTRAINT goal_id IF NOT EXISTS FOR (goal:Goal) REQUIRE goal.id IS UNIQUE;
CREATE INDEX goal_by_owner_and_week IF NOT EXISTS FOR (goal:Goal) ON (goal.tenantId, goal.userId, goal.weekStart);
CREATE INDEX goal_by_owner_and_date_set IF NOT EXISTS FOR (goal:Goal) ON (goal.tenantId, goal.userId, goal.dateSet);
CREATE CONSTRAINT nomination_id IF NOT EXISTS FOR (nomination:Nomination) REQUIRE nomination.id IS UNIQUE;
CREATE CONSTRAINT nomination_once_per_period IF NOT EXISTS FOR (nomination:Nomination) REQUIRE (nomination.tenantId, nomination.nominatorId, nomination.kind, nomination.teamKey, nomination.period) IS UNIQUE;
