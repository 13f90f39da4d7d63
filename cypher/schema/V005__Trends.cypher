// A week's flags are kept once each, and so is how its detection went. A summary keeps the department it was written in;
// those that are there get the one their writer is in now.
CREATE CONSTRAINT trend_flag_id IF NOT EXISTS FOR (flag:TrendFlag) REQUIRE flag.id IS UNIQUE;
CREATE CONSTRAINT trend_flag_once IF NOT EXISTS FOR (flag:TrendFlag) REQUIRE (flag.tenantId, flag.weekStart, flag.scope, flag.subjectId, flag.dimension) IS UNIQUE;
CREATE CONSTRAINT trend_run_once IF NOT EXISTS FOR (run:TrendRun) REQUIRE (run.tenantId, run.weekStart) IS UNIQUE;
MATCH (team:Team)<-[:MEMBER_OF]-(:User)-[:WROTE]->(summary:Summary)
WHERE team.department IS NOT NULL AND summary.department IS NULL
CALL (team, summary) {
  SET summary.department = team.department
} IN TRANSACTIONS OF 5000 ROWS;
