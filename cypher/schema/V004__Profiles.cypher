// An import has an id across all tenants; a profile and motivators exist once per user.
CREATE CONSTRAINT import_job_id IF NOT EXISTS FOR (job:ImportJob) REQUIRE job.id IS UNIQUE;
CREATE CONSTRAINT profile_once_per_user IF NOT EXISTS FOR (profile:Profile) REQUIRE (profile.tenantId, profile.userId) IS UNIQUE;
CREATE CONSTRAINT motivators_once_per_user IF NOT EXISTS FOR (motivators:Motivators) REQUIRE (motivators.tenantId, motivators.userId) IS UNIQUE;
