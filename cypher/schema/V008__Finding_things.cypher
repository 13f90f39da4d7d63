// Lists in pages are read in index order. The directory lists people by name, and finds them by words of name, e-mail address and job title. The index without accents
// drops English stop words, some of which are names (Will, An); the other one keeps them. It lists the properties in another order,
// because a second index on the same list would not be created.
CREATE INDEX user_by_name IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.active, user.name, user.id);
CREATE INDEX team_by_department IF NOT EXISTS FOR (team:Team) ON (team.tenantId, team.department);
CREATE FULLTEXT INDEX user_words_without_accents IF NOT EXISTS FOR (user:User) ON EACH [user.tenantId, user.name, user.email, user.jobTitle] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
CREATE FULLTEXT INDEX user_words IF NOT EXISTS FOR (user:User) ON EACH [user.name, user.email, user.jobTitle, user.tenantId] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words'}};
CREATE INDEX nomination_by_period IF NOT EXISTS FOR (nomination:Nomination) ON (nomination.tenantId, nomination.period, nomination.createdAt, nomination.id);
CREATE INDEX import_job_by_status IF NOT EXISTS FOR (job:ImportJob) ON (job.tenantId, job.status, job.createdAt);
CREATE INDEX summary_by_week IF NOT EXISTS FOR (summary:Summary) ON (summary.tenantId, summary.weekStart, summary.id);
