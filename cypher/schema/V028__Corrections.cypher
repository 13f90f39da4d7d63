// A person has one draft of a week, and copies a goal once.
// @works-with 0.1.0
CREATE CONSTRAINT summary_draft_id IF NOT EXISTS FOR (draft:SummaryDraft) REQUIRE draft.id IS UNIQUE;
CREATE CONSTRAINT summary_draft_once_per_week IF NOT EXISTS FOR (draft:SummaryDraft) REQUIRE (draft.tenantId, draft.userId, draft.weekStart) IS UNIQUE;
CREATE CONSTRAINT goal_once_copied IF NOT EXISTS FOR (goal:Goal) REQUIRE (goal.tenantId, goal.copyOf) IS UNIQUE;
